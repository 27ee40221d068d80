const SECONDS = /^[0-9]{1,9}$/;

/**
 * Milliseconds that a Retry-After asks to wait from `now` (epoch milliseconds): seconds or an HTTP date (RFC 9110
 * section 10.2.3). Undefined when it is absent or neither.
 */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined;
  const text = value.trim();
  if (SECONDS.test(text)) return Number(text) * 1_000;
  // Date.parse takes much that is no date of HTTP, such as bare years and negative numbers.
  if (!text.endsWith('GMT')) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
