/** UTF-8 bytes of a listing: what the metadata of a catalog may have, twice, because listings are often indented. */
export const MAX_LISTING_BYTES = 32 * 1024 * 1024;
/** Tools of one listing, all pages together. The largest known servers have some hundreds. */
export const MAX_TOOLS = 5_000;
/** Pages of one listing: a server that gives one tool a page is still read to its end. */
export const MAX_PAGES = 5_000;
/** UTF-16 code units of a tool's name. The protocol asks for at most half of that. */
export const MAX_TOOL_NAME_LENGTH = 256;
