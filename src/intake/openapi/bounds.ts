/** UTF-8 bytes of one document under the strict rules. */
export const MAX_DOCUMENT_BYTES = 2 * 1024 * 1024;
/** Levels of objects and arrays, of a document as it is written and of a schema with its references followed. */
export const MAX_DEPTH = 32;
/**
 * Objects, arrays and scalars: of a document as it is written, and of all schemas that are read from it, where
 * what a reference points at counts again at every occurrence.
 */
export const MAX_NODES = 50_000;
/** Operations of one document, unsupported ones included. */
export const MAX_OPERATIONS = 500;

/** UTF-8 bytes of one document under the full profile: two and a half times the largest that is known. */
export const MAX_FULL_DOCUMENT_BYTES = 32 * 1024 * 1024;
/**
 * UTF-8 bytes of one document in YAML under the full profile: reading it takes about a hundred times its size in
 * memory, and half a second for each MiB. The largest known one has 1.7 MB; a larger one can be given as JSON.
 */
export const MAX_FULL_YAML_BYTES = 10 * 1024 * 1024;
/** Nodes of such a document: short lines take more for each byte. */
export const MAX_FULL_YAML_NODES = 500_000;
/** Levels of a document as it is written; the deepest known one has 30. */
export const MAX_FULL_DEPTH = 128;
/**
 * Nodes of a document as it is written; the largest known one has 258,000. The same for all schemas that its
 * operations have beside what those refer to, since parameters and answers can be shared by many operations.
 */
export const MAX_FULL_NODES = 1_000_000;
/**
 * UTF-8 bytes of the JSON of all schemas of a preview, shared parts counted for each operation: four times what a
 * catalog takes. The largest known one has 8 MB.
 */
export const MAX_FULL_PREVIEW_BYTES = 64 * 1024 * 1024;
/** Operations of one document; the largest known one has 1,223. */
export const MAX_FULL_OPERATIONS = 5_000;
/** Parameters of one operation under the full profile: they can be shared by all operations of a document. */
export const MAX_FULL_PARAMETERS = 256;
/** UTF-16 code units of a path template: longer than any address that servers commonly take. */
export const MAX_TEMPLATE_LENGTH = 2_048;
/** UTF-16 code units of a parameter's name, which is repeated in types and in samples. */
export const MAX_PARAMETER_NAME_LENGTH = 256;

/** UTF-16 code units of a description, or of the JSON of another schema annotation. */
export const MAX_DESCRIPTION_LENGTH = 2_048;
/** UTF-16 code units of a title or summary. */
export const MAX_TITLE_LENGTH = 200;
/** Tags of an operation, and UTF-16 code units of one. */
export const MAX_TAGS = 16;
export const MAX_TAG_LENGTH = 64;

/** Characters of a method name: what tool protocols take. */
export const MAX_METHOD_NAME_LENGTH = 64;
/** Methods of a selected table. */
export const MAX_TABLE_METHODS = 64;
/** UTF-8 bytes of a selected table as canonical JSON. */
export const MAX_TABLE_BYTES = 512 * 1024;
/** Server hints of a document, and UTF-16 code units of one. */
export const MAX_SERVERS = 32;
export const MAX_SERVER_URL_LENGTH = 2_048;
/** Authentication hints of a document. */
export const MAX_AUTHENTICATION_HINTS = 64;
