import type { Json } from '../../src/model/entry.ts';

/**
 * Says of every operation of a document whether the full profile supports it, by a plain walk over schemas and what
 * they refer to. It shares no code with intake and compiles nothing. Two things it does not judge: whether a pattern
 * takes too long, and whether a description fits.
 */
export function checkFullOperations(document: Json): ReadonlyMap<string, boolean> {
  const root = document as Plain;
  const verdicts = new Map<string, boolean>();
  for (const [path, written] of Object.entries((root.paths ?? {}) as Plain)) {
    if (path.startsWith('x-')) continue;
    const item = { ...(follow(root, written ?? null) as Plain), ...(written as Plain) };
    const operations = METHODS.map((method) => [method.toUpperCase(), item[method]] as const);
    if (is32(root)) {
      operations.push(['QUERY', item.query], ...Object.entries((item.additionalOperations ?? {}) as Plain));
    }
    for (const [method, operation] of operations) {
      if (operation === undefined) continue;
      verdicts.set(`${method} ${path}`, isSupported(root, path, method, item, operation as Plain));
    }
  }
  return verdicts;
}

type Plain = { [name: string]: Json | undefined };

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];
const is32 = (root: Plain) => String(root.openapi).startsWith('3.2');
const is30 = (root: Plain) => String(root.openapi).startsWith('3.0');

const STYLES: Plain = {
  path: ['simple', 'label', 'matrix'],
  query: ['form', 'spaceDelimited', 'pipeDelimited', 'deepObject'],
  header: ['simple'],
};
/** Whoever sends the request fills these, and they are not looked at any further. */
const RESERVED =
  /^(?:accept|content-type|authorization|host|origin|user-agent|range|x-forwarded-.*|x-api-key|api-key)$/i;

function isSupported(root: Plain, path: string, method: string, item: Plain, operation: Plain): boolean {
  if (method === 'TRACE') return false;
  if (!/^\/(?!\/)[^?#\\\s]*$/.test(path) || /%2f|%5c|(?:^|\/)\.{1,2}(?:\/|$)/i.test(path)) return false;
  const parameters = new Map<string, Plain>();
  for (const list of [item.parameters, operation.parameters]) {
    for (const each of (list ?? []) as Json[]) {
      const parameter = follow(root, each) as Plain | undefined;
      if (parameter === undefined) return false;
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  const keys = Object.values(((root.components as Plain)?.securitySchemes ?? {}) as Plain)
    .map((scheme) => follow(root, scheme ?? null) as Plain)
    .filter((scheme) => scheme.type === 'apiKey')
    .map((scheme) => `${scheme.in} ${scheme.name}`.toLowerCase());
  const schemas: (Json | undefined)[] = [];
  for (const { in: place, name, style, schema, content } of parameters.values()) {
    if (keys.includes(`${place} ${name}`.toLowerCase()) || place === 'cookie') continue;
    if (place === 'header' && RESERVED.test(String(name))) continue;
    if (place === 'path' && !path.includes(`{${name}}`)) return false;
    if (content === undefined && (schema === undefined || place === 'querystring')) return false;
    const styles = (STYLES[String(place)] ?? []) as Json[];
    if (content === undefined && style !== undefined && !styles.includes(style)) return false;
    schemas.push(content === undefined ? schema : (Object.values(content as Plain)[0] as Plain).schema);
  }
  if (operation.requestBody !== undefined) {
    const content = (follow(root, operation.requestBody) as Plain).content as Plain;
    const media = follow(root, choose(content) ?? null) as Plain | undefined;
    if (media === undefined) return false;
    schemas.push(media.schema ?? media.itemSchema);
  }
  schemas.push(findAnswer(root, operation));
  const walk: Walk = { root, seen: new Set(), inside: new Map() };
  return schemas.every((schema) => schema === undefined || isKept(schema, walk, 0)) && !comesBackAtOnce(walk);
}

function findAnswer(root: Plain, operation: Plain): Json | undefined {
  const medias = Object.entries((operation.responses ?? {}) as Plain)
    .filter(([status]) => /^2..$/.test(status))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, response]) => findJson((follow(root, response ?? null) as Plain).content as Plain | undefined));
  const media = medias.find((each) => each !== undefined);
  return media === undefined ? undefined : (follow(root, media) as Plain).schema;
}

const JSON_TYPE = /^application\/(?:.*\+)?json(?:;|$)/i;
const FORM = /^(?:multipart\/|application\/x-www-form-urlencoded)/i;

function findJson(content: Plain | undefined): Json | undefined {
  const offers = Object.entries(content ?? {}).filter(([type]) => JSON_TYPE.test(type));
  return (offers.find(([type]) => type.startsWith('application/json')) ?? offers[0])?.[1];
}

function choose(content: Plain | undefined): Json | undefined {
  const form = Object.entries(content ?? {}).find(([type]) => FORM.test(type));
  return findJson(content) ?? form?.[1] ?? Object.values(content ?? {})[0];
}

/** What a Reference Object points at in the end; undefined when nothing. */
function follow(root: Plain, value: Json): Json | undefined {
  let found: Json | undefined = value;
  for (let steps = 0; typeof (found as Plain | null)?.$ref === 'string'; steps++) {
    found = steps > 9 ? undefined : at(root, String((found as Plain).$ref));
  }
  return found;
}

function at(root: Plain, reference: string): Json | undefined {
  if (!reference.startsWith('#/')) return undefined;
  return reference
    .slice(2)
    .split('/')
    .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<Json | undefined>((part, step) => (part as Plain | undefined)?.[step], root as Json);
}

interface Walk {
  readonly root: Plain;
  /** References that were looked at. */
  readonly seen: Set<string>;
  /** The references that judge the same value as each of them. */
  readonly inside: Map<string, Set<string>>;
}

const REFUSED = [
  ...[
    'dependencies',
    'additionalItems',
    '$dynamicRef',
    '$dynamicAnchor',
    '$recursiveRef',
    '$recursiveAnchor',
  ],
  ...['divisibleBy', 'disallow', 'extends', '$id', 'id'],
];
const HERE = ['allOf', 'anyOf', 'oneOf'];
const SAME = ['not', 'if', 'then', 'else'];
const BELOW = ['items', 'additionalProperties', 'contains', 'propertyNames'];

/** @param owner the reference whose schema this judges the same value as */
function isKept(schema: Json, walk: Walk, depth: number, owner?: string): boolean {
  if (typeof schema === 'boolean') return true;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema) || depth > 64) return false;
  const plain = schema as Plain;
  if (typeof plain.$ref === 'string') {
    if (owner !== undefined) walk.inside.set(owner, (walk.inside.get(owner) ?? new Set()).add(plain.$ref));
    if (!isTargetKept(plain.$ref, walk)) return false;
    if (is30(walk.root)) return true;
  }
  const inner = (child: Json | undefined, same: boolean) =>
    isKept(child ?? null, walk, depth + 1, same ? owner : undefined);
  return Object.entries(plain).every(([name, value]) => {
    if (REFUSED.includes(name)) return false;
    if (name === 'pattern') return isPattern(String(value));
    if (name === 'patternProperties' && !Object.keys(value as Plain).every(isPattern)) return false;
    if (HERE.includes(name))
      return (value as Json[]).length > 0 && (value as Json[]).every((each) => inner(each, true));
    if (name === 'prefixItems') return (value as Json[]).every((each) => inner(each, false));
    if (SAME.includes(name)) return inner(value, true);
    if (BELOW.includes(name)) return inner(value, false);
    if (name !== 'properties' && name !== 'patternProperties') return true;
    return Object.entries(value as Plain).every(([key, child]) => key !== '__proto__' && inner(child, false));
  });
}

function isTargetKept(reference: string, walk: Walk): boolean {
  if (walk.seen.has(reference)) return true;
  walk.seen.add(reference);
  const target = at(walk.root, reference);
  return target !== undefined && isKept(target, walk, 0, reference);
}

/** True when a reference leads back to itself before a member or an item is entered. */
function comesBackAtOnce({ inside }: Walk): boolean {
  const reach = (from: string, trail: readonly string[]): boolean =>
    [...(inside.get(from) ?? [])].some((next) => trail.includes(next) || reach(next, [...trail, next]));
  return [...inside.keys()].some((reference) => reach(reference, [reference]));
}

/** An expression with the flag u, or one but for escapes that only that flag forbids. */
function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') !== undefined;
  } catch {
    return !/\(\?[a-z]|\\[AZz]|\[\\x01/.test(pattern) && /\\[^\w]|\\_/.test(pattern);
  }
}
