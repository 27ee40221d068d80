import { isJsonObject, type Json, type JsonObject } from '../../model/entry.ts';
import type { Scissors } from './annotations.ts';
import { MAX_DESCRIPTION_LENGTH, MAX_TITLE_LENGTH } from './bounds.ts';
import type { References } from './references.ts';
import { isLeftOut, SCHEMA_POSITIONS } from './schema-positions.ts';

/**
 * Takes schemas of a document over as far as intake keeps them: annotations are cut to their bounds, and what
 * `schema-positions.ts` lists is left out. The document is never changed.
 */
export class SchemaCleaner {
  readonly #scissors: Scissors;
  readonly #siblingsCount: boolean;
  readonly #refer: (reference: string) => string;

  /** @param refer what a reference becomes */
  constructor(scissors: Scissors, siblingsCount: boolean, refer: (reference: string) => string) {
    this.#scissors = scissors;
    this.#siblingsCount = siblingsCount;
    this.#refer = refer;
  }

  /** Recurses no deeper than the document nests. */
  rewrite(schema: Json): Json {
    if (!isJsonObject(schema)) return schema;
    const reference = Object.hasOwn(schema, '$ref') ? schema.$ref : undefined;
    if (typeof reference === 'string' && !this.#siblingsCount) return { $ref: this.#refer(reference) };
    const members: [string, Json][] = [];
    for (const [name, value] of Object.entries(schema)) {
      if (isLeftOut(name)) continue;
      const kept = this.#rewriteMember(name, value);
      if (kept !== undefined) members.push([name, kept]);
    }
    return Object.fromEntries(members);
  }

  #rewriteMember(name: string, value: Json): Json | undefined {
    switch (SCHEMA_POSITIONS.get(name)) {
      case 'one':
        return this.rewrite(value);
      case 'list':
        return Array.isArray(value) ? value.map((item: Json) => this.rewrite(item)) : value;
      case 'map':
        if (!isJsonObject(value)) return value;
        return Object.fromEntries(
          Object.entries(value).map(([key, child]) => [key, this.rewrite(child)] as const),
        );
      case undefined:
        break;
    }
    if (name === '$ref' && typeof value === 'string') return this.#refer(value);
    if (name === 'title' && typeof value === 'string') return this.#scissors.text(value, MAX_TITLE_LENGTH);
    if (name === 'description' && typeof value === 'string') {
      return this.#scissors.text(value, MAX_DESCRIPTION_LENGTH);
    }
    // Half a default is another default.
    if (ANNOTATIONS.has(name) && JSON.stringify(value).length > MAX_DESCRIPTION_LENGTH) {
      this.#scissors.cut = true;
      return undefined;
    }
    return value;
  }
}

const ANNOTATIONS: ReadonlySet<string> = new Set(['default', 'contentEncoding', 'contentMediaType']);

/**
 * Makes schemas of a document self-contained: what they refer to moves into `$defs`, each part once, and nothing
 * is inlined.
 */
export class SchemaCollector {
  readonly #references: References;
  readonly #cleaner: SchemaCleaner;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #waiting: string[] = [];

  constructor(references: References, scissors: Scissors, siblingsCount: boolean) {
    this.#references = references;
    this.#cleaner = new SchemaCleaner(scissors, siblingsCount, (reference) => this.#refer(reference));
  }

  /** A schema whose references point into `$defs`. */
  rewrite(schema: Json): Json {
    return this.#cleaner.rewrite(schema);
  }

  /** The definitions of all schemas that were rewritten so far. */
  definitions(): JsonObject {
    const definitions: [string, Json][] = [];
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift()) {
      definitions.push([this.#names.get(next) ?? '', this.rewrite(this.#references.get(next))]);
    }
    return Object.fromEntries(definitions);
  }

  #refer(reference: string): string {
    let name = this.#names.get(reference);
    if (name === undefined) {
      name = this.#nameOf(reference);
      this.#names.set(reference, name);
      this.#taken.add(name);
      this.#waiting.push(reference);
    }
    return `#/$defs/${name}`;
  }

  #nameOf(reference: string): string {
    const last = reference.slice(reference.lastIndexOf('/') + 1).replace(/[^A-Za-z0-9_]+/g, '_');
    const wanted = `${last.slice(0, MAX_DEFINITION_NAME_LENGTH) || 'Schema'}`;
    let name = wanted;
    for (let count = 2; this.#taken.has(name) || name === '__proto__'; count++) name = `${wanted}_${count}`;
    return name;
  }
}

/** Enough for every name that people choose; it is repeated at every reference. */
const MAX_DEFINITION_NAME_LENGTH = 128;
