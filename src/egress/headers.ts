import { validateHeaderName, validateHeaderValue } from 'node:http';
import { ACCEPTED_ENCODINGS } from './body.ts';
import type { EgressRequest } from './egress.ts';
import { EgressError } from './egress-error.ts';
import type { Target } from './target.ts';

/** Ours to set: where the request goes, where its body ends, and what becomes of the connection. */
const RESERVED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** All that another origin is told after a redirect: anything else may say who asks. */
const HARMLESS: ReadonlySet<string> = new Set(['accept', 'accept-encoding', 'accept-language', 'user-agent']);

/** Headers of one request as its caller gave them, checked. */
export interface CheckedHeaders {
  readonly open: ReadonlyMap<string, string>;
  readonly credentials: ReadonlyMap<string, string>;
}

/** Errors: EgressError `invalid-request`, which names the header and never its value. */
export function checkHeaders({ headers, credentials }: EgressRequest, userAgent: string): CheckedHeaders {
  const open = new Map([
    ['accept', '*/*'],
    ['accept-encoding', ACCEPTED_ENCODINGS],
    ['user-agent', userAgent],
  ]);
  for (const [name, value] of checked(headers ?? {})) open.set(name, value);
  return { open, credentials: new Map(checked(credentials ?? {})) };
}

/** What one hop sends. */
export function headersFor(
  given: CheckedHeaders,
  {
    target,
    first,
    bodyLength,
  }: { readonly target: Target; readonly first: Target; readonly bodyLength: number | undefined },
): Record<string, string> {
  const home = target.origin === first.origin;
  const open = [...given.open].filter(([name]) => home || HARMLESS.has(name));
  return Object.fromEntries([
    ['host', target.url.host],
    ...open,
    ...(home ? given.credentials : []),
    ...(bodyLength === undefined ? [] : [['content-length', String(bodyLength)]]),
  ]);
}

function checked(headers: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(headers).map(([given, value]) => {
    const name = given.toLowerCase();
    try {
      validateHeaderName(name);
    } catch {
      throw new EgressError('invalid-request', 'a header has a name that is no header name');
    }
    if (RESERVED.has(name)) {
      throw new EgressError('invalid-request', `the header ${name} is not the caller's to set`);
    }
    try {
      validateHeaderValue(name, value);
    } catch {
      throw new EgressError(
        'invalid-request',
        `the header ${name} has a value that no header can have; line breaks and control characters are refused`,
      );
    }
    return [name, value];
  });
}
