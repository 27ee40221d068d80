import type { AcceptedEntry } from '../../model/accepted-entry.ts';
import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';
import { parseIdentifier } from '../../model/urn.ts';
import type { Finding, Verdict } from '../../model/verdict.ts';
import { judgeEntry } from './judge-entry.ts';

/** Signed entries of one manifest that are handed on to be checked: each costs a signature, and perhaps a request. */
const MAX_SIGNED_ENTRIES = 1_000;

/** An entry whose own signature is still to be checked. */
export interface SignedEntry {
  readonly key: string;
  readonly entry: JsonObject;
}

/** Judges entries by what can be known without asking anybody, and picks out those with more to check. */
export function judgeEntries(
  entries: readonly AcceptedEntry[],
  servedFrom: string | null,
): { readonly judged: readonly AcceptedEntry[]; readonly signed: readonly SignedEntry[] } {
  const signed: SignedEntry[] = [];
  const judged = entries.map((accepted) => {
    const entry = readForTrust(accepted);
    const trust = judgeEntry(entry, servedFrom);
    if (trust.rule === 'signature-unchecked' && signed.length < MAX_SIGNED_ENTRIES) {
      signed.push({ key: accepted.key, entry });
    }
    return { ...accepted, trust };
  });
  return { judged, signed };
}

/** Takes out entries whose trust failed; their verdicts say so. */
export function rejectEntries(
  judged: readonly AcceptedEntry[],
  verdicts: readonly Verdict[],
): { readonly entries: readonly AcceptedEntry[]; readonly verdicts: readonly Verdict[] } {
  const failed = new Map(
    judged.flatMap(({ key, trust }) => (trust?.status === 'failed' ? [[key, trust.rule]] : [])),
  );
  if (failed.size === 0) return { entries: judged, verdicts };
  return {
    entries: judged.filter(({ key }) => !failed.has(key)),
    verdicts: verdicts.map((verdict) => {
      const key = verdict.level === 'error' ? undefined : parseIdentifier(verdict.identifier ?? '')?.key;
      const rule = key === undefined ? undefined : failed.get(key);
      return rule === undefined ? verdict : withFailure(verdict, rule);
    }),
  };
}

function withFailure(verdict: Verdict, rule: string): Verdict {
  const message = `Nobody stands behind the entry (${rule}), and this registry takes in none of those. Publish it under your own domain.`;
  const finding: Finding = { level: 'error', rule: 'trust-failed', pointer: verdict.pointer, message };
  return { ...verdict, level: 'error', findings: [...verdict.findings, finding] };
}

/** Most entries show nothing, and are not read again for that. */
function readForTrust({ key, json }: AcceptedEntry): JsonObject {
  if (!json.includes('"trustManifest"')) return { identifier: key };
  const entry: Json = JSON.parse(json);
  return isJsonObject(entry) ? entry : { identifier: key };
}
