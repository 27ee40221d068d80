import { createHash, randomBytes } from 'node:crypto';
import { invalidArgument } from '../errors.ts';
import type { KeyRecord, Scope, Store } from '../store/store.ts';

/** What a key looks like to people and to secret scanners. */
const KEY_PREFIX = 'larder_';
/** Too many to guess, so a plain hash of a key is enough to store. */
const KEY_BYTES = 32;
const KEY_ID_BYTES = 6;
/** A longer text is no key; it is not even hashed. */
const MAX_KEY_LENGTH = 256;
/** Names are labels for a table. */
const MAX_KEY_NAME_LENGTH = 100;

/**
 * Makes a key: `larder_` and 32 random bytes in base64url. Only its SHA-256 is stored; the text exists in the
 * answer alone. Errors: INVALID_ARGUMENT for a name that is no label.
 */
export async function createKey(
  store: Store,
  name: string,
  scope: Scope,
  now: number,
): Promise<KeyRecord & { readonly key: string }> {
  const label = name.trim();
  if (label === '' || label.length > MAX_KEY_NAME_LENGTH || /\p{Cc}/u.test(label)) {
    throw invalidArgument(
      `A key's name has 1-${MAX_KEY_NAME_LENGTH} characters, none of them control characters.`,
    );
  }
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url');
  const id = `key_${randomBytes(KEY_ID_BYTES).toString('hex')}`;
  const record = await store.createKey({ id, name: label, scope, digest: digestOf(key), now });
  return { ...record, key };
}

/** The live key with this text, or undefined. The look-up is by digest, so its time says nothing about other keys. */
export async function findKey(store: Store, text: string): Promise<KeyRecord | undefined> {
  if (text.length > MAX_KEY_LENGTH) return undefined;
  const record = await store.findKey(digestOf(text));
  return record === undefined || record.revokedAt !== null ? undefined : record;
}

function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
