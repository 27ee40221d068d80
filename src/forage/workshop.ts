import type { JsonObject } from '../model/entry.ts';
import type { StandardSchema } from './schema/project-standard.ts';

export type Side = 'input' | 'output';

/** What makes a schema into what is kept of it. A catalog uses it while it is created, and never afterwards. */
export interface Workshop {
  /** The projection of the validator of a schema. Errors: `SchemaRefusal`. */
  compile(schema: JsonObject | StandardSchema, side: Side): JsonObject;
  /**
   * Declares `type <alias> = …;` and the types that it needs, whose names start with the alias and `$$`. Without
   * `docs` it leaves out what the schema says in prose.
   */
  printTypes(projection: JsonObject, alias: string, options: { readonly docs: boolean }): string;
  /** An expression that type-checks against the printed type. */
  printSample(projection: JsonObject): string;
}
