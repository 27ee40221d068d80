import { sha256 } from '@noble/hashes/sha2.js';
import { ForageError } from './refusal.ts';

/** What a cursor is bound to; any text does, it is hashed. */
export interface ListBinding {
  readonly catalogStamp: string;
  readonly namespace: string | undefined;
  /** Says which operations are listed, and in which order. */
  readonly paths: string;
}

/**
 * Layout 1: format (1 byte), stamp, namespace, paths (8 each), offset (4), digest of all that (8). The digest
 * notices accidents, not forgers: a cursor gives nothing that a list without one does not.
 */
const FORMAT = 1;
const TAG_BYTES = 8;
const TAGS_AT = 1;
const OFFSET_AT = TAGS_AT + 3 * TAG_BYTES;
const DIGEST_AT = OFFSET_AT + 4;
const LENGTH = DIGEST_AT + TAG_BYTES;

const START_AGAIN = 'begin a fresh listing without cursor';

/** The opaque cursor of the page that starts at `offset`. */
export function encodeCursor(binding: ListBinding, offset: number): string {
  const bytes = new Uint8Array(LENGTH);
  bytes[0] = FORMAT;
  for (const [i, tag] of tagsOf(binding).entries()) bytes.set(tag, TAGS_AT + i * TAG_BYTES);
  new DataView(bytes.buffer).setUint32(OFFSET_AT, offset);
  bytes.set(tagOf(bytes.subarray(0, DIGEST_AT)), DIGEST_AT);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/**
 * The offset that a cursor carries. Errors, each with a text of its own: `cursor-malformed` (also for one that
 * was cut or altered), `cursor-of-another-stamp`, `cursor-of-another-namespace`, `cursor-of-other-operations`.
 */
export function decodeCursor(binding: ListBinding, cursor: string): number {
  const bytes = decodeBytes(cursor);
  if (bytes === undefined) {
    throw new ForageError(
      'cursor-malformed',
      `cursor is not one that this list gave; send it exactly as it was answered, or ${START_AGAIN}.`,
    );
  }
  const [stamp, namespace, paths] = tagsOf(binding);
  if (!isAt(bytes, TAGS_AT, stamp)) {
    throw new ForageError(
      'cursor-of-another-stamp',
      `cursor belongs to other catalog contents than the present ones (stamp ${binding.catalogStamp}); ${START_AGAIN}.`,
    );
  }
  if (!isAt(bytes, TAGS_AT + TAG_BYTES, namespace)) {
    throw new ForageError(
      'cursor-of-another-namespace',
      `cursor belongs to a list of another namespace; repeat the namespace that it was given for, or ${START_AGAIN}.`,
    );
  }
  if (!isAt(bytes, TAGS_AT + 2 * TAG_BYTES, paths)) {
    throw new ForageError(
      'cursor-of-other-operations',
      `cursor belongs to a list of other operations: those that are bound have changed; ${START_AGAIN}.`,
    );
  }
  return new DataView(bytes.buffer).getUint32(OFFSET_AT);
}

function tagsOf({
  catalogStamp,
  namespace,
  paths,
}: ListBinding): readonly [Uint8Array, Uint8Array, Uint8Array] {
  const encoder = new TextEncoder();
  return [
    tagOf(encoder.encode(catalogStamp)),
    // No namespace is an empty string, so the absent one has a spelling of its own.
    tagOf(encoder.encode(namespace ?? '')),
    tagOf(encoder.encode(paths)),
  ];
}

function tagOf(bytes: Uint8Array): Uint8Array {
  return sha256(bytes).subarray(0, TAG_BYTES);
}

function isAt(bytes: Uint8Array, at: number, tag: Uint8Array): boolean {
  return tag.every((byte, i) => bytes[at + i] === byte);
}

/** The bytes of a cursor that is whole; base64 can spell the same bytes in several ways, only ours is taken. */
function decodeBytes(cursor: string): Uint8Array<ArrayBuffer> | undefined {
  if (cursor.length !== Math.ceil((LENGTH * 4) / 3) || !/^[A-Za-z0-9_-]+$/.test(cursor)) return undefined;
  const binary = atob(cursor.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = Uint8Array.from(binary, (char) => char.charCodeAt(0));
  if (bytes[0] !== FORMAT || !isAt(bytes, DIGEST_AT, tagOf(bytes.subarray(0, DIGEST_AT)))) return undefined;
  const spelled = btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
  return spelled === cursor ? bytes : undefined;
}
