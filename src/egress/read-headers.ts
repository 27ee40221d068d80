import type { IncomingMessage } from 'node:http';

/** The headers of an answer, every one of several of a name kept. Those that are none by the Fetch standard are left out. */
export function readHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''];
    try {
      headers.append(name, value);
    } catch {
      // Node's parser lets a few bytes pass that the standard does not.
    }
  }
  return headers;
}
