import { isJsonObject, type Json, member } from './entry.ts';

/** The base context of v0.91 section 4.1. It is bundled here: it says nothing but the namespace of plain terms. */
export const BASE_CONTEXT = 'https://agenticresourcediscovery.org/context/v1';
/** The default namespace. Its terms are written without it: `tags`, not `https://…/ns#tags`. */
export const DEFAULT_NAMESPACE = 'https://agenticresourcediscovery.org/ns#';

/** Terms that no context moves to another namespace, because intake and answers read them by these names. */
const CORE_TERMS: ReadonlySet<string> = new Set([
  'identifier',
  'displayName',
  'type',
  'url',
  'data',
  'description',
  'tags',
  'capabilities',
  'representativeQueries',
  'version',
  'updatedAt',
  'metadata',
  'trustManifest',
  'publisher',
  'kind',
]);

/** Members that are not expanded: below them a path is literal JSON (v0.91 section 5.3.1). */
const LITERAL_MEMBERS: ReadonlySet<string> = new Set(['trustManifest', 'metadata', 'data']);

/** Terms and prefixes that one context may bind; more are not read. An entry has 256 paths at most. */
const MAX_BOUND_TERMS = 256;

/** What a context binds, on top of the base context: terms and prefixes to the beginnings of IRIs. */
export interface TermContext {
  readonly bound: ReadonlyMap<string, string>;
  /** Where plain terms that are not of the core belong to. */
  readonly vocabulary: string;
}

/** The base context alone. */
export const NO_CONTEXT: TermContext = { bound: new Map(), vocabulary: DEFAULT_NAMESPACE };

/**
 * Reads the `@context` of an entry or a query. Contexts that are named by address are never fetched, so all but the base
 * context bind nothing; what is no context binds nothing either.
 */
export function readTermContext(value: Json | undefined): TermContext {
  if (value === undefined || typeof value === 'string' || value === null) return NO_CONTEXT;
  const bound = new Map<string, string>();
  let vocabulary = DEFAULT_NAMESPACE;
  for (const layer of Array.isArray(value) ? value : [value]) {
    if (!isJsonObject(layer)) continue;
    for (const [name, definition] of Object.entries(layer)) {
      const iri = iriOf(definition);
      if (iri === undefined) continue;
      if (name === '@vocab') vocabulary = expandCompact(iri, bound);
      else if (!name.startsWith('@') && bound.size < MAX_BOUND_TERMS)
        bound.set(name, expandCompact(iri, bound));
    }
  }
  return bound.size === 0 && vocabulary === DEFAULT_NAMESPACE ? NO_CONTEXT : { bound, vocabulary };
}

/**
 * The path step of a term: its name for a term of the default namespace, its IRI for any other, and what was written
 * where no context binds its prefix.
 */
export function resolveTerm(name: string, { bound, vocabulary }: TermContext): string {
  if (CORE_TERMS.has(name) || name.startsWith('@')) return name;
  const whole = bound.get(name);
  if (whole !== undefined) return shorten(whole);
  if (name.includes(':')) return shorten(expandCompact(name, bound));
  return vocabulary === DEFAULT_NAMESPACE ? name : shorten(vocabulary + name);
}

/**
 * The field path of a filter key or facet (v0.91 section 5.3.1): each step is resolved, up to a member that is not
 * expanded; the rest is literal. An IRI that is written out is one step, whatever dots it has.
 */
export function resolvePath(path: string, context: TermContext): string {
  if (path.includes('://')) return shorten(path);
  if (context === NO_CONTEXT && !path.includes(':')) return path;
  const steps = path.split('.');
  const resolved: string[] = [];
  for (const [at, step] of steps.entries()) {
    const term = resolveTerm(step, context);
    resolved.push(term);
    if (isLiteral(term)) return [...resolved, ...steps.slice(at + 1)].join('.');
  }
  return resolved.join('.');
}

/** True for a resolved term below which nothing is resolved. */
export function isLiteral(term: string): boolean {
  return LITERAL_MEMBERS.has(term) || term.startsWith('@');
}

function iriOf(definition: Json): string | undefined {
  if (typeof definition === 'string') return definition;
  const id = isJsonObject(definition) ? member(definition, '@id') : undefined;
  return typeof id === 'string' ? id : undefined;
}

function expandCompact(name: string, bound: ReadonlyMap<string, string>): string {
  const colon = name.indexOf(':');
  if (colon < 0 || name.startsWith('//', colon + 1)) return name;
  const prefix = bound.get(name.slice(0, colon));
  return prefix === undefined ? name : prefix + name.slice(colon + 1);
}

function shorten(iri: string): string {
  return iri.startsWith(DEFAULT_NAMESPACE) && iri.length > DEFAULT_NAMESPACE.length
    ? iri.slice(DEFAULT_NAMESPACE.length)
    : iri;
}
