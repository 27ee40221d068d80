import { randomBytes } from 'node:crypto';

/** Signs what passes through clients while this process lives; a state file has one of its own. */
export function makeSecret(): Uint8Array {
  return new Uint8Array(randomBytes(32));
}
