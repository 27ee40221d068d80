import type { AcceptedEntry } from '../../model/accepted-entry.ts';
import { isJsonObject, type Json, member } from '../../model/entry.ts';
import { kindOf } from '../../model/media-type.ts';
import { parseUrl } from '../../model/parse-url.ts';

/** Catalogs that one manifest may point at: more than any real one does. */
const MAX_NESTED_CATALOGS = 100;

/** Addresses of the manifests that entries stand for, in their order: where a crawl goes on. */
export function listNestedCatalogs(entries: readonly AcceptedEntry[]): readonly string[] {
  const addresses = new Set<string>();
  for (const { json } of entries) {
    // Most entries are none, and are not read again for that.
    if (!json.includes('catalog+json') && !json.includes('ard+json')) continue;
    const entry: Json = JSON.parse(json);
    const address = isJsonObject(entry)
      ? catalogAddress(member(entry, 'type'), member(entry, 'url'))
      : undefined;
    if (address !== undefined && addresses.size < MAX_NESTED_CATALOGS) addresses.add(address);
  }
  return [...addresses];
}

function catalogAddress(type: Json | undefined, url: Json | undefined): string | undefined {
  if (typeof type !== 'string' || typeof url !== 'string') return undefined;
  return kindOf(type) === 'catalog' && /^https?:/i.test(url) ? parseUrl(url)?.href : undefined;
}
