import type { Json, JsonObject } from '../../src/model/entry.ts';
import { asDraft202012 } from './openapi-30-schema.ts';

type Plain = { readonly [name: string]: Json | undefined };

/** Members whose value is data, whatever it looks like. */
const DATA = ['enum', 'const', 'default', 'example', 'examples'];

/**
 * A schema of a document as JSON Schema 2020-12 that stands by itself, for a judge: whatever it refers to is copied
 * under `$defs`. It shares no code with intake.
 */
export function sourceOf(document: JsonObject, schema: Json): JsonObject {
  const names = new Map<string, string>();
  const move = (value: Json): Json => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item: Json) => move(item));
    const members = Object.entries(value).filter(([name]) => !name.startsWith('x-'));
    return Object.fromEntries(
      members.map(([name, child]) => {
        if (name === '$ref' && typeof child === 'string') return [name, `#/$defs/${nameOf(child)}`];
        return [name, DATA.includes(name) && !isSchema(child) ? child : move(child)];
      }),
    );
  };
  const nameOf = (reference: string): string => {
    const name = names.get(reference) ?? `D${names.size}`;
    names.set(reference, name);
    return name;
  };
  const root = move(schema);
  const definitions: [string, Json][] = [];
  // Grows while it is gone through.
  for (const [reference, name] of names) definitions.push([name, move(at(document, reference))]);
  const source = { allOf: [root], $defs: Object.fromEntries(definitions) };
  return String(document.openapi).startsWith('3.0') ? asDraft202012(source) : withoutNullable(source);
}

/** The judge knows `nullable` in every version; OpenAPI and JSON Schema know it in 3.0 alone. */
export function withoutNullable(source: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(source), (name, value: unknown) =>
    name === 'nullable' && typeof value === 'boolean' ? undefined : value,
  );
}

/** A member called `default` under `properties` is a schema, and looks like one. */
function isSchema(value: Json): boolean {
  return typeof value === 'object' && value !== null && ('type' in value || '$ref' in value);
}

function at(document: JsonObject, reference: string): Json {
  const found = reference
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((part, step) => (part as Plain | undefined)?.[step], document);
  if (found === undefined) throw new Error(`${reference} points at nothing`);
  return found;
}
