import type { SchemaProfile } from './schema-profile.ts';

/**
 * What becomes of a keyword: `kept` judges values and is projected, `annotation` is projected and judges
 * none, `dropped` does neither because it says nothing about values, `refused` makes the schema unsupported.
 */
export type KeywordFate = 'kept' | 'annotation' | 'dropped' | 'refused';

export interface Keyword {
  readonly strict: KeywordFate;
  readonly full: KeywordFate;
  /** The dialect that alone knows the keyword, where it is one. */
  readonly dialect?: SchemaProfile['dialect'];
  readonly note?: string;
}

const kept = { strict: 'kept', full: 'kept' } as const;
const annotation = { strict: 'annotation', full: 'annotation' } as const;
const dropped = { strict: 'dropped', full: 'dropped' } as const;
const refused = { strict: 'refused', full: 'refused' } as const;
const fullOnly = { strict: 'refused', full: 'kept' } as const;

const UNEVALUATED =
  'as `items` or `additionalProperties`, where no `anyOf`, `oneOf`, `if` or dependent schema decides what is left';

/**
 * Every keyword that is known, by profile. What is not in it is refused by the strict profile; the full one
 * ignores it, which is what JSON Schema says of keywords that a reader does not know. `x-` members are
 * dropped by both.
 */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['type', kept],
  ['enum', { ...kept, note: 'values of other types than `type` allows are left out' }],
  ['const', kept],
  ['allOf', kept],
  ['anyOf', kept],
  ['oneOf', kept],
  [
    '$ref',
    {
      ...kept,
      note: 'within the document; in OpenAPI 3.0 its siblings are ignored, as the specification says',
    },
  ],
  ['$defs', kept],
  ['definitions', kept],
  [
    'nullable',
    {
      ...kept,
      dialect: 'openapi-3.0',
      note: 'adds null to `type`; without `type` it says nothing; elsewhere refused, and no keyword to the full profile',
    },
  ],

  ['properties', kept],
  ['required', kept],
  ['additionalProperties', kept],
  ['minProperties', kept],
  ['maxProperties', kept],
  ['propertyNames', kept],
  ['patternProperties', { ...fullOnly, note: 'patterns are checked for catastrophic backtracking' }],

  ['items', kept],
  ['prefixItems', kept],
  ['minItems', kept],
  ['maxItems', kept],
  ['uniqueItems', kept],
  ['contains', kept],
  ['minContains', kept],
  ['maxContains', kept],

  ['minLength', { ...kept, note: 'counted in code points' }],
  ['maxLength', { ...kept, note: 'counted in code points' }],
  ['pattern', { ...fullOnly, note: 'checked for catastrophic backtracking' }],
  ['format', { ...fullOnly, note: 'formats that the table does not know are annotations' }],

  ['minimum', kept],
  ['maximum', kept],
  ['exclusiveMinimum', { ...kept, note: 'in OpenAPI 3.0 also the boolean beside `minimum`' }],
  ['exclusiveMaximum', { ...kept, note: 'in OpenAPI 3.0 also the boolean beside `maximum`' }],
  ['multipleOf', kept],

  ['title', annotation],
  ['description', annotation],
  ['default', annotation],
  ['examples', annotation],
  ['example', { ...annotation, note: 'projected as the only one of `examples`' }],
  ['deprecated', annotation],
  ['readOnly', annotation],
  ['writeOnly', annotation],
  ['contentEncoding', annotation],
  ['contentMediaType', annotation],

  ['$schema', dropped],
  ['$id', { ...dropped, note: 'at the root; refused below it, where it moves the base of references' }],
  ['id', { ...dropped, note: 'at the root; refused below it' }],
  ['$comment', dropped],
  ['$anchor', { ...dropped, note: 'references by anchor are refused' }],
  ['$vocabulary', dropped],
  ['contentSchema', dropped],
  ['discriminator', { ...dropped, note: 'a hint: it never changes which values are valid' }],
  ['xml', dropped],
  ['externalDocs', dropped],

  ['not', { ...fullOnly, note: '`not: {}`, which admits nothing, is kept by both' }],
  ['if', fullOnly],
  ['then', fullOnly],
  ['else', fullOnly],
  ['dependentSchemas', fullOnly],
  ['dependentRequired', { ...fullOnly, note: 'projected as `dependentSchemas`' }],
  ['dependencies', refused],
  ['unevaluatedItems', { ...fullOnly, note: UNEVALUATED }],
  ['unevaluatedProperties', { ...fullOnly, note: UNEVALUATED }],
  ['additionalItems', refused],
  ['$dynamicRef', refused],
  ['$dynamicAnchor', refused],
  ['$recursiveRef', refused],
  ['$recursiveAnchor', refused],
  ['divisibleBy', refused],
  ['disallow', refused],
  ['extends', refused],
]);

/** What becomes of a keyword under a profile; undefined when the table does not know it. */
export function findKeywordFate(name: string, profile: SchemaProfile): KeywordFate | undefined {
  if (name.startsWith('x-')) return 'dropped';
  const keyword = KEYWORDS.get(name);
  const foreign = keyword?.dialect !== undefined && keyword.dialect !== profile.dialect;
  return foreign && profile.rules === 'full' ? 'dropped' : keyword?.[profile.rules];
}
