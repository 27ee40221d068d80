import { MAX_DESCRIPTION_BYTES, MAX_OPERATION_BYTES } from '../../forage/bounds.ts';
import { measureTypes } from '../../forage/schema/print/measure-types.ts';
import type { RawSchema } from '../../forage/schema/read-keyword.ts';
import { readReference } from '../../forage/schema/reference.ts';
import { SchemaRefusal } from '../../forage/schema/refusal.ts';
import { type LibraryDefinition, SchemaLibrary } from '../../forage/schema/schema-library.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';
import { Scissors } from './annotations.ts';
import { MAX_FULL_NODES, MAX_FULL_PREVIEW_BYTES } from './bounds.ts';
import type { CallCompilers, SideCompiler, SideSchema } from './call-schemas.ts';
import type { IntakeProfile } from './profile.ts';
import { tooManyNodes } from './read-yaml.ts';
import type { References } from './references.ts';
import { OpenApiError, OperationRefusal } from './refusal.ts';
import { SchemaCleaner } from './schemas.ts';
import { oncePerPart } from './shared-parts.ts';

/**
 * The schemas of a document under the full profile. What operations share is compiled once; each gets it under
 * `$defs` as far as it needs it, up to what fits its description.
 */
export class DocumentSchemas implements CallCompilers {
  readonly #siblingsCount: boolean;
  readonly #library: SchemaLibrary;
  #nodes = 0;
  #bytes = 0;
  /** Pointers of the parts whose annotations were cut. */
  readonly #cut = new Set<string>();
  readonly #take = oncePerPart((schema: JsonObject) => {
    const scissors = new Scissors();
    return { schema: this.#clean(schema, scissors), cut: scissors.cut };
  });

  constructor(root: JsonObject, references: References, { schemas, minor }: IntakeProfile) {
    this.#siblingsCount = minor > 0;
    this.#library = new SchemaLibrary(schemas, listPointers(root), (pointer) => {
      const scissors = new Scissors();
      const schema = this.#clean(find(pointer, references), scissors);
      if (scissors.cut) this.#cut.add(pointer);
      return isJsonObject(schema) ? schema : schema === true;
    });
  }

  open(alias: string, scissors: Scissors): SideCompiler {
    return {
      take: (raw) => {
        if (!isJsonObject(raw)) return raw;
        const { schema, cut } = this.#take(raw);
        scissors.cut ||= cut;
        return schema;
      },
      compile: (schema) => this.#compile(schema, alias, scissors),
    };
  }

  /** A schema as far as it is kept; its references still point into the document. */
  #clean(schema: Json, scissors: Scissors): Json {
    return new SchemaCleaner(scissors, this.#siblingsCount, (reference) => reference).rewrite(schema);
  }

  #compile(schema: JsonObject, alias: string, scissors: Scissors): SideSchema {
    let typeBytes = 0;
    let jsonBytes = 0;
    const charge = (nodes: number) => {
      this.#nodes += nodes;
      if (this.#nodes > MAX_FULL_NODES) throw tooManyNodes(MAX_FULL_NODES);
    };
    const { root, definitions } = this.#library.compile(schema, charge, (definition) => {
      typeBytes += definition.typeBytes(alias.length);
      jsonBytes += definition.jsonBytes + definition.name.length + JSON_MEMBER_BYTES;
      scissors.cut ||= this.#cut.has(definition.pointer);
      assertFits(typeBytes, MAX_DESCRIPTION_BYTES, 'TypeScript');
      assertFits(jsonBytes, MAX_OPERATION_BYTES, 'JSON');
    });
    jsonBytes += new TextEncoder().encode(JSON.stringify(root)).length + JSON_DEFINITIONS_BYTES;
    typeBytes += measureTypes(root, alias);
    this.#bytes += jsonBytes;
    if (this.#bytes > MAX_FULL_PREVIEW_BYTES) {
      throw new OpenApiError(
        'document-bytes',
        `The schemas of its operations have more than ${MAX_FULL_PREVIEW_BYTES} bytes, those that are shared counted for each.`,
      );
    }
    return {
      projection: definitions.length === 0 ? root : { ...root, $defs: toObject(definitions) },
      sizes: { jsonBytes, typeBytes },
    };
  }
}

/** Two quotes, a colon and a comma. */
const JSON_MEMBER_BYTES = 4;
/** `,"$defs":{}` */
const JSON_DEFINITIONS_BYTES = 11;

function assertFits(bytes: number, bound: number, what: string): void {
  if (bytes <= bound) return;
  throw new OperationRefusal(
    'description-too-large',
    `What its schemas refer to has more than ${bound} bytes of ${what}`,
  );
}

function toObject(definitions: readonly LibraryDefinition[]): JsonObject {
  return Object.fromEntries(definitions.map(({ name, projection }) => [name, projection]));
}

function find(pointer: string, references: References): RawSchema {
  try {
    const schema = references.get(`#${pointer.split('/').map(encodeURIComponent).join('/')}`);
    if (isJsonObject(schema) || typeof schema === 'boolean') return schema;
  } catch (error) {
    if (!(error instanceof OperationRefusal)) throw error;
  }
  throw new SchemaRefusal(
    'unresolved-reference',
    pointer,
    'The reference points at nothing that is a schema',
  );
}

/** Every pointer that a reference of the document has, as references are spelled the one canonical way. */
function listPointers(root: JsonObject): readonly string[] {
  const found = new Set<string>();
  const pending: Json[] = [root];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    const reference = isJsonObject(value) ? member(value, '$ref') : undefined;
    if (typeof reference === 'string') found.add(reference);
    for (const child of Object.values(value)) pending.push(child);
  }
  return [...new Set([...found].flatMap(findPointer))];
}

function findPointer(reference: string): readonly string[] {
  try {
    return [readReference(reference, '')];
  } catch (error) {
    // What leads nowhere is refused where it is used.
    if (error instanceof SchemaRefusal) return [];
    throw error;
  }
}
