/** From the first byte to the last tool. A package runner may have to install the server before it starts. */
export const LISTING_DEADLINE_MS = 60_000;
/** Bytes that a command may write to its standard output: the largest listing, and what surrounds it. */
export const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
/** Bytes of the end of what a command wrote to its standard error: where it says why it ended. */
export const MAX_LAST_WORDS_BYTES = 4 * 1024;
/** A command whose standard input is closed gets this long to end by itself, and as long again after SIGTERM. */
export const END_GRACE_MS = 500;
/** UTF-16 code units of a stranger's message that are repeated. */
export const MAX_MESSAGE_LENGTH = 300;
