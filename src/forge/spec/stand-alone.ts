import { SCHEMA_POSITIONS } from '../../intake/openapi/schema-positions.ts';
import { isJsonObject, type Json, type JsonObject, member } from '../../model/entry.ts';

/** UTF-16 code units of a schema up to which references are written out: beyond, repeating costs readers more. */
const MAX_INLINED_LENGTH = 16_384;

/** Definitions up to which those that are recursive are looked for, which is quadratic; more do not fit in the length. */
const MAX_INLINED_DEFINITIONS = 1_000;

const DEFINITION = '#/$defs/';

/**
 * A schema that stands by itself: what it refers to is written out, because models and many clients read that best.
 * Definitions stay for recursion only, and where the whole would grow too long.
 */
export function standAlone(schema: JsonObject, definitions: JsonObject): JsonObject {
  const links = linksOf(schema, definitions);
  if (links.size === 0) return schema;
  const whole = () =>
    withDefinitions(
      schema,
      [...links.keys()].map((name) => [name, definitionOf(name, definitions)] as const),
    );
  if (links.size > MAX_INLINED_DEFINITIONS) return whole();
  const recursive = [...links.keys()].filter((name) => reach(links.get(name), links).has(name));
  const writer = { definitions, budget: { left: MAX_INLINED_LENGTH }, kept: new Set(recursive) };
  const written = write(schema, writer);
  const parts = recursive.map((name) => [name, write(definitionOf(name, definitions), writer)] as const);
  return writer.budget.left >= 0 && isJsonObject(written) ? withDefinitions(written, parts) : whole();
}

/** The name that a reference to a definition has; undefined for schemas that are none. */
export function referenceOf(schema: JsonObject): string | undefined {
  const reference = member(schema, '$ref');
  if (typeof reference !== 'string' || !reference.startsWith(DEFINITION)) return undefined;
  return reference.slice(DEFINITION.length).replaceAll('~1', '/').replaceAll('~0', '~');
}

/** A copy of a schema in which each schema directly inside it is replaced; literals stay as they are. */
export function mapSubschemas(schema: JsonObject, replace: (part: Json) => Json): JsonObject {
  const members = Object.entries(schema).map(([keyword, value]): [string, Json] => {
    const position = SCHEMA_POSITIONS.get(keyword);
    if (position === 'one') return [keyword, replace(value)];
    if (position === 'list' && Array.isArray(value))
      return [keyword, value.map((part: Json) => replace(part))];
    if (position !== 'map' || !isJsonObject(value)) return [keyword, value];
    const parts = Object.entries(value).map(([name, part]) => [name, replace(part)] as const);
    return [keyword, Object.fromEntries(parts)];
  });
  return Object.fromEntries(members);
}

interface Writer {
  readonly definitions: JsonObject;
  /** Below zero, what is written is thrown away. */
  readonly budget: { left: number };
  /** Definitions that lead back to themselves. */
  readonly kept: ReadonlySet<string>;
}

/** Writes references out. It ends, because those that lead back to themselves are kept. */
function write(schema: Json, writer: Writer): Json {
  if (!isJsonObject(schema) || writer.budget.left < 0) return schema;
  writer.budget.left -= Object.entries(schema).reduce(
    (sum, [keyword, value]) => sum + keyword.length + (typeof value === 'object' ? 4 : String(value).length),
    0,
  );
  const name = referenceOf(schema);
  const target = name === undefined || writer.kept.has(name) ? undefined : member(writer.definitions, name);
  if (target === undefined) return mapSubschemas(schema, (part) => write(part, writer));
  const { $ref: _, ...siblings } = schema;
  const written = write(target, writer);
  const keywords = Object.keys(siblings);
  if (keywords.length === 0) return written;
  const beside = mapSubschemas(siblings, (part) => write(part, writer));
  if (isJsonObject(written) && keywords.every((keyword) => ANNOTATIONS.has(keyword)))
    return { ...written, ...beside };
  return { ...beside, allOf: [written, ...listOf(member(beside, 'allOf'))] };
}

/** Every definition that a schema reaches, with those that it refers to itself. */
function linksOf(schema: JsonObject, definitions: JsonObject): ReadonlyMap<string, ReadonlySet<string>> {
  const links = new Map<string, ReadonlySet<string>>();
  const waiting = [...listReferences(schema)];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (links.has(name)) continue;
    const found = listReferences(definitionOf(name, definitions));
    links.set(name, found);
    waiting.push(...found);
  }
  return links;
}

/** What can be reached by following links. */
function reach(
  from: ReadonlySet<string> | undefined,
  links: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...(from ?? [])];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...(links.get(name) ?? []));
  }
  return reached;
}

function listReferences(schema: Json): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (part: Json): Json => {
    if (!isJsonObject(part)) return part;
    const name = referenceOf(part);
    if (name !== undefined) found.add(name);
    return mapSubschemas(part, collect);
  };
  collect(schema);
  return found;
}

function definitionOf(name: string, definitions: JsonObject): Json {
  return member(definitions, name) ?? true;
}

function withDefinitions(schema: JsonObject, parts: readonly (readonly [string, Json])[]): JsonObject {
  return parts.length === 0 ? schema : { ...schema, $defs: Object.fromEntries(parts) };
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

const ANNOTATIONS: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'deprecated', 'readOnly', 'writeOnly'],
]);
