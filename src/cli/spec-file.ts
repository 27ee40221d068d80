import { createReadStream } from 'node:fs';
import { invalidArgument, LarderError } from '../errors.ts';
import { MAX_SPEC_BYTES } from '../forge/spec/bounds.ts';

/**
 * The text of a Forge spec; `-` is standard input. Errors: INVALID_ARGUMENT (not UTF-8), PAYLOAD_TOO_LARGE,
 * NOT_FOUND (unreadable).
 */
export async function readSpecText(file: string, stdin: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of file === '-' ? stdin : createReadStream(file)) {
      const piece = Buffer.from(chunk);
      bytes += piece.byteLength;
      if (bytes > MAX_SPEC_BYTES) {
        throw new LarderError('PAYLOAD_TOO_LARGE', `${file}: a spec has at most ${MAX_SPEC_BYTES} bytes`);
      }
      chunks.push(piece);
    }
  } catch (cause) {
    if (cause instanceof LarderError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'it failed';
    throw new LarderError('NOT_FOUND', `${file}: the file cannot be read (${code})`, { cause });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    if (!(cause instanceof TypeError)) throw cause;
    throw invalidArgument(`${file}: the file is not UTF-8 text; a spec is JSON in UTF-8`);
  }
}
