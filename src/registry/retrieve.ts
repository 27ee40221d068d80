import { invalidArgument, LarderError } from '../errors.ts';
import { parseIdentifier } from '../model/urn.ts';
import type { Store } from '../store/store.ts';
import { parseStoredEntry, SEARCH_ONLY_MEMBERS, withoutMembers } from './published-entry.ts';
import type { RetrievedEntry } from './registry.ts';

/** See `Registry.retrieve`. */
export async function retrieve(store: Store, identifier: string): Promise<RetrievedEntry> {
  const parsed = parseIdentifier(identifier);
  if (parsed === undefined) {
    throw invalidArgument(
      'The identifier is no ARD identifier: expected urn:air:<publisher>:<name>, percent-encoded once, as one path segment.',
    );
  }
  const stored = await store.findEntry(parsed.key);
  if (stored === undefined) throw new LarderError('NOT_FOUND', `There is no entry ${parsed.key}.`);
  const entry = withoutMembers(parseStoredEntry(stored.json), SEARCH_ONLY_MEMBERS);
  return { entry, digest: stored.digest, lastSeen: stored.lastSeen };
}
