import { createHash } from 'node:crypto';
import type { AcceptedEntry } from '../../model/accepted-entry.ts';
import { MAX_MANIFEST_ENTRIES } from '../../model/bounds.ts';
import { canonicalJson } from '../../model/canonical-json.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { nestedEntries } from '../../model/nested-entries.ts';
import { findTypeMember } from '../../model/published-type.ts';
import { MAX_IDENTIFIER_LENGTH, parseIdentifier } from '../../model/urn.ts';
import type { Finding, Verdict } from '../../model/verdict.ts';
import { parseDocument, tooManyEntries } from './document.ts';
import { judgeAlone } from './judge-alone.ts';
import { createNeighbourhood, type Neighbourhood } from './neighbourhood.ts';
import { pointerTo } from './pointer.ts';

/** How deep catalogs inside catalogs are read (DESIGN, ARD-NETWORK: the network's own habit). */
export const MAX_CATALOG_DEPTH = 4;

/**
 * Entries whose findings are all kept. Beyond them each entry keeps its gravest one, so that 60 kB of empty
 * objects do not become tens of megabytes of findings.
 */
export const MAX_DETAILED_VERDICTS = 2_000;

export interface ManifestReading {
  /** The entries to index, in document order; a nested catalog's entries follow it. */
  readonly entries: readonly AcceptedEntry[];
  /** One verdict for each entry that was found, in the same order. */
  readonly verdicts: readonly Verdict[];
}

/** An entry found in the document and still to be judged. */
interface Found {
  readonly value: Json;
  readonly pointer: string;
  /** Catalogs around it. */
  readonly depth: number;
}

/**
 * Reads a manifest (`ard.json` or `ai-catalog.json`, v0.9 or v0.91): a verdict for each entry, and the entries
 * that are fit to be indexed. A bad entry never loses a good one, not even those inside a catalog that is bad
 * itself. Pure and without I/O; `@context` and every other term are kept and never fetched.
 *
 * Errors: those of `parseDocument`, when nothing can be read at all.
 */
export function readManifest(text: string): ManifestReading {
  const entries: AcceptedEntry[] = [];
  const verdicts: Verdict[] = [];
  const neighbourhood = createNeighbourhood();
  const pending: Found[] = foundIn(parseDocument(text), '/entries', 0).reverse();
  let count = pending.length;

  for (let found = pending.pop(); found !== undefined; found = pending.pop()) {
    const judged = judge(found, neighbourhood);
    verdicts.push(verdicts.length < MAX_DETAILED_VERDICTS ? judged.verdict : shorten(judged.verdict));
    if (judged.accepted !== undefined) entries.push(judged.accepted);

    const children = nestedIn(found);
    count += children.length;
    if (count > MAX_MANIFEST_ENTRIES) throw tooManyEntries();
    for (const child of children.reverse()) pending.push(child);
  }
  return { entries, verdicts };
}

function foundIn(values: readonly Json[], pointer: string, depth: number): Found[] {
  return values.map((value, at) => ({ value, pointer: pointerTo(pointer, at), depth }));
}

/** The entries of a nested catalog; those beyond the depth come too, to be told so, but not what is in them. */
function nestedIn(found: Found): Found[] {
  if (found.depth > MAX_CATALOG_DEPTH || !isJsonObject(found.value)) return [];
  const entries = nestedEntries(found.value);
  return entries === undefined
    ? []
    : foundIn(entries, pointerTo(found.pointer, 'data', 'entries'), found.depth + 1);
}

interface Judged {
  readonly verdict: Verdict;
  readonly accepted: AcceptedEntry | undefined;
}

function judge(found: Found, neighbourhood: Neighbourhood): Judged {
  const { value, pointer, depth } = found;
  if (!isJsonObject(value)) {
    const message = 'The entry is not a JSON object. Write {"identifier": ..., "displayName": ..., ...}.';
    return refused(found, [{ level: 'error', rule: 'entry-object', pointer, message }]);
  }
  if (depth > MAX_CATALOG_DEPTH) {
    const message = `The entry lies more than ${MAX_CATALOG_DEPTH} catalogs deep, where neither it nor what is in it is read. Publish the inner catalog by itself.`;
    return refused(found, [{ level: 'error', rule: 'catalog-depth', pointer, message }]);
  }
  const alone = judgeAlone(value, pointer);
  if (hasError(alone.findings)) return refused(found, alone.findings);

  const key = parseIdentifier(String(value.identifier))!;
  const among = neighbourhood.admit({ key: key.key, pointer, paths: alone.paths });
  if (hasError(among)) return refused(found, [...alone.findings, ...among]);

  const json = canonicalJson(withType(value));
  return {
    verdict: verdictOf(found, alone.findings),
    accepted: { key: key.key, json, digest: sha256(json), publisher: key.publisher },
  };
}

function hasError(findings: readonly Finding[]): boolean {
  return findings.some((finding) => finding.level === 'error');
}

function refused(found: Found, findings: readonly Finding[]): Judged {
  return { verdict: verdictOf(found, findings), accepted: undefined };
}

function verdictOf({ value, pointer }: Found, findings: readonly Finding[]): Verdict {
  const identifier = isJsonObject(value) ? member(value, 'identifier') : undefined;
  return {
    pointer,
    identifier: typeof identifier === 'string' ? identifier.slice(0, MAX_IDENTIFIER_LENGTH) : null,
    level: hasError(findings) ? 'error' : findings.length > 0 ? 'warning' : 'ok',
    findings,
  };
}

function shorten(verdict: Verdict): Verdict {
  const gravest = verdict.findings.find(({ level }) => level === verdict.level);
  return { ...verdict, findings: gravest === undefined ? [] : [gravest] };
}

/** v0.91 wants `type` in every entry: it is filled in from `mediaType`, which stays. */
function withType(entry: JsonObject): JsonObject {
  if (findTypeMember(entry) === 'type') return entry;
  return Object.fromEntries([...Object.entries(entry), ['type', member(entry, 'mediaType') ?? null]]);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
