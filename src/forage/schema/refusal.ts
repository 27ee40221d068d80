/**
 * Every reason for which a schema is refused rather than compiled. The table is closed; intake and catalogs
 * show these codes as they are.
 */
export const SCHEMA_REFUSALS = {
  malformed: 'A keyword has a value that JSON Schema does not allow there.',
  'too-deep': 'The schema nests deeper than the bound.',
  'too-large': 'The schema has more nodes than the bound.',
  'unknown-keyword': 'The keyword is not in the table of keywords.',
  'unsupported-keyword': 'The keyword constrains values in a way that the compiler cannot preserve.',
  'unsupported-format': 'The strict profile takes no format.',
  'unsupported-pattern': 'The strict profile takes no regular expression.',
  'invalid-pattern': 'The pattern is not a regular expression of ECMAScript with the flag u.',
  'unsafe-pattern':
    'The pattern could take exponential or high polynomial time, or more than the bounds allow.',
  'external-reference': 'The reference leaves the document.',
  'unresolved-reference': 'The reference points at nothing, or at something that is no schema.',
  recursive: 'The strict profile takes no recursive schema.',
  'endless-recursion': 'The schema refers to itself without going into a member or an item first.',
  'nullable-outside-3.0': 'Only OpenAPI 3.0 has nullable; elsewhere the type null says it.',
  'prototype-name': 'A member name would reach an object’s prototype.',
  unsatisfiable: 'No value satisfies the enumeration together with the type beside it.',
  'unrepresentable-standard': 'The Standard Schema does not give a JSON Schema that says the same.',
} as const satisfies Record<string, string>;

export type SchemaRefusalCode = keyof typeof SCHEMA_REFUSALS;

/** A schema that is not compiled: which rule, where (JSON Pointer into the schema), and what would be right. */
export class SchemaRefusal extends Error {
  readonly code: SchemaRefusalCode;
  /** RFC 6901, from the root of the schema that was passed in. */
  readonly pointer: string;
  readonly reason: string;

  constructor(code: SchemaRefusalCode, pointer: string, reason: string) {
    super(`${reason} (at ${pointer === '' ? 'the root' : pointer})`);
    this.name = 'SchemaRefusal';
    this.code = code;
    this.pointer = pointer;
    this.reason = reason;
  }
}
