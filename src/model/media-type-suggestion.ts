import { canonicalMediaType, isMediaType, KIND_EXAMPLES, KNOWN_MEDIA_TYPES } from './media-type.ts';
import { nearest } from './nearest.ts';

/** What people call the kinds, lower case and without punctuation. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['mcp', KIND_EXAMPLES.mcp],
  ['mcpserver', KIND_EXAMPLES.mcp],
  ['mcpservercard', KIND_EXAMPLES.mcp],
  ['server', KIND_EXAMPLES.mcp],
  ['tool', KIND_EXAMPLES.mcp],
  ['skill', KIND_EXAMPLES.skill],
  ['aiskill', KIND_EXAMPLES.skill],
  ['agentskill', KIND_EXAMPLES.skill],
  ['a2a', KIND_EXAMPLES.a2a],
  ['agent', KIND_EXAMPLES.a2a],
  ['a2aagent', KIND_EXAMPLES.a2a],
  ['agentcard', KIND_EXAMPLES.a2a],
  ['a2aagentcard', KIND_EXAMPLES.a2a],
  ['openapi', KIND_EXAMPLES.openapi],
  ['api', KIND_EXAMPLES.openapi],
  ['rest', KIND_EXAMPLES.openapi],
  ['swagger', KIND_EXAMPLES.openapi],
  ['catalog', KIND_EXAMPLES.catalog],
  ['catalogue', KIND_EXAMPLES.catalog],
  ['aicatalog', KIND_EXAMPLES.catalog],
  ['registry', KIND_EXAMPLES.registry],
  ['airegistry', KIND_EXAMPLES.registry],
  ['operation', KIND_EXAMPLES.operation],
]);

/** Longest text that a suggestion is looked for; edit distance is quadratic. */
const MAX_SUGGESTED_LENGTH = 64;

/**
 * The media type that text, which is none, was probably meant to be: the name of a kind (`MCP`), a known type
 * without its `application/`, or a slip of a few letters. Undefined when nothing is near.
 */
export function suggestMediaType(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_SUGGESTED_LENGTH) return undefined;
  const letters = trimmed.toLowerCase().replace(/[^a-z0-9]/g, '');
  const alias = ALIASES.get(letters) ?? ALIASES.get(letters.replace(/s$/, ''));
  if (alias !== undefined) return alias;
  const whole = `application/${trimmed}`;
  if (isMediaType(whole) && KNOWN_MEDIA_TYPES.includes(canonicalMediaType(whole)))
    return canonicalMediaType(whole);
  return nearest(trimmed.toLowerCase(), KNOWN_MEDIA_TYPES) ?? nearest(whole.toLowerCase(), KNOWN_MEDIA_TYPES);
}
