import type { Outline } from './outline/outline.ts';
import { outlineJson } from './outline/outline-json.ts';
import { outlineYaml } from './outline/outline-yaml.ts';

/** The documents that are taken in, each by a way of its own. */
export type DocumentKind = 'manifest' | 'openapi' | 'forage-catalog' | 'mcp-tools' | 'forge-spec';

export interface Recognition {
  /** Undefined when it is none of them. */
  readonly kind: DocumentKind | undefined;
  readonly syntax: 'json' | 'yaml';
  /** What tells, as the end of a sentence that starts with the document: "has an `entries` array". */
  readonly reason: string;
}

/** The members that tell documents apart. */
const NAMES: ReadonlySet<string> = new Set([
  ...['openapi', 'swagger', 'entries', 'operations'],
  ...['tools', 'transport', 'request', 'params', 'inputSchema', 'jsonrpc', 'result', 'error'],
]);

/**
 * Tells by its content what a document is, JSON or YAML. It is not parsed, so that a large or broken one is recognised
 * as cheaply as any other: what is wrong with it is said by what takes it in.
 */
export function recogniseDocument(text: string): Recognition {
  const start = /^\uFEFF?\s*([^\s])?/.exec(text)?.[1];
  if (start === undefined) return { kind: undefined, syntax: 'json', reason: 'is empty' };
  if (start === '<') return { kind: undefined, syntax: 'json', reason: 'is HTML or XML' };
  const syntax = start === '{' || start === '[' ? 'json' : 'yaml';
  const outline =
    syntax === 'json' ? outlineJson(text, NAMES) : outlineYaml(text.replace(/^\uFEFF/, ''), NAMES);
  const [kind, reason] = judge(outline);
  return { kind, syntax, reason };
}

type Judgement = readonly [kind: DocumentKind | undefined, reason: string];

function judge(outline: Outline): Judgement {
  const { shape, members, first } = outline;
  if (shape === 'array') {
    const judgement = first === undefined ? undefined : judgePage(first);
    return judgement ?? [undefined, 'is an array of something else than pages of tools'];
  }
  for (const name of ['openapi', 'swagger']) {
    if (members.has(name)) return ['openapi', `has the member \`${name}\``];
  }
  if (isArray(members.get('entries'))) return ['manifest', 'has an `entries` array'];
  if (isArray(members.get('operations'))) return ['forage-catalog', 'has an `operations` array'];
  return (
    judgePage(outline) ?? [
      undefined,
      'has no `openapi`, no array `entries` or `operations`, and no `tools` with an `inputSchema`',
    ]
  );
}

/** A page of tools, a JSON-RPC answer or a single tool; or the specification of a server, which has `tools` too. */
function judgePage({ members }: Outline): Judgement | undefined {
  const tools = members.get('tools');
  if (isArray(tools)) {
    const tool = tools?.first;
    if (tool?.members.has('inputSchema')) return ['mcp-tools', 'has a `tools` array with an `inputSchema`'];
    if (members.has('transport')) return ['forge-spec', 'has a `tools` array and a `transport`'];
    if (tool?.members.has('request') || tool?.members.has('params')) {
      return ['forge-spec', 'has a `tools` array whose tools have requests'];
    }
    // Manifests of other makes list tools too, without a schema.
    return tool?.shape === 'object' ? undefined : ['mcp-tools', 'has a `tools` array'];
  }
  if (isArray(members.get('result')?.members.get('tools'))) {
    return ['mcp-tools', 'has a `result` with a `tools` array'];
  }
  if (members.has('jsonrpc')) return ['mcp-tools', 'is a JSON-RPC message'];
  return members.has('inputSchema') ? ['mcp-tools', 'has an `inputSchema`'] : undefined;
}

function isArray(outline: Outline | undefined): boolean {
  return outline?.shape === 'array';
}
