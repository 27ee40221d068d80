import type { JsonObject } from '../../model/entry.ts';
import type { TrustResult } from '../../model/trust.ts';
import { judgeBinding, speaksFor } from '../../registry/trust/judge-binding.ts';
import { findSignature } from '../../registry/trust/judge-entry.ts';
import type { TrustVerifier } from './verifier.ts';

/**
 * Checks an entry's own signature. One that does not hold is a failure, whoever served the entry; where it cannot be checked,
 * the host that served it may still speak for it. Undefined for an entry without a signature, or whose binding says all.
 *
 * Errors: the reason of `signal`.
 */
export async function verifySignature(
  entry: JsonObject,
  servedFrom: string | null,
  verifiers: readonly TrustVerifier[],
  signal: AbortSignal,
): Promise<TrustResult | undefined> {
  const binding = judgeBinding(entry);
  const signature = findSignature(entry);
  if (binding.kind === 'decided' || signature === undefined) return undefined;
  const served = speaksFor(servedFrom, binding.owner);
  const { identity } = binding;
  if (identity === undefined)
    return served ? SERVED : { status: 'unverifiable', rule: 'signature-unchecked' };
  const proof = { entry, identity, signature };
  const result = await verifiers.find((verifier) => verifier.takes(proof))?.verify(proof, signal);
  if (result !== undefined && result.status !== 'unverifiable') return result;
  if (served) return SERVED;
  return result ?? { status: 'unverifiable', rule: 'signature-unchecked' };
}

const SERVED: TrustResult = { status: 'verified', rule: 'served-by-publisher' };
