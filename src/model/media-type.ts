/** The families of media types that the derived field `kind` names. */
export const KINDS = ['mcp', 'skill', 'a2a', 'openapi', 'catalog', 'registry', 'operation', 'other'] as const;
export type Kind = (typeof KINDS)[number];

interface MediaType {
  /** Lower case `type/subtype`. */
  readonly essence: string;
  /** Names lower case, values unquoted; sorted by name. */
  readonly parameters: readonly (readonly [string, string])[];
}

/** Longest media type taken, in UTF-16 code units; RFC 6838 allows 127 for each half of the name. */
export const MAX_MEDIA_TYPE_LENGTH = 256;

/** A token of RFC 9110 section 5.6.2. */
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** A quoted-string of RFC 9110 section 5.6.4, without control characters. */
const QUOTED_STRING = /^"(?:[^"\\\p{Cc}]|\\[^\p{Cc}])*"$/u;

/** Official renames only (DESIGN 5); wider families are `kind`. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['application/mcp-server+json', 'application/mcp-server-card+json'],
  ['application/ai-registry', 'application/ai-registry+json'],
  ['application/agent-card+json', 'application/a2a-agent-card+json'],
]);

const KIND_OF: ReadonlyMap<string, Kind> = new Map([
  ['application/mcp-server-card+json', 'mcp'],
  ['application/mcp-server', 'mcp'],
  ['application/mcp', 'mcp'],
  ['application/ai-skill', 'skill'],
  ['application/ai-skill+md', 'skill'],
  ['application/agent-skills+md', 'skill'],
  ['application/agent-skills+zip', 'skill'],
  ['application/agent-skills+gzip', 'skill'],
  ['application/agentskill+md', 'skill'],
  ['application/a2a-agent-card+json', 'a2a'],
  ['application/vnd.oai.openapi', 'openapi'],
  ['application/vnd.oai.openapi+json', 'openapi'],
  ['application/vnd.oai.openapi+yaml', 'openapi'],
  ['application/openapi', 'openapi'],
  ['application/openapi+json', 'openapi'],
  ['application/openapi+yaml', 'openapi'],
  ['application/ai-catalog+json', 'catalog'],
  ['application/ard+json', 'catalog'],
  ['application/vnd.forage.catalog+json', 'catalog'],
  ['application/ai-registry+json', 'registry'],
  ['application/vnd.forage.operation+json', 'operation'],
]);

/** Every spelling that has a kind, in canonical form: what did-you-mean texts choose from. */
export const KNOWN_MEDIA_TYPES: readonly string[] = [...KIND_OF.keys()];

/** The one skill spelling that lives in a parameter: `text/markdown; profile="urn:air:agent-skills"`. */
const SKILL_PROFILE = /^urn:air?:agent-skills$/;

/** True for `type/subtype` with well-formed parameters, whatever its name. */
export function isMediaType(text: string): boolean {
  return parseMediaType(text) !== undefined;
}

/**
 * The name under which a media type is compared and counted: official renames applied, case and parameter
 * order ignored. Text that is no media type comes back trimmed, unchanged otherwise.
 */
export function canonicalMediaType(text: string): string {
  const parsed = parseMediaType(text);
  if (parsed === undefined) return text.trim();
  const essence = RENAMED.get(parsed.essence) ?? parsed.essence;
  return [essence, ...parsed.parameters.map(([name, value]) => `${name}=${quoted(value)}`)].join('; ');
}

/** The family of a media type. */
export function kindOf(text: string): Kind {
  const parsed = parseMediaType(text);
  if (parsed === undefined) return 'other';
  const essence = RENAMED.get(parsed.essence) ?? parsed.essence;
  const profile = parsed.parameters.find(([name]) => name === 'profile')?.[1];
  if (essence === 'text/markdown' && profile !== undefined && SKILL_PROFILE.test(profile)) return 'skill';
  return KIND_OF.get(essence) ?? 'other';
}

/** The canonical spelling of each kind's best-known type, for did-you-mean texts. */
export const KIND_EXAMPLES: Readonly<Record<Exclude<Kind, 'other'>, string>> = {
  mcp: 'application/mcp-server-card+json',
  skill: 'application/ai-skill+md',
  a2a: 'application/a2a-agent-card+json',
  openapi: 'application/vnd.oai.openapi+json',
  catalog: 'application/ai-catalog+json',
  registry: 'application/ai-registry+json',
  operation: 'application/vnd.forage.operation+json',
};

/** Spellings that are remembered: a registry has a few dozen, and asks for each with every entry. */
const MAX_KNOWN_SPELLINGS = 256;
const known = new Map<string, MediaType | undefined>();

function parseMediaType(text: string): MediaType | undefined {
  if (text.length > MAX_MEDIA_TYPE_LENGTH) return undefined;
  if (known.has(text)) return known.get(text);
  const parsed = readMediaType(text);
  if (known.size === MAX_KNOWN_SPELLINGS) known.clear();
  known.set(text, parsed);
  return parsed;
}

function readMediaType(text: string): MediaType | undefined {
  const [head = '', ...rest] = splitParameters(text);
  const [type = '', subtype = '', ...more] = head.trim().split('/');
  if (more.length > 0 || !TOKEN.test(type) || !TOKEN.test(subtype)) return undefined;
  const parameters: (readonly [string, string])[] = [];
  for (const part of rest) {
    if (part.trim() === '') continue;
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim().toLowerCase();
    const value = unquoted(part.slice(equals + 1).trim());
    if (equals < 0 || !TOKEN.test(name) || value === undefined) return undefined;
    parameters.push([name, value]);
  }
  parameters.sort(([a, x], [b, y]) => byCodeUnit(a, b) || byCodeUnit(x, y));
  return { essence: `${type}/${subtype}`.toLowerCase(), parameters };
}

/** Splits at semicolons that stand outside quotes. */
function splitParameters(text: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let inQuotes = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (char === '\\' && inQuotes) i++;
    else if (char === '"') inQuotes = !inQuotes;
    else if (char === ';' && !inQuotes) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  parts.push(text.slice(start));
  return parts;
}

function unquoted(value: string): string | undefined {
  if (TOKEN.test(value)) return value;
  return QUOTED_STRING.test(value) ? value.slice(1, -1).replace(/\\(.)/g, '$1') : undefined;
}

function quoted(value: string): string {
  return TOKEN.test(value) ? value : `"${value.replace(/["\\]/g, '\\$&')}"`;
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
