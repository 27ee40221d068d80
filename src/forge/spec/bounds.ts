/** UTF-8 bytes of a spec file: a thousand tools with the schemas of a large API. */
export const MAX_SPEC_BYTES = 4 * 1024 * 1024;
/** Levels of objects and arrays in a spec, well below where anything recursive runs out of stack. */
export const MAX_SPEC_DEPTH = 64;
/** Tools of one spec. Models choose badly among far fewer; this bounds the work. */
export const MAX_TOOLS = 1_000;
/** Parameters of one tool. */
export const MAX_PARAMS = 256;
/** Problems that one check reports; a last one says that there were more. */
export const MAX_PROBLEMS = 100;

/** Characters of a spec's or tool's name: what MCP clients take. */
export const MAX_NAME_LENGTH = 64;
/** Characters of a parameter's name: what model providers take as the name of a property. */
export const MAX_PARAM_NAME_LENGTH = 64;
/** UTF-16 code units of a description or of instructions: read by a model each time it plans. */
export const MAX_TEXT_LENGTH = 16_384;
/** UTF-16 code units of a title, a version or a user agent. */
export const MAX_LABEL_LENGTH = 256;
/** UTF-16 code units of an address or a path. */
export const MAX_ADDRESS_LENGTH = 2_048;
/** UTF-16 code units of a constant header value. */
export const MAX_HEADER_VALUE_LENGTH = 1_024;
/** Milliseconds that a tool may set as its time limit: ten minutes, beyond what clients wait. */
export const MAX_TIMEOUT_MS = 600_000;

/** UTF-16 code units of one GraphQL document. */
export const MAX_QUERY_LENGTH = 65_536;
/** Tokens of one GraphQL document, and levels of its brackets: the parser recurses. */
export const MAX_QUERY_TOKENS = 16_384;
export const MAX_QUERY_DEPTH = 64;
