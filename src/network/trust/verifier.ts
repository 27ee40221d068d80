import type { JsonObject } from '../../model/entry.ts';
import type { TrustResult } from '../../model/trust.ts';

/** What an entry's own proof is checked with. */
export interface Proof {
  readonly entry: JsonObject;
  /** `trustManifest.identity`, whose domain is the publisher's. */
  readonly identity: string;
  /** `trustManifest.signature`. */
  readonly signature: string;
}

/** One way to check a proof. Others can stand beside it: the specification names none (section 4.5.2). */
export interface TrustVerifier {
  readonly name: string;
  /** True when the proof is of the kind that it understands. */
  takes(proof: Proof): boolean;
  /** Never throws for what a stranger wrote or a host answered. Errors: the reason of `signal`. */
  verify(proof: Proof, signal: AbortSignal): Promise<TrustResult>;
}
