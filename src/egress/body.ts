import type { IncomingMessage } from 'node:http';
import { pipeline, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { EgressError } from './egress-error.ts';
import { failureOf } from './failure.ts';

/** What is asked for. `deflate` is understood too, but servers disagree on what it means. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/**
 * The decoded body of an answer, chunk by chunk. Bytes are counted before and after decoding, so neither a bomb nor an
 * endless stream of nothing passes `maxBytes`. Whoever stops early ends the connection. Errors: EgressError.
 */
export async function* readChunks(
  response: IncomingMessage,
  {
    shown,
    maxBytes,
    signal,
  }: { readonly shown: string; readonly maxBytes: number; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    const wire = countBytes(response, maxBytes, shown);
    const first = await wire.next();
    // No body at all is also no damaged one: HEAD, 304, and empty answers that name an encoding all the same.
    if (first.done) return;
    const decoder = createDecoder(response, shown);
    const encoded = prepend(first.value, wire);
    // The callback is owed; the error comes out of the decoder as well.
    if (decoder === undefined) yield* encoded;
    else
      yield* countBytes(
        pipeline(encoded, decoder, () => {}),
        maxBytes,
        shown,
      );
  } catch (error) {
    throw failureOf(signal.aborted ? signal.reason : error, shown, true);
  } finally {
    if (!response.complete) response.destroy();
  }
}

async function* countBytes(
  chunks: AsyncIterable<Uint8Array>,
  maxBytes: number,
  shown: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLarge(maxBytes, shown);
    yield chunk;
  }
}

/** Undefined for a body that is not compressed. Errors: EgressError `encoding-refused`. */
function createDecoder(response: IncomingMessage, shown: string): Transform | undefined {
  const encoding = (response.headers['content-encoding'] ?? '').trim().toLowerCase();
  switch (encoding) {
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    case 'br':
      return createBrotliDecompress();
    case 'deflate':
      return createInflate();
    default:
      throw new EgressError(
        'encoding-refused',
        `${shown} sent a body in an encoding that was not asked for; only one of gzip, br and deflate is understood`,
      );
  }
}

async function* prepend<T>(first: T, rest: AsyncIterable<T>): AsyncGenerator<T, void, undefined> {
  yield first;
  yield* rest;
}

function tooLarge(maxBytes: number, shown: string): EgressError {
  return new EgressError('body-too-large', `${shown} sent more than the ${maxBytes} bytes that are taken`);
}
