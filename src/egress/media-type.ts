import type { IncomingMessage } from 'node:http';
import { EgressError } from './egress-error.ts';

/** Longest media type in a message, code units. */
const MAX_SHOWN_TYPE = 60;

/** Errors: EgressError `wrong-type` when a 2xx answer is none of `accept`. */
export function checkMediaType(
  { statusCode = 0, headers }: IncomingMessage,
  accept: readonly string[] | undefined,
  shown: string,
): void {
  if (accept === undefined || statusCode < 200 || statusCode > 299 || statusCode === 204) return;
  const [essence = ''] = (headers['content-type'] ?? '').split(';');
  const type = essence.trim().toLowerCase();
  const fits = accept.some((one) => (one.startsWith('+') ? type.endsWith(one) : type === one));
  if (fits) return;
  const found = type === '' ? 'no media type' : JSON.stringify(type.slice(0, MAX_SHOWN_TYPE));
  throw new EgressError('wrong-type', `${shown} answered with ${found}, not ${accept.join(' or ')}`, {
    sent: true,
  });
}
