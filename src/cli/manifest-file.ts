import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { invalidArgument, LarderError } from '../errors.ts';
import { MAX_MANIFEST_BYTES } from '../model/bounds.ts';
import { UsageError } from './usage.ts';

/** Hex digits of the path's SHA-256 that keep two files of one name apart. */
const HASH_DIGITS = 8;
/** Names of sources have at most 63 characters; the hash and its hyphen take 9. */
const MAX_SLUG_LENGTH = 63 - HASH_DIGITS - 1;

/** A manifest as read, with the source it belongs to. */
export interface Manifest {
  readonly source: string;
  readonly text: string;
  /** For people: the file's name, without the folders above it, or `stdin`. */
  readonly origin: string;
}

/** The files that the operands name; a directory stands for the `*.json` in it. Errors: UsageError. */
export function listManifestFiles(operands: readonly string[]): string[] {
  if (operands.length === 0) throw new UsageError('import needs a file, a directory or - for standard input');
  const files = operands.flatMap((operand) => {
    if (operand === '-') return ['-'];
    const kind = statSync(operand, { throwIfNoEntry: false });
    if (kind === undefined) throw new UsageError(`${operand}: there is no such file`);
    if (!kind.isDirectory()) return [operand];
    const names = readdirSync(operand).filter((name) => name.endsWith('.json'));
    if (names.length === 0) throw new UsageError(`${operand}: there is no *.json in this directory`);
    return names.sort().map((name) => join(operand, name));
  });
  return [...new Set(files)];
}

/** Reads one manifest. Errors: INVALID_ARGUMENT (not UTF-8), PAYLOAD_TOO_LARGE, NOT_FOUND (unreadable). */
export async function readManifest(
  file: string,
  source: string | undefined,
  stdin: NodeJS.ReadableStream,
): Promise<Manifest> {
  const stream = file === '-' ? stdin : createReadStream(file);
  return {
    source: source ?? sourceNameOf(file),
    text: await readText(stream),
    origin: file === '-' ? 'stdin' : basename(file),
  };
}

/**
 * The default name of a file's source: a slug of the end of its path, and the first digits of the SHA-256 of its
 * absolute path. The same file has the same name from wherever it is imported.
 */
export function sourceNameOf(file: string): string {
  const path = resolve(file);
  const tail = `${basename(dirname(path))}-${basename(path).replace(/\.json$/i, '')}`;
  const slug = tail
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(-MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');
  const hash = createHash('sha256').update(path).digest('hex').slice(0, HASH_DIGITS);
  return slug === '' ? hash : `${slug}-${hash}`;
}

async function readText(stream: NodeJS.ReadableStream): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      const piece = Buffer.from(chunk);
      bytes += piece.byteLength;
      if (bytes > MAX_MANIFEST_BYTES) {
        throw new LarderError(
          'PAYLOAD_TOO_LARGE',
          `a manifest has at most ${MAX_MANIFEST_BYTES / 1024 / 1024} MiB`,
        );
      }
      chunks.push(piece);
    }
  } catch (cause) {
    if (cause instanceof LarderError) throw cause;
    throw new LarderError('NOT_FOUND', `the file cannot be read (${(cause as NodeJS.ErrnoException).code})`, {
      cause,
    });
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalidArgument('the file is not UTF-8 text; a manifest is JSON in UTF-8');
  }
}
