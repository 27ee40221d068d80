import type { EgressResponse } from '../../egress/egress.ts';
import { exceedsDepth } from '../../model/bounds.ts';
import type { Json } from '../../model/entry.ts';

/** Nesting of an answer beyond which it is handled as plain text: nothing recursive may run on it. */
export const MAX_ANSWER_DEPTH = 200;

/** The body of an answer, by what it turned out to be. */
export type Answer =
  | { readonly kind: 'empty' }
  /** `text` is what came; `value` what it says. */
  | { readonly kind: 'json'; readonly text: string; readonly value: Json; readonly mediaType: string }
  /** `claimed`: the API calls it JSON, and it is not. */
  | { readonly kind: 'text'; readonly text: string; readonly claimed: boolean; readonly mediaType: string }
  | { readonly kind: 'binary'; readonly bytes: Uint8Array; readonly mediaType: string };

/** Reads an answer: its charset (UTF-8 when it names none) strictly, JSON where it is some. */
export function readAnswer({ body, headers }: Pick<EgressResponse, 'body' | 'headers'>): Answer {
  if (body.length === 0) return { kind: 'empty' };
  const [mediaType, charset] = readContentType(headers.get('content-type') ?? '');
  const text = decodeText(body, charset);
  if (text === undefined)
    return { kind: 'binary', bytes: body, mediaType: mediaType || 'application/octet-stream' };
  const claimed = mediaType === 'application/json' || mediaType.endsWith('+json');
  const value = claimed || /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  if (value !== undefined)
    return { kind: 'json', text, value, mediaType: claimed ? mediaType : 'application/json' };
  return { kind: 'text', text, claimed, mediaType: mediaType || 'text/plain' };
}

function readContentType(header: string): readonly [mediaType: string, charset: string] {
  const [mediaType = '', ...parameters] = header.split(';');
  const charset = parameters
    .map((one) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(one)?.[1])
    .find(Boolean);
  return [mediaType.trim().toLowerCase(), charset ?? 'utf-8'];
}

function decodeText(bytes: Uint8Array, charset: string): string | undefined {
  // A NUL is in no text that an API means to be read.
  if (bytes.includes(0) && !charset.toLowerCase().startsWith('utf-16')) return undefined;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    // An unknown charset (RangeError) or bytes that are not in it (TypeError): not text, as far as can be told.
    return undefined;
  }
}

function parseJson(text: string): Json | undefined {
  if (exceedsDepth(text, MAX_ANSWER_DEPTH)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON is an answer that is shown as it is.
    return undefined;
  }
}
