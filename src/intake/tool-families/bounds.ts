/** UTF-8 bytes of a listing as JSON, about: what the metadata of a whole catalog may have. */
export const MAX_REPLY_BYTES = 16 * 1024 * 1024;
/** Rows of a listing: as many as the operations of the largest document. */
export const MAX_ROWS = 5_000;
/** UTF-16 code units of a row's name. Tool protocols take half of that. */
export const MAX_NAME_LENGTH = 256;
/** UTF-8 bytes of a value that a validator judges, about: what a request may carry. */
export const MAX_VALUE_BYTES = 8 * 1024 * 1024;
/** Issues that a validator reports: enough to mend a call, too few to flood whoever asked. */
export const MAX_ISSUES = 20;
