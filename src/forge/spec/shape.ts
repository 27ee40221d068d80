import { z } from 'zod';
import {
  MAX_ADDRESS_LENGTH,
  MAX_HEADER_VALUE_LENGTH,
  MAX_LABEL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_PARAM_NAME_LENGTH,
  MAX_PARAMS,
  MAX_QUERY_LENGTH,
  MAX_TEXT_LENGTH,
  MAX_TIMEOUT_MS,
  MAX_TOOLS,
} from './bounds.ts';
import { METHODS, PARAM_TYPES } from './forge-spec.ts';

const name = z
  .string()
  .regex(/^[A-Za-z0-9_-]+$/, 'has letters, digits, _ and - only')
  .max(MAX_NAME_LENGTH);
const paramName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_.-]*$/, 'starts with a letter or _, and has letters, digits, _, . and - only')
  .max(MAX_PARAM_NAME_LENGTH);
const text = z.string().regex(/\S/, 'has some text').max(MAX_TEXT_LENGTH);
const label = z
  .string()
  .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'is a line of printable ASCII')
  .max(MAX_LABEL_LENGTH);
const title = z.string().regex(/\S/, 'has some text').max(MAX_LABEL_LENGTH);
const variable = z
  .string()
  .regex(
    /^(?!LARDER_)[A-Za-z_][A-Za-z0-9_]*$/,
    'is the name of an environment variable, not its value, and none of Larder’s own (LARDER_…)',
  )
  .max(MAX_NAME_LENGTH * 2);
const headerName = z.string().min(1).max(MAX_LABEL_LENGTH);
const fieldMap = z.record(z.string().min(1).max(MAX_LABEL_LENGTH), paramName);

const auth = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('none') }),
    z.strictObject({ kind: z.literal('bearer'), env: variable }),
    z.strictObject({ kind: z.literal('basic'), env: variable, password: variable.optional() }),
    z.strictObject({ kind: z.literal('header'), header: headerName, env: variable }),
  ])
  .describe('How the API knows its callers. Credentials are read from the environment by name.');

const transport = z
  .strictObject({
    kind: z.enum(['rest', 'graphql']),
    url: z
      .string()
      .min(1)
      .max(MAX_ADDRESS_LENGTH)
      .describe(
        `Where the API is. \${VARIABLE} in host or path is filled in from the environment at each request.`,
      ),
    auth: auth.optional(),
    headers: z
      .record(headerName, z.string().max(MAX_HEADER_VALUE_LENGTH))
      .optional()
      .describe('Headers that every request carries, as they are written here. No credentials.'),
  })
  .describe('Where the API lives and how it authenticates.');

const param = z.strictObject({
  name: paramName.describe('What the model calls it.'),
  type: z.enum(PARAM_TYPES),
  required: z.boolean().optional().describe('Default false. A parameter with a default is never required.'),
  default: z.unknown().optional().describe('Taken when the argument is left out.'),
  description: text.optional().describe('What belongs in it: the model reads this when it fills it in.'),
  schema: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'JSON Schema 2020-12 for more than `type` says: enum, format, items, properties. Self-contained.',
    ),
});

const request = z.strictObject({
  method: z.enum(METHODS).optional().describe('Default GET.'),
  path: z
    .string()
    .max(MAX_ADDRESS_LENGTH)
    .describe('Below transport.url. {param} is a placeholder, whose value is escaped.'),
  query: fieldMap.optional().describe('From fields of the query to names of parameters.'),
  body: z
    .union([fieldMap, paramName])
    .optional()
    .describe(
      'From fields of a JSON object to names of parameters; or the parameter that is the whole body.',
    ),
  headers: z.record(headerName, paramName).optional().describe('From header names to names of parameters.'),
  content_type: z
    .string()
    .regex(/^application\/(?:json|[a-z0-9!#$&^_.-]+\+json)$/, 'is application/json or application/…+json')
    .max(MAX_LABEL_LENGTH)
    .optional()
    .describe('Media type of the body. Default application/json.'),
});

const annotations = z.strictObject({
  title: title.optional(),
  readOnlyHint: z.boolean().optional(),
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});

const tool = z.strictObject({
  name,
  title: title.optional(),
  description: text.describe('When to call it, and what comes back.'),
  params: z.array(param).max(MAX_PARAMS).optional(),
  write: z
    .boolean()
    .optional()
    .describe('True: a call is held until it is confirmed. Say false for a search by POST.'),
  timeout_ms: z
    .int()
    .min(1)
    .max(MAX_TIMEOUT_MS)
    .optional()
    .describe('Time limit of one call. Default 30000.'),
  annotations: annotations.optional().describe('Hints of MCP in place of those that the method implies.'),
  request: request.optional().describe('REST: the request.'),
  query: z
    .string()
    .min(1)
    .max(MAX_QUERY_LENGTH)
    .optional()
    .describe('GraphQL: a document with one operation.'),
  variables: z
    .array(paramName)
    .max(MAX_PARAMS)
    .optional()
    .describe('GraphQL: the variables of the query, which are the names of the parameters.'),
});

/** A spec file as it is written, before the rules that look at more than one place. */
export const specFile = z.strictObject({
  $schema: z.string().max(MAX_ADDRESS_LENGTH).optional().describe('The schema of this file, for editors.'),
  name: name.describe('Of the server, and its place in addresses.'),
  version: label.optional(),
  instructions: text.optional().describe('What a model should know before it calls any tool.'),
  user_agent: label.optional().describe('The User-Agent of every request.'),
  transport,
  tools: z.array(tool).min(1).max(MAX_TOOLS),
});

export type SpecFile = z.output<typeof specFile>;
export type ToolFile = SpecFile['tools'][number];

/** The keys of each object of a spec, by the name under which it stands (the list, for items of one). */
export const KNOWN_KEYS: ReadonlyMap<string, readonly string[]> = new Map([
  ['', Object.keys(specFile.shape)],
  ['transport', Object.keys(transport.shape)],
  ['auth', ['kind', 'env', 'password', 'header']],
  ['tools', Object.keys(tool.shape)],
  ['params', Object.keys(param.shape)],
  ['request', Object.keys(request.shape)],
  ['annotations', Object.keys(annotations.shape)],
]);
