import { invalidArgument, LarderError } from '../../errors.ts';
import type { Json, JsonObject } from '../../model/entry.ts';
import { parseUrl } from '../../model/parse-url.ts';
import type { ForgeRequest, ForgeSpec, ForgeTool } from '../spec/forge-spec.ts';
import { HEADER_VALUE_RULE, isHeaderValue } from '../spec/headers.ts';
import { readArguments } from './argument-values.ts';
import { expandBaseUrl, isLoopbackHost, isUrlFault, readBaseUrl } from './base-url.ts';
import { bodyText } from './body-text.ts';
import { credentialHeader } from './credential.ts';
import { encodeText, isPathStep } from './encode.ts';
import { readPathTemplate } from './path-template.ts';
import type { RenderedRequest, Variables } from './rendered-request.ts';

/** UTF-16 code units of a complete address: more than servers commonly take. */
const MAX_URL_LENGTH = 16_384;
/** UTF-8 bytes of a body: what a model writes into one call is far below this. */
const MAX_BODY_BYTES = 4 * 1024 * 1024;
/** What requests say they come from where the spec says nothing. */
const DEFAULT_USER_AGENT = 'larder-forge';

type Values = ReadonlyMap<string, Json>;

/**
 * The one request that a call comes to. Pure: the same spec, tool, arguments and variables give the same request,
 * and nothing is sent. `confirm` is allowed among the arguments of a write, and changes nothing.
 *
 * Errors: INVALID_ARGUMENT that names every wrong argument; `MissingVariable` where the environment lacks one.
 */
export function renderRequest(
  spec: ForgeSpec,
  tool: ForgeTool,
  args: JsonObject,
  variables: Variables,
): RenderedRequest {
  const values = readArguments(tool, args);
  const base = expandBase(spec, variables);
  const credential = credentialHeader(spec.transport.auth, variables);
  const call =
    tool.request === undefined ? graphqlCall(tool, base, values) : restCall(tool.request, base, values);
  if (call.url.length > MAX_URL_LENGTH) {
    throw invalidArgument(
      `The address would have ${call.url.length} characters; ${MAX_URL_LENGTH} are sent.`,
    );
  }
  const headers: (readonly [string, string])[] = [
    ...spec.transport.headers,
    ['User-Agent', spec.userAgent ?? DEFAULT_USER_AGENT],
    ...(call.body === undefined ? [] : [['Content-Type', call.contentType] as const]),
    ...call.headers,
    ...(credential === undefined ? [] : [credential]),
  ];
  return {
    method: call.method,
    url: call.url,
    headers: headers.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    body: call.body,
    secretHeaders: credential === undefined ? [] : [credential[0]],
  };
}

interface Call {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string | undefined;
  readonly contentType: string;
}

function expandBase(spec: ForgeSpec, variables: Variables): string {
  const base = readBaseUrl(spec.transport.url);
  if (isUrlFault(base)) throw new LarderError('INTERNAL_ERROR', base.message);
  const url = expandBaseUrl(base, variables);
  const needsTls = spec.transport.auth.kind !== 'none' && base.scheme === 'http';
  if (needsTls && !isLoopbackHost(new URL(url).hostname)) {
    throw invalidArgument('A credential is sent over https only, or over http to this machine.');
  }
  return url;
}

function graphqlCall(tool: ForgeTool, base: string, values: Values): Call {
  const listed = (tool.variables ?? []).filter((name) => values.has(name));
  const given = Object.fromEntries(listed.map((name) => [name, values.get(name) ?? null] as const));
  const body = { query: tool.query ?? '', ...(tool.variables?.length ? { variables: given } : {}) };
  return {
    method: 'POST',
    url: new URL(base).href,
    headers: [],
    body: boundedBody(body),
    contentType: 'application/json',
  };
}

function restCall(request: ForgeRequest, base: string, values: Values): Call {
  const url = `${base.replace(/\/+$/, '')}${renderPath(request, values)}`;
  if (parseUrl(url)?.href !== url) {
    throw invalidArgument('With these arguments the address is none that clients leave as it is.');
  }
  return {
    method: request.method,
    url,
    headers: [...request.headers].flatMap(([field, name]) => {
      const value = values.get(name);
      return value === undefined ? [] : [[field, headerText(name, value)] as const];
    }),
    body: renderBody(request, values),
    contentType: request.contentType,
  };
}

function renderPath({ path, query }: ForgeRequest, values: Values): string {
  const template = readPathTemplate(path);
  if (typeof template === 'string') throw new LarderError('INTERNAL_ERROR', template);
  const filled = template.placeholders.map((name) => pathText(name, values.get(name)));
  const pathname = template.texts.map((text, i) => `${text}${filled[i] ?? ''}`).join('');
  const pairs = [...query].flatMap(([field, name]) => queryPairs(field, name, values.get(name)));
  const search = [...(template.query === '' ? [] : [template.query]), ...pairs].join('&');
  return search === '' ? pathname : `${pathname}?${search}`;
}

function pathText(name: string, value: Json | undefined): string {
  if (value === undefined) throw invalidArgument(`\`${name}\` is required: it is part of the path.`);
  const text = scalarText(name, value, 'a path');
  if (isPathStep(text)) {
    throw invalidArgument(
      `\`${name}\` is part of a path, so it is not empty, and neither . nor .. in any spelling.`,
    );
  }
  return encoded(name, text);
}

/** One pair a value; one an item of an array; objects as JSON. */
function queryPairs(field: string, name: string, value: Json | undefined): string[] {
  if (value === undefined) return [];
  const items: readonly Json[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    if (item === null) throw invalidArgument(`\`${name}\` has a null item, which a query cannot say.`);
    const text = typeof item === 'object' ? JSON.stringify(item) : String(item);
    return `${encoded(name, field)}=${encoded(name, text)}`;
  });
}

function headerText(name: string, value: Json): string {
  const text = scalarText(name, value, 'a header');
  if (isHeaderValue(text)) return text;
  throw invalidArgument(
    `\`${name}\` goes into a header, and no header carries this value: ${HEADER_VALUE_RULE}.`,
  );
}

function scalarText(name: string, value: Json, place: string): string {
  if (typeof value !== 'object') return String(value);
  throw invalidArgument(`\`${name}\` goes into ${place}, which takes no array and no object.`);
}

function encoded(name: string, text: string): string {
  const result = encodeText(text);
  if (result !== undefined) return result;
  throw invalidArgument(`\`${name}\` has half a character (a lone surrogate), which has no UTF-8.`);
}

function renderBody({ body }: ForgeRequest, values: Values): string | undefined {
  if (body === undefined) return undefined;
  if (typeof body === 'string') {
    const value = values.get(body);
    return value === undefined ? undefined : boundedBody(value);
  }
  const members = [...body].flatMap(([field, name]) => {
    const value = values.get(name);
    return value === undefined ? [] : [[field, value] as const];
  });
  return boundedBody(Object.fromEntries(members));
}

function boundedBody(value: Json): string {
  const text = bodyText(value);
  const bytes = Buffer.byteLength(text);
  if (bytes <= MAX_BODY_BYTES) return text;
  throw new LarderError(
    'PAYLOAD_TOO_LARGE',
    `The body would have ${bytes} bytes; ${MAX_BODY_BYTES} are sent.`,
  );
}
