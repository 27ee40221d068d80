import { createHash } from 'node:crypto';
import { createReadStream, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { invalidArgument, LarderError } from '../errors.ts';
import { decodeUtf8 } from '../model/utf8.ts';
import { UsageError } from './usage.ts';

/** Hex digits of the path's SHA-256 that keep two files of one name apart. */
const HASH_DIGITS = 8;
/** Names of sources and catalogs have at most 63 characters; the hash of a source and its hyphen take 9. */
const MAX_NAME_LENGTH = 63;
const MAX_SLUG_LENGTH = MAX_NAME_LENGTH - HASH_DIGITS - 1;

/** The endings of the files that a directory stands for. */
export const MANIFEST_ENDINGS: readonly string[] = ['.json'];
export const DOCUMENT_ENDINGS: readonly string[] = ['.json', '.yaml', '.yml'];

/** The files that the operands name; a directory stands for those in it with one of the endings. Errors: UsageError. */
export function listFiles(operands: readonly string[], endings: readonly string[]): string[] {
  const files = operands.flatMap((operand) => {
    if (operand === '-') return ['-'];
    // Not named, because it may hold a password.
    if (isAddress(operand)) {
      throw new UsageError('expected files, not an address; larder crawl takes in what addresses publish');
    }
    const kind = statSync(operand, { throwIfNoEntry: false });
    if (kind === undefined) throw new UsageError(`${operand}: there is no such file`);
    if (!kind.isDirectory()) return [operand];
    const names = readdirSync(operand).filter((name) => endings.some((ending) => name.endsWith(ending)));
    if (names.length === 0) {
      const wanted = endings.map((ending) => `*${ending}`).join(', ');
      throw new UsageError(`${operand}: there is no ${wanted} in this directory`);
    }
    return names.sort().map((name) => join(operand, name));
  });
  return [...new Set(files)];
}

/** True for an operand that names something on the network. */
export function isAddress(operand: string): boolean {
  return /^https?:\/\//i.test(operand);
}

/**
 * The text of a file; `-` is standard input. Errors: INVALID_ARGUMENT (not UTF-8), PAYLOAD_TOO_LARGE, NOT_FOUND
 * (unreadable).
 */
export async function readInput(
  file: string,
  stdin: NodeJS.ReadableStream,
  maxBytes: number,
): Promise<string> {
  const bytes = await readBytes(file === '-' ? stdin : createReadStream(file), maxBytes);
  const text = decodeUtf8(bytes);
  if (text === undefined) throw invalidArgument('the file is not UTF-8 text');
  return text;
}

/** For people: the file's name, without the folders above it, or `stdin`. */
export function originOf(file: string): string {
  return file === '-' ? 'stdin' : basename(file);
}

/**
 * The default name of a file's source: a slug of the end of its path, and the first digits of the SHA-256 of its
 * absolute path. The same file has the same name from wherever it is imported.
 */
export function sourceNameOf(file: string): string {
  const path = resolve(file);
  const slug = toSlug(
    `${basename(dirname(path))}-${basename(path).replace(/\.json$/i, '')}`,
    MAX_SLUG_LENGTH,
  );
  const hash = createHash('sha256').update(path).digest('hex').slice(0, HASH_DIGITS);
  return slug === '' ? hash : `${slug}-${hash}`;
}

/** The default name of a file's catalog: a slug of its own name. Undefined where that leaves nothing. */
export function catalogNameOf(file: string): string | undefined {
  return toSlug(basename(file).replace(/\.(?:json|ya?ml)$/i, ''), MAX_NAME_LENGTH) || undefined;
}

function toSlug(text: string, length: number): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(-length)
    .replace(/^-+|-+$/g, '');
}

async function readBytes(stream: NodeJS.ReadableStream, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of stream) {
      const piece = Buffer.from(chunk);
      bytes += piece.byteLength;
      if (bytes > maxBytes) {
        throw new LarderError('PAYLOAD_TOO_LARGE', `the file is larger than ${maxBytes / 1024 / 1024} MiB`);
      }
      chunks.push(piece);
    }
  } catch (cause) {
    if (cause instanceof LarderError) throw cause;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'it failed';
    throw new LarderError('NOT_FOUND', `the file cannot be read (${code})`, { cause });
  }
  return Buffer.concat(chunks);
}
