import type { RenderedRequest } from '../render/rendered-request.ts';

/** Credentials shorter than this are not looked for: they occur in ordinary text. */
const MIN_REDACTED_LENGTH = 8;
const REMOVED = '[credential removed]';

/**
 * Takes the credentials of a request out of a text that came back: an API that echoes its request would put them into
 * a transcript.
 */
export function makeRedactor(request: RenderedRequest): (text: string) => string {
  const secrets = new Set<string>();
  for (const [name, value] of request.headers) {
    if (!request.secretHeaders.includes(name)) continue;
    for (const part of partsOf(value)) {
      if (part.length < MIN_REDACTED_LENGTH) continue;
      secrets.add(part).add(JSON.stringify(part).slice(1, -1)).add(encodeURIComponent(part));
    }
  }
  // The longest first: a part of it must not tear it apart.
  const ordered = [...secrets].sort((a, b) => b.length - a.length);
  return (text) => ordered.reduce((rest, secret) => rest.replaceAll(secret, REMOVED), text);
}

/** The value, what stands behind its scheme, and what Basic hides there (RFC 7617). */
function partsOf(value: string): readonly string[] {
  const [scheme = '', credential] = value.split(' ', 2);
  if (credential === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, credential];
  const pair = Buffer.from(credential, 'base64').toString('utf8');
  return [value, credential, pair, pair.slice(pair.indexOf(':') + 1)];
}
