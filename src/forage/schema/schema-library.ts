import type { Json, JsonObject } from '../../model/entry.ts';
import { buildProjector } from './build-validator.ts';
import { nameDefinitions } from './definition-names.ts';
import { normalisePart, type Surroundings } from './normalise-schema.ts';
import { createPatterns } from './pattern/patterns.ts';
import { measureDeclaration } from './print/measure-types.ts';
import { projectSchema } from './project-schema.ts';
import type { RawSchema } from './read-keyword.ts';
import { assertEnding, referencesInPlace, referencesOf } from './recursion.ts';
import { readReference } from './reference.ts';
import { SchemaRefusal } from './refusal.ts';
import { measureSchema } from './schema-bounds.ts';
import type { SchemaProfile } from './schema-profile.ts';
import { createSpeller } from './unevaluated.ts';

/** A part of a document that schemas refer to, compiled once for all of them. */
export interface LibraryDefinition {
  readonly pointer: string;
  readonly name: string;
  readonly projection: JsonObject;
  /** UTF-8 bytes of the projection as JSON. */
  readonly jsonBytes: number;
  /** UTF-8 bytes of the declaration that it prints as, without prose, under an alias of so many bytes. */
  readonly typeBytes: (aliasBytes: number) => number;
}

/** A schema of a document as `compileSchema` would project it, in parts. */
export interface LibraryCompiled {
  /** Without `$defs`. */
  readonly root: JsonObject;
  /** Everything that it reaches, by name in code unit order. */
  readonly definitions: readonly LibraryDefinition[];
}

interface Entry extends LibraryDefinition {
  /** Pointers of what it refers to, and those of them that judge the same value. */
  readonly references: readonly string[];
  readonly inPlace: readonly string[];
}

/**
 * Compiles many schemas of one document. Each part that they refer to is compiled once, which makes the work that
 * of the document and not that of all its references followed.
 */
export class SchemaLibrary {
  readonly #find: (pointer: string) => RawSchema;
  readonly #surroundings: Surroundings;
  readonly #names: ReadonlyMap<string, string>;
  readonly #entries = new Map<string, Entry | SchemaRefusal>();

  /**
   * @param pointers every canonical pointer that references of the document use
   * @param find the schema at a pointer; it throws a `SchemaRefusal` where there is none
   */
  constructor(profile: SchemaProfile, pointers: readonly string[], find: (pointer: string) => RawSchema) {
    this.#find = find;
    this.#surroundings = {
      profile,
      compilePattern: createPatterns(),
      spellOut: createSpeller((reference, at) => find(readReference(reference, at))),
    };
    this.#names = nameDefinitions(pointers);
  }

  /**
   * Compiles one schema; its references are pointers into the document. Errors: `SchemaRefusal`.
   *
   * @param charge called with the nodes of the schema, before it is compiled or refused
   * @param assertFits called with every definition as it is reached, to stop where it is too much
   */
  compile(
    schema: JsonObject,
    charge: (nodes: number) => void,
    assertFits: (definition: LibraryDefinition) => void,
  ): LibraryCompiled {
    measureSchema(schema, charge);
    const { form } = normalisePart(schema, '', this.#surroundings);
    const reached = new Map<string, Entry>();
    const pending = [...referencesOf(form)];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (reached.has(next)) continue;
      const entry = this.#get(next);
      reached.set(next, entry);
      assertFits(entry);
      pending.push(...entry.references);
    }
    assertEnding(new Map([...reached.values()].map(({ pointer, inPlace }) => [pointer, inPlace])));
    return {
      root: this.#project(form),
      definitions: [...reached.values()].sort((a, b) => (a.name < b.name ? -1 : 1)),
    };
  }

  #get(pointer: string): Entry {
    const known = this.#entries.get(pointer) ?? this.#compileEntry(pointer);
    this.#entries.set(pointer, known);
    if (known instanceof SchemaRefusal) throw known;
    return known;
  }

  #compileEntry(pointer: string): Entry | SchemaRefusal {
    try {
      const schema = this.#find(pointer);
      measureSchema(schema);
      const { form } = normalisePart(schema, pointer, this.#surroundings);
      const name = this.#nameOf(pointer);
      const projection = deepFreeze(this.#project(form));
      return {
        pointer,
        name,
        projection,
        references: [...new Set(referencesOf(form))],
        inPlace: referencesInPlace(form),
        jsonBytes: new TextEncoder().encode(JSON.stringify(projection)).length,
        typeBytes: measureDeclaration(name, projection),
      };
    } catch (error) {
      if (error instanceof SchemaRefusal) return error;
      throw error;
    }
  }

  #project(form: Parameters<typeof buildProjector>[0]): JsonObject {
    return projectSchema(buildProjector(form, (pointer) => this.#nameOf(pointer)));
  }

  #nameOf(pointer: string): string {
    const name = this.#names.get(pointer);
    if (name === undefined) throw new Error(`${pointer} is none of the pointers of the library`);
    return name;
  }
}

/** What many operations share must not be changed by one of them. Recurses as deep as a projection nests. */
function deepFreeze<T extends Json>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}
