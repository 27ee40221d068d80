import type { RenderedRequest } from '../render/rendered-request.ts';

/** Credentials shorter than this are not looked for: they occur in ordinary text. */
const MIN_REDACTED_LENGTH = 8;
const REMOVED = '[credential removed]';

/** Takes the credentials of a request out of what came back. */
export interface Redactor {
  text(text: string): string;
  bytes(bytes: Uint8Array): Uint8Array;
}

/** An API that echoes its request would otherwise put its credentials into a transcript. */
export function makeRedactor(request: RenderedRequest): Redactor {
  const secrets = new Set<string>();
  for (const [name, value] of request.headers) {
    if (!request.secretHeaders.includes(name)) continue;
    for (const part of partsOf(value)) {
      if (part.length >= MIN_REDACTED_LENGTH) for (const form of formsOf(part)) secrets.add(form);
    }
  }
  // The longest first: a part of it must not tear it apart.
  const ordered = [...secrets].sort((a, b) => b.length - a.length);
  const latin1 = (secret: string): string => Buffer.from(secret, 'utf8').toString('latin1');
  return {
    text: (text) => ordered.reduce((rest, secret) => rest.replaceAll(secret, REMOVED), text),
    bytes(bytes) {
      const text = Buffer.from(bytes).toString('latin1');
      const rest = ordered.reduce((left, secret) => left.replaceAll(latin1(secret), REMOVED), text);
      return rest === text ? bytes : Buffer.from(rest, 'latin1');
    },
  };
}

/** As it is, in JSON (where some escape the slash too) and in an address. */
function formsOf(part: string): readonly string[] {
  const json = JSON.stringify(part).slice(1, -1);
  return [part, json, json.replaceAll('/', '\\/'), encodeURIComponent(part)];
}

/** The value, what stands behind its scheme, and what Basic hides there (RFC 7617). */
function partsOf(value: string): readonly string[] {
  const [scheme = '', credential] = value.split(' ', 2);
  if (credential === undefined) return [value];
  if (scheme.toLowerCase() !== 'basic') return [value, credential];
  const pair = Buffer.from(credential, 'base64').toString('utf8');
  return [value, credential, pair, pair.slice(pair.indexOf(':') + 1)];
}
