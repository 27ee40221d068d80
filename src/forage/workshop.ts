import type { JsonObject } from '../model/entry.ts';

/** Anything that gives its JSON Schema through Standard JSON Schema: Zod 4 and its peers. */
export interface StandardSchema {
  readonly '~standard': object;
}

/** What makes a schema into what is kept of it. A catalog uses it while it is created, and never afterwards. */
export interface Workshop {
  /** The projection of the validator of a schema. Errors: `SchemaRefusal`. */
  compile(schema: JsonObject | StandardSchema, side: 'input' | 'output'): JsonObject;
  /** Declares `type <alias> = …;` and the types that it needs, whose names start with the alias and `$$`. */
  printTypes(projection: JsonObject, alias: string): string;
  /** An expression that type-checks against the printed type. */
  printSample(projection: JsonObject): string;
}
