import { isJsonObject, type JsonObject, member } from '../../model/entry.ts';
import type { TrustResult } from '../../model/trust.ts';
import { judgeBinding, speaksFor } from './judge-binding.ts';

/**
 * Judges who stands behind an entry by what can be known without asking anybody: the binding of its identity, and the host
 * that served it. A signature is left open: whoever can ask for keys checks it (`network/trust`).
 */
export function judgeEntry(
  entry: JsonObject,
  /** The domain that served the manifest over https; null where none is certain. */
  servedFrom: string | null,
): TrustResult {
  const binding = judgeBinding(entry);
  if (binding.kind === 'decided') return binding.result;
  if (findSignature(entry) !== undefined) return { status: 'unverifiable', rule: 'signature-unchecked' };
  return speaksFor(servedFrom, binding.owner)
    ? { status: 'verified', rule: 'served-by-publisher' }
    : { status: 'unverifiable', rule: 'no-proof' };
}

/** `trustManifest.signature`, where there is a text. */
export function findSignature(entry: JsonObject): string | undefined {
  const trust = member(entry, 'trustManifest');
  const signature = isJsonObject(trust) ? member(trust, 'signature') : undefined;
  return typeof signature === 'string' && signature !== '' ? signature : undefined;
}
