import type { Json, JsonObject } from '../../src/model/entry.ts';

/**
 * Says of every operation of a document whether the strict rules support it, by a plain walk over a copy in which
 * all references are written out. It shares no code with intake, compiles nothing, and knows no bounds but depth.
 */
export function checkOperations(document: Json): ReadonlyMap<string, boolean> {
  const root = document as Plain;
  const verdicts = new Map<string, boolean>();
  for (const [path, item] of Object.entries((root.paths ?? {}) as Plain)) {
    if (path.startsWith('x-')) continue;
    for (const method of ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']) {
      const plain = item as Plain;
      if (plain[method] === undefined) continue;
      verdicts.set(`${method.toUpperCase()} ${path}`, isSupported(root, path, method, plain));
    }
  }
  return verdicts;
}

type Plain = { [name: string]: Json | undefined };

const ENDLESS = Symbol('endless');

function isSupported(root: Plain, path: string, method: string, item: Plain): boolean {
  const operation = item[method] as Plain;
  if (method === 'trace' || item.$ref !== undefined) return false;
  if (!/^\/(?!\/)[^?#\\\s]*$/.test(path) || /%2f|%5c|(?:^|\/)\.{1,2}(?:\/|$)/i.test(path)) return false;

  const parameters = new Map<string, Plain>();
  for (const list of [item.parameters, operation.parameters]) {
    for (const each of (list ?? []) as Json[]) {
      const parameter = target(root, each) as Plain;
      parameters.set(`${parameter.in} ${parameter.name}`, parameter);
    }
  }
  const keys = Object.values(((root.components as Plain)?.securitySchemes ?? {}) as Plain)
    .map((scheme) => target(root, scheme ?? null) as Plain)
    .filter((scheme) => scheme.type === 'apiKey')
    .map((scheme) => `${scheme.in} ${scheme.name}`.toLowerCase());
  const variables = [...path.matchAll(/\{(.*?)\}/g)].map((match) => match[1]);
  const schemas: Json[] = [];
  for (const parameter of parameters.values()) {
    const { in: place, name, style, explode } = parameter;
    if (keys.includes(`${place} ${name}`.toLowerCase())) continue;
    if (place === 'cookie' || (place === 'header' && RESERVED.test(String(name)))) {
      if (parameter.required === true) return false;
      continue;
    }
    if (style !== undefined && style !== (place === 'query' ? 'form' : 'simple')) return false;
    if (explode !== undefined && explode !== (place === 'query')) return false;
    if (parameter.allowReserved === true || parameter.schema === undefined) return false;
    if (place === 'path' && !(parameter.required === true && variables.includes(String(name)))) return false;
    const schema = writeOut(root, parameter.schema, []);
    if (schema === ENDLESS || !isScalar(schema)) return false;
    schemas.push(schema);
  }
  if (!variables.every((name) => parameters.has(`path ${name}`))) return false;

  if (operation.requestBody !== undefined) {
    if (method === 'get' || method === 'head') return false;
    const media = findJson((target(root, operation.requestBody) as Plain).content as Plain);
    if (media === undefined) return false;
    const schema = writeOut(root, media.schema ?? {}, []);
    if (schema === ENDLESS) return false;
    schemas.push(schema);
  }
  const answers = Object.entries((operation.responses ?? {}) as Plain)
    .filter(([status]) => /^2..$/.test(status))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, response]) => findJson((target(root, response ?? null) as Plain).content as Plain));
  const answer = answers.find((media) => media !== undefined);
  if (answer?.schema !== undefined) {
    const schema = writeOut(root, answer.schema, []);
    if (schema === ENDLESS) return false;
    schemas.push(schema);
  }
  const is30 = String(root.openapi).startsWith('3.0');
  return schemas.every((schema) => depthOf(schema) <= 32 && isKept(schema, is30));
}

const RESERVED =
  /^(?:accept|content-type|authorization|host|origin|user-agent|range|x-forwarded-.*|x-api-key|api-key)$/i;

function findJson(content: Plain | undefined): Plain | undefined {
  const offers = Object.entries(content ?? {}).filter(([type]) =>
    /^application\/(?:.*\+)?json(?:;|$)/i.test(type),
  );
  return (offers.find(([type]) => type.startsWith('application/json')) ?? offers[0])?.[1] as
    | Plain
    | undefined;
}

function target(root: Plain, value: Json): Json {
  let found: Json | undefined = value;
  while (typeof (found as Plain)?.$ref === 'string') {
    const steps: string[] = String((found as Plain).$ref)
      .slice(2)
      .split('/');
    found = steps
      .map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Json | undefined>((part, step) => (part as Plain)?.[step], root as Json);
  }
  return found ?? null;
}

const NAMES = ['properties', 'patternProperties'];
const PARTS = ['items', 'additionalProperties', 'not', 'contains', 'propertyNames', 'if', 'then', 'else'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const NO_VALUES = ['example', 'examples', 'xml', 'externalDocs', 'discriminator', '$comment'];

/** The schema with its references written out. */
function writeOut(root: Plain, schema: Json, trail: readonly Json[]): Json | typeof ENDLESS {
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref, ...rest } = schema as Plain;
  if ($ref !== undefined) {
    const found = target(root, schema);
    if (trail.includes(found)) return ENDLESS;
    const out = writeOut(root, found, [...trail, found]);
    if (out === ENDLESS || String(root.openapi).startsWith('3.0') || Object.keys(rest).length === 0)
      return out;
    const siblings = writeOut(root, rest as Json, trail);
    return siblings === ENDLESS ? ENDLESS : { allOf: [out], ...(siblings as JsonObject) };
  }
  const members: [string, Json][] = [];
  for (const [name, value] of Object.entries(rest)) {
    if (name.startsWith('x-') || NO_VALUES.includes(name) || value === undefined) continue;
    let out: Json | typeof ENDLESS = value;
    if (PARTS.includes(name)) out = writeOut(root, value, trail);
    else if (LISTS.includes(name)) {
      const items = (value as Json[]).map((item) => writeOut(root, item, trail));
      out = items.includes(ENDLESS) ? ENDLESS : (items as Json[]);
    } else if (NAMES.includes(name)) {
      const entries = Object.entries(value as Plain).map(([key, item]) => [
        key,
        writeOut(root, item ?? null, trail),
      ]);
      out = entries.some(([, item]) => item === ENDLESS) ? ENDLESS : (Object.fromEntries(entries) as Json);
    }
    if (out === ENDLESS) return ENDLESS;
    members.push([name, out]);
  }
  return Object.fromEntries(members);
}

const KEPT = new Set([
  ...[
    'type',
    'enum',
    'const',
    'required',
    'nullable',
    'minProperties',
    'maxProperties',
    'minItems',
    'maxItems',
  ],
  ...[
    'uniqueItems',
    'minContains',
    'maxContains',
    'minLength',
    'maxLength',
    'minimum',
    'maximum',
    'multipleOf',
  ],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'title', 'description', 'default', 'deprecated', 'readOnly'],
  ...['writeOnly', 'contentEncoding', 'contentMediaType', 'properties', 'items', 'additionalProperties'],
  ...['contains', 'propertyNames', 'allOf', 'anyOf', 'oneOf', 'prefixItems'],
]);

/** No format, no pattern, no keyword that is unknown, at any depth. */
function isKept(schema: Json, is30: boolean): boolean {
  if (typeof schema === 'boolean') return true;
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return false;
  return Object.entries(schema as JsonObject).every(([name, value]) => {
    if (!KEPT.has(name) || (name === 'nullable' && !is30)) return false;
    if (PARTS.includes(name)) return isKept(value, is30);
    if (LISTS.includes(name)) return (value as Json[]).every((item) => isKept(item, is30));
    return !NAMES.includes(name) || Object.values(value as JsonObject).every((item) => isKept(item, is30));
  });
}

function isScalar(schema: Json): boolean {
  const { type, enum: values, allOf, anyOf, oneOf } = schema as Plain;
  if (type !== undefined) return [type].flat().every((one) => one !== 'object' && one !== 'array');
  if (Array.isArray(values)) return values.every((value) => typeof value !== 'object' || value === null);
  if (Array.isArray(allOf)) return allOf.some(isScalar);
  const options = anyOf ?? oneOf;
  return Array.isArray(options) && options.every(isScalar);
}

function depthOf(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
