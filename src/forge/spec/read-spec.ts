import { createHash } from 'node:crypto';
import { pointerTo } from '../../intake/manifest/pointer.ts';
import { canonicalJson } from '../../model/canonical-json.ts';
import type { Json, JsonObject } from '../../model/entry.ts';
import { findJsonFault } from '../../model/json-position.ts';
import { MAX_SPEC_BYTES, MAX_SPEC_DEPTH } from './bounds.ts';
import type { ForgeParam, ForgeRequest, ForgeSpec, ForgeTool } from './forge-spec.ts';
import type { Problems } from './problem.ts';
import { type SpecFile, specFile, type ToolFile } from './shape.ts';
import { reportShape } from './shape-problems.ts';

/** A spec as it is written, frozen, and only looked at place by place; undefined when it has not the shape of one. */
export function readSpec(text: string, problems: Problems): ForgeSpec | undefined {
  const file = readJson(text, problems);
  if (file === undefined) return undefined;
  const result = specFile.safeParse(file);
  if (!result.success) {
    reportShape(result.error.issues, file, problems);
    return undefined;
  }
  const digest = createHash('sha256').update(canonicalJson(file)).digest('hex');
  return deepFreeze(toSpec(result.data, digest));
}

/** The file as JSON that is safe to recurse into; undefined when there is none. */
function readJson(text: string, problems: Problems): Json | undefined {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAX_SPEC_BYTES) {
    problems.error('too-large', '', `A spec has at most ${MAX_SPEC_BYTES} bytes; this file has ${bytes}.`);
    return undefined;
  }
  let file: Json;
  try {
    file = JSON.parse(text);
  } catch {
    const fault = findJsonFault(text);
    const place = fault === undefined ? '' : ` (line ${fault.line}, column ${fault.column})`;
    const early = fault?.atEnd === true ? 'it ends too early' : 'it goes on wrongly';
    problems.error('not-json', '', `The file is not JSON: ${early}${place}.`);
    return undefined;
  }
  return isBounded(file, problems) ? file : undefined;
}

function isBounded(file: Json, problems: Problems): boolean {
  const waiting: { readonly value: Json; readonly pointer: string; readonly depth: number }[] = [
    { value: file, pointer: '', depth: 0 },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, pointer, depth } = next;
    if (typeof value === 'number' && !Number.isFinite(value)) {
      problems.error('wrong-value', pointer, 'The number is larger than a number can be.');
      return false;
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= MAX_SPEC_DEPTH) {
      problems.error('too-deep', pointer, `A spec nests at most ${MAX_SPEC_DEPTH} levels.`);
      return false;
    }
    for (const [name, child] of Object.entries<Json>(value)) {
      const at = pointerTo(pointer, name);
      if (name === '__proto__') {
        problems.error('unknown-key', at, 'The name `__proto__` is taken nowhere in a spec.');
        return false;
      }
      waiting.push({ value: child, pointer: at, depth: depth + 1 });
    }
  }
  return true;
}

function toSpec(file: SpecFile, digest: string): ForgeSpec {
  const { kind, url, auth = { kind: 'none' }, headers = {} } = file.transport;
  const { password, ...credential } = { password: undefined, ...auth };
  return {
    name: file.name,
    ...present('version', file.version),
    ...present('instructions', file.instructions),
    ...present('userAgent', file.user_agent),
    transport: {
      kind,
      url,
      auth: credential.kind === 'basic' ? { ...credential, ...present('password', password) } : credential,
      headers: new Map(Object.entries(headers)),
    },
    tools: file.tools.map(toTool),
    digest,
  };
}

function toTool(file: ToolFile): ForgeTool {
  return {
    name: file.name,
    description: file.description,
    ...present('title', file.title),
    params: (file.params ?? []).map(toParam),
    ...present('write', file.write),
    ...present('timeoutMs', file.timeout_ms),
    ...present('annotations', file.annotations && withoutUndefined(file.annotations)),
    ...present('request', file.request && toRequest(file.request)),
    ...present('query', file.query),
    ...present('variables', file.variables),
  };
}

function toParam(file: NonNullable<ToolFile['params']>[number]): ForgeParam {
  const { schema } = file;
  return {
    name: file.name,
    type: file.type,
    required: file.required === true,
    ...present('description', file.description),
    ...present('default', file.default as Json | undefined),
    // What its type does not say, its schema does not have to repeat.
    ...(schema === undefined ? {} : { schema: { type: file.type, ...(schema as JsonObject) } }),
  };
}

function toRequest(file: NonNullable<ToolFile['request']>): ForgeRequest {
  const { body } = file;
  const fields = typeof body === 'object' ? new Map(Object.entries(body)) : body;
  return {
    method: file.method ?? 'GET',
    path: file.path,
    query: new Map(Object.entries(file.query ?? {})),
    // An empty map describes nothing, so nothing is sent.
    ...(typeof fields === 'object' && fields.size === 0 ? {} : present('body', fields)),
    headers: new Map(Object.entries(file.headers ?? {})),
    contentType: file.content_type ?? 'application/json',
  };
}

/** A member that is left out where there is no value. */
function present<N extends string, T>(name: N, value: T | undefined): { readonly [K in N]?: T } {
  return value === undefined ? {} : ({ [name]: value } as { readonly [K in N]: T });
}

type Defined<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

function withoutUndefined<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Defined<T>;
}

/** As deep as a spec may nest. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const child of Object.values(value)) deepFreeze(child);
  return Object.freeze(value);
}
