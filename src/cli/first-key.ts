import { closeSync, fsyncSync, openSync, statSync, unlinkSync, writeSync } from 'node:fs';
import { LarderError } from '../errors.ts';
import type { Registry } from '../registry/registry.ts';

/** For the owner of the process alone. */
const OWNER_ONLY = 0o600;

/**
 * Makes an admin key and writes it to `file`, when the registry has none; true when it did. An existing file is
 * never written over: but an empty one is what a start leaves that was killed here, and it is filled.
 * Errors: CONFLICT for a file that holds something while the registry has no admin key.
 */
export async function createFirstKey(registry: Registry, file: string): Promise<boolean> {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  const keys = await registry.listKeys();
  const hasAdmin = keys.some((key) => key.scope === 'admin' && key.revokedAt === null);
  if (hasAdmin && size !== 0) return false;
  if (size !== undefined && size > 0) {
    throw new LarderError(
      'CONFLICT',
      `--create-admin-key: ${file} exists and is not written over, but the database has no admin key; ` +
        'move the file away, or make a key with larder key create',
    );
  }
  const descriptor = open(file, size === undefined ? 'wx' : 'r+');
  try {
    const { id, key } = await registry.createKey('first admin key', 'admin');
    try {
      writeSync(descriptor, `${key}\n`);
      fsyncSync(descriptor);
    } catch (error) {
      await registry.revokeKey(id);
      throw unwritable(file, error);
    }
  } catch (error) {
    if (size === undefined) unlinkSync(file);
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return true;
}

function open(file: string, flags: 'wx' | 'r+'): number {
  try {
    return openSync(file, flags, OWNER_ONLY);
  } catch (error) {
    throw unwritable(file, error);
  }
}

function unwritable(file: string, cause: unknown): LarderError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
  return new LarderError('UNAVAILABLE', `--create-admin-key: ${file} cannot be written (${code})`, { cause });
}
