/**
 * UTF-8 bytes of TypeScript in one description, of an operation or of a namespace: about 16,000 tokens, more than
 * a caller should ever have to read to make one call.
 */
export const MAX_DESCRIPTION_BYTES = 64 * 1024;

/**
 * UTF-8 bytes of one operation's metadata as canonical JSON, looked at before anything is compiled. Eight times a
 * description: schemas are wordier than the types that they print as, but not more than that.
 */
export const MAX_OPERATION_BYTES = 8 * MAX_DESCRIPTION_BYTES;

/** UTF-8 bytes of the metadata of all operations of a catalog as canonical JSON: what the stamp is taken over. */
export const MAX_METADATA_BYTES = 16 * 1024 * 1024;

/** Operations of one catalog: twice what intake takes from one document. */
export const MAX_OPERATIONS = 10_000;

/** UTF-16 code units of one path: it is repeated in the names of types, in samples and in addresses. */
export const MAX_PATH_LENGTH = 512;

/** Segments of one path. */
export const MAX_PATH_DEPTH = 16;

/** Levels of objects and arrays in one schema or annotation; below where anything recursive runs out of stack. */
export const MAX_METADATA_DEPTH = 128;

/** Tags of one operation, and UTF-16 code units of one tag. */
export const MAX_TAGS = 64;
export const MAX_TAG_LENGTH = 256;

/** Characters of the name of a revision: it stands in addresses. */
export const MAX_REVISION_LENGTH = 128;

/** UTF-16 code units of a catalog's title, description and publisher: what is shown of it without asking further. */
export const MAX_TITLE_LENGTH = 256;
export const MAX_CATALOG_DESCRIPTION_LENGTH = 16_384;
export const MAX_PUBLISHER_LENGTH = 253;

/** Summaries of one page of a list, which is the default too. */
export const MAX_LIST_LIMIT = 50;

/** Results of one search, and how many it gives when nothing is said. */
export const MAX_SEARCH_LIMIT = 50;
export const DEFAULT_SEARCH_LIMIT = 10;

/** UTF-16 code units of a query: a need in words, not a document. */
export const MAX_QUERY_LENGTH = 4_096;

/** Methods that one description can be asked for: more never fit. */
export const MAX_METHODS = 1_000;

/** Names that a refusal for an unknown name offers. */
export const MAX_NEAREST_NAMES = 3;
