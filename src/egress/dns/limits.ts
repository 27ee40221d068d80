/** For one answer of one server. */
export const DNS_TIMEOUT_MS = 2_000;
/** Rounds over all servers. */
export const DNS_ROUNDS = 2;
/** Servers asked; more are never configured for a reason. */
export const MAX_DNS_SERVERS = 4;
/** Size of UDP answers that we say we take: what passes everywhere without being cut into pieces (DNS flag day 2020). */
export const UDP_PAYLOAD_BYTES = 1_232;
/** Records in one answer that are looked at. */
export const MAX_DNS_RECORDS = 256;
/** Aliases followed within one answer. */
export const MAX_ALIASES = 8;
/** Bytes of the texts of one answer together: far more than any use of TXT records. */
export const MAX_TEXT_BYTES = 16 * 1024;
/** Names being asked for at once; each holds a socket. */
export const MAX_DNS_QUESTIONS = 64;
