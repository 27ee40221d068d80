import { createHash } from 'node:crypto';
import { canonicalJson } from '../../model/canonical-json.ts';
import type { RenderedRequest } from '../render/rendered-request.ts';

/**
 * Everything that goes over the wire, credentials included, as one text: equal exactly when the requests are. It
 * goes into digests with a nonce and nowhere else.
 */
export function canonicalRequest(request: RenderedRequest): string {
  const { method, url, headers, body } = request;
  return canonicalJson({
    method,
    url,
    headers: headers.map(([name, value]) => [name, value]),
    body: body ?? null,
  });
}

/**
 * SHA-256 (hex) of the request without the values of its headers: tells in the audit log which calls were alike, and
 * gives nobody a credential to try guesses on.
 */
export function digestRequest(request: RenderedRequest): string {
  const { method, url, headers, body } = request;
  const shown = canonicalJson({ method, url, headers: headers.map(([name]) => name), body: body ?? null });
  return createHash('sha256').update(shown).digest('hex');
}
