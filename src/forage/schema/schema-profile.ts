/** Which schemas are taken, and how they are read. */
export interface SchemaProfile {
  /**
   * `strict` is the intake of the seed: no format, no regular expression, no recursion, unknown keywords
   * refused. `full` keeps formats, patterns and recursion exactly.
   */
  readonly rules: 'strict' | 'full';
  /**
   * `openapi-3.0` is read as OpenAPI 3.0.3 defines it: `nullable`, boolean `exclusiveMinimum`, siblings of
   * `$ref` ignored.
   */
  readonly dialect: 'openapi-3.0' | 'json-schema-2020-12';
}

export const STRICT_2020_12 = { rules: 'strict', dialect: 'json-schema-2020-12' } as const;
export const FULL_2020_12 = { rules: 'full', dialect: 'json-schema-2020-12' } as const;
export const STRICT_OPENAPI_30 = { rules: 'strict', dialect: 'openapi-3.0' } as const;
export const FULL_OPENAPI_30 = { rules: 'full', dialect: 'openapi-3.0' } as const;
