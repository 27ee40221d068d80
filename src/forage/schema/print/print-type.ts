import { isJsonObject, type Json, type JsonObject, member } from '../../../model/entry.ts';
import { printDocComment } from '../../doc-comment.ts';
import { printLiteral, printName } from './literal.ts';

/** How a projection is printed. */
export interface PrintOptions {
  /** False leaves descriptions out, which makes a type that is too long much shorter. Default true. */
  readonly docs?: boolean;
}

/** Text of a type, and what stands outermost in it: that decides where it needs brackets. */
interface Printed {
  readonly text: string;
  readonly level: 'unit' | 'intersection' | 'union';
}

interface Printer {
  readonly docs: boolean;
  readonly nameOf: (reference: string) => string;
}

/**
 * Declares `type <alias> = …;`, followed by one `type <alias>$$<name> = …;` for each definition of the
 * projection. The type admits every value that the projection admits; what TypeScript cannot say (lengths,
 * ranges, exactly one of several) is left to the projection.
 */
export function printTypes(projection: JsonObject, alias: string, options: PrintOptions = {}): string {
  const printer: Printer = {
    docs: options.docs ?? true,
    nameOf: (reference) => (reference === '#' ? alias : `${alias}$$${definitionOf(reference)}`),
  };
  const definitions = member(projection, '$defs');
  const declarations = [[alias, projection] as const].concat(
    isJsonObject(definitions)
      ? Object.entries(definitions).flatMap(([name, schema]) =>
          isJsonObject(schema) ? [[`${alias}$$${identifierOf(name)}`, schema] as const] : [],
        )
      : [],
  );
  return declarations
    .map(
      ([name, schema]) =>
        `${docOf(schema, printer, '')}type ${name} = ${printSchema(schema, printer, '').text};`,
    )
    .join('\n');
}

/** `#/$defs/Name` to the name that its alias ends with. */
function definitionOf(reference: string): string {
  const last = reference.slice(reference.lastIndexOf('/') + 1);
  return identifierOf(last.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Different names stay different: what an identifier cannot hold is spelled by its code. */
function identifierOf(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/gu, (char) => `$${(char.codePointAt(0) ?? 0).toString(16)}$`);
}

function printSchema(schema: Json | undefined, printer: Printer, indent: string): Printed {
  if (!isJsonObject(schema)) return unit(schema === false ? 'never' : 'unknown');
  if (isEverything(member(schema, 'not'))) return unit('never');
  const parts: Printed[] = [];
  const reference = member(schema, '$ref');
  if (typeof reference === 'string') parts.push(unit(printer.nameOf(reference)));
  const values = member(schema, 'enum');
  const constant = member(schema, 'const');
  if (constant !== undefined) parts.push(unit(printLiteral(constant)));
  else if (Array.isArray(values)) parts.push(unite(values.map((value: Json) => unit(printLiteral(value)))));
  else {
    const types = typesOf(schema);
    if (types.length > 0) parts.push(unite(types.map((type) => printTyped(type, schema, printer, indent))));
  }
  for (const keyword of ['anyOf', 'oneOf']) {
    const options = member(schema, keyword);
    if (Array.isArray(options)) {
      parts.push(unite(options.map((option: Json) => printSchema(option, printer, indent))));
    }
  }
  const all = member(schema, 'allOf');
  if (Array.isArray(all)) parts.push(...all.map((part: Json) => printSchema(part, printer, indent)));
  return intersect(parts);
}

function isEverything(schema: Json | undefined): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}

function typesOf(schema: JsonObject): readonly string[] {
  const type = member(schema, 'type');
  const types: readonly Json[] = Array.isArray(type) ? type : type === undefined ? [] : [type];
  return types.filter((name) => typeof name === 'string');
}

function printTyped(type: string, schema: JsonObject, printer: Printer, indent: string): Printed {
  switch (type) {
    case 'integer':
      return unit('number');
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return unit(type);
    case 'array':
      return unit(printArray(schema, printer, indent));
    case 'object':
      return unit(printObject(schema, printer, indent));
    default:
      return unit('unknown');
  }
}

function printArray(schema: JsonObject, printer: Printer, indent: string): string {
  const items = member(schema, 'items');
  const prefix = member(schema, 'prefixItems');
  const most = member(schema, 'maxItems');
  const least = member(schema, 'minItems');
  if (!Array.isArray(prefix)) {
    return items === false ? '[]' : `${bracket(printSchema(items, printer, indent), 'unit')}[]`;
  }
  const length = typeof most === 'number' ? Math.min(most, prefix.length) : prefix.length;
  const needed = typeof least === 'number' ? least : 0;
  const places = prefix.slice(0, length).map((item: Json, at) => {
    const text = bracket(printSchema(item, printer, indent), 'unit');
    return at < needed ? text : `${text}?`;
  });
  const open = items !== false && !(typeof most === 'number' && most <= prefix.length);
  if (open) places.push(`...${bracket(printSchema(items, printer, indent), 'unit')}[]`);
  return `[${places.join(', ')}]`;
}

function printObject(schema: JsonObject, printer: Printer, indent: string): string {
  const inner = `${indent}  `;
  const properties = member(schema, 'properties');
  const named = isJsonObject(properties) ? Object.entries(properties) : [];
  const names = member(schema, 'required');
  const required = new Set<Json>(Array.isArray(names) ? names : []);
  const lines = named.map(([name, child]) => {
    const mark = required.has(name) ? '' : '?';
    const hidden = !required.has(name) && ON_EVERY_OBJECT.has(name);
    const text = hidden ? 'unknown' : printSchema(child, printer, inner).text;
    return `${docOf(child, printer, inner)}${inner}${printName(name)}${mark}: ${text};`;
  });
  const known = new Set(named.map(([name]) => name));
  for (const name of required) {
    if (typeof name === 'string' && !known.has(name)) lines.push(`${inner}${printName(name)}: unknown;`);
  }
  const others = printOthers(schema, lines.length > 0, printer, inner);
  if (others !== undefined) lines.push(`${inner}[name: string]: ${others};`);
  return lines.length === 0 ? 'Record<string, never>' : `{\n${lines.join('\n')}\n${indent}}`;
}

/**
 * Every object has these from its prototype, so to TypeScript one that leaves an optional `toString` out still
 * has a function there.
 */
const ON_EVERY_OBJECT: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/**
 * The type of members that no property names. Beside named ones it has to admit those too, and is therefore
 * `unknown`; where nothing is said of others, it is left out there, so that a misspelt name is noticed.
 */
function printOthers(
  schema: JsonObject,
  named: boolean,
  printer: Printer,
  indent: string,
): string | undefined {
  const additional = member(schema, 'additionalProperties');
  const patterns = member(schema, 'patternProperties');
  const options: Json[] = isJsonObject(patterns) ? Object.values(patterns) : [];
  if (named) return options.length > 0 || isJsonObject(additional) ? 'unknown' : undefined;
  if (additional !== false) options.push(additional ?? true);
  if (options.length === 0) return undefined;
  return unite(options.map((option) => printSchema(option, printer, indent))).text;
}

function docOf(schema: Json, printer: Printer, indent: string): string {
  if (!printer.docs || !isJsonObject(schema)) return '';
  const text = member(schema, 'description') ?? member(schema, 'title');
  const paragraphs = typeof text === 'string' ? [text] : [];
  if (member(schema, 'deprecated') === true) paragraphs.push('@deprecated');
  const comment = printDocComment(paragraphs);
  return comment === undefined ? '' : `${indent}${comment.replaceAll('\n', `\n${indent}`)}\n`;
}

function unit(text: string): Printed {
  return { text, level: 'unit' };
}

function unite(options: readonly Printed[]): Printed {
  if (options.some((option) => option.text === 'unknown')) return unit('unknown');
  return join(options, 'union', 'never', ' | ');
}

function intersect(parts: readonly Printed[]): Printed {
  return join(parts, 'intersection', 'unknown', ' & ');
}

/** The different texts put together, without those that say nothing there. */
function join(parts: readonly Printed[], level: Printed['level'], neutral: string, sign: string): Printed {
  const different = [...new Map(parts.map((part) => [part.text, part])).values()];
  const [only = unit(neutral), ...others] = different.filter((part) => part.text !== neutral);
  if (others.length === 0) return only;
  return { text: [only, ...others].map((part) => bracket(part, level)).join(sign), level };
}

/** The text as it may stand inside something of the level. */
function bracket(printed: Printed, inside: Printed['level']): string {
  const order = ['unit', 'intersection', 'union'];
  return order.indexOf(printed.level) > order.indexOf(inside) ? `(${printed.text})` : printed.text;
}
