/** What is known of who stands behind an entry. It never touches relevance (v0.91 section 4.5.2). */
export type TrustStatus = 'verified' | 'failed' | 'unverifiable';

/** Which rule decided: the closed list. */
export type TrustRule =
  /** The publisher's own domain, or one below it, served the manifest over https. */
  | 'served-by-publisher'
  /** A signature by a key of the publisher's DID document holds over the entry. */
  | 'did-web-signature'
  /** A signature does not hold, or is by nobody whom the publisher names. */
  | 'signature-wrong'
  /** `trustManifest.identity` speaks for another domain than the publisher's (section 4.5.1). */
  | 'identity-misaligned'
  /** The publisher of the identifier is no domain name. */
  | 'publisher-no-domain'
  /** The publisher is a domain under which anybody may have a name. */
  | 'publisher-public-suffix'
  /** The publisher is a host where anybody may publish; the domain alone proves no owner. */
  | 'publisher-shared'
  /** The key could not be had: the DID document did not answer, or has none of that name. */
  | 'key-unavailable'
  /** There is a signature that was not checked: it is of a kind that is not understood, or its turn has not come. */
  | 'signature-unchecked'
  /** Nothing was shown that could be checked. */
  | 'no-proof';

export interface TrustResult {
  readonly status: TrustStatus;
  readonly rule: TrustRule;
}

/** What is known of an entry that nobody looked at. */
export const NO_PROOF: TrustResult = { status: 'unverifiable', rule: 'no-proof' };
