import { canonicalJson } from '../model/canonical-json.ts';
import { isJsonObject, type JsonObject, member } from '../model/entry.ts';
import { CATALOG_TYPE, OPERATION_TYPE } from './projection.ts';
import { parseStoredEntry } from './published-entry.ts';

/** Gives the address under which clients reach the registry, without a slash at its end. */
export type BaseUrl = () => string;

/** How the canonical text of every projected entry, and of few others, says what it is. */
const PROJECTED = '"type":"application/vnd.forage.';

/**
 * The text of an entry with the address that a projected one is found at below the registry's base URL (no slash at its
 * end). All others come back as they are: the rules of manifests take no entry without `url` and `data`.
 */
export function withProjectedUrl(json: string, baseUrl: string): string {
  if (!json.includes(PROJECTED)) return json;
  const entry = parseStoredEntry(json);
  const address = addressOf(entry);
  return address === undefined ? json : canonicalJson({ ...entry, url: `${baseUrl}${address}` });
}

/** Where a projected entry is described, below the base URL; undefined for an entry that was published. */
function addressOf(entry: JsonObject): string | undefined {
  const metadata = member(entry, 'metadata');
  if (Object.hasOwn(entry, 'url') || Object.hasOwn(entry, 'data') || !isJsonObject(metadata))
    return undefined;
  const catalog = member(metadata, 'catalog');
  const path = member(metadata, 'path');
  if (typeof catalog !== 'string') return undefined;
  if (entry.type === CATALOG_TYPE) return `/catalogs/${catalog}`;
  if (entry.type !== OPERATION_TYPE || typeof path !== 'string') return undefined;
  return `/catalogs/${catalog}/describe?path=${encodeURIComponent(path)}`;
}
