import { createHash } from 'node:crypto';
import { invalidArgument, LarderError } from '../errors.ts';
import { parseIdentifier } from '../model/urn.ts';
import type { Store } from '../store/store.ts';
import { type BaseUrl, withProjectedUrl } from './projected-url.ts';
import { parseStoredEntry, SEARCH_ONLY_MEMBERS, withoutMembers } from './published-entry.ts';
import type { RetrievedEntry } from './registry.ts';

/** See `Registry.retrieve`. */
export async function retrieve(
  store: Store,
  identifier: string,
  { baseUrl, hidesFailed }: { readonly baseUrl: BaseUrl; readonly hidesFailed: boolean },
): Promise<RetrievedEntry> {
  const parsed = parseIdentifier(identifier);
  if (parsed === undefined) {
    throw invalidArgument(
      'The identifier is no ARD identifier: expected urn:air:<publisher>:<name>, percent-encoded once, as one path segment.',
    );
  }
  const stored = await store.findEntry(parsed.key);
  if (stored === undefined || (hidesFailed && stored.trust.status === 'failed')) {
    throw new LarderError('NOT_FOUND', `There is no entry ${parsed.key}.`);
  }
  const json = withProjectedUrl(stored.json, baseUrl());
  const entry = withoutMembers(parseStoredEntry(json), SEARCH_ONLY_MEMBERS);
  // With an address put in, it is another text than the stored one.
  const digest = json === stored.json ? stored.digest : createHash('sha256').update(json).digest('hex');
  return { entry, digest, lastSeen: stored.lastSeen };
}
