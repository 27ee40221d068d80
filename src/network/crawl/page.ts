import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { exceedsDepth } from '../../model/bounds.ts';
import { isJsonObject, type Json, member } from '../../model/entry.ts';
import { parseUrl } from '../../model/parse-url.ts';
import { parseIdentifier } from '../../model/urn.ts';

/** Link relations that point at a manifest: ours, and the predecessor's (v0.91 section 5.1). */
const RELATIONS: ReadonlySet<string> = new Set(['ard', 'ai-catalog']);
/** Addresses that one page may point at. */
const MAX_LINKS = 10;
/** Nesting of in-page JSON-LD that is looked at. */
const MAX_JSON_DEPTH = 32;
/** Entries that one page may hold. */
const MAX_IN_PAGE_ENTRIES = 1_000;

/** What a page says of entries. */
export interface PageFindings {
  /** `<link rel="ard" href>`, resolved. */
  readonly links: readonly string[];
  /** Entries in `<script type="application/ld+json">`. */
  readonly entries: readonly Json[];
}

/** Looks through a page. `text` may be cut anywhere: HTML has no end that has to be there. */
export function readPage(text: string, url: string): PageFindings {
  const links = new Set<string>();
  const entries: Json[] = [];
  let base = url;
  for (const element of elementsOf(parse(text))) {
    const { tagName } = element;
    if (tagName === 'base') base = resolve(attribute(element, 'href'), url) ?? base;
    if (tagName === 'link' && relationsOf(element).some((relation) => RELATIONS.has(relation))) {
      const target = resolve(attribute(element, 'href'), base);
      if (target !== undefined && links.size < MAX_LINKS) links.add(target);
    }
    if (tagName === 'script' && /^application\/ld\+json\b/i.test(attribute(element, 'type') ?? '')) {
      collectEntries(parseJson(textOf(element)), entries);
    }
  }
  return { links: [...links], entries };
}

/**
 * Targets of a `Link` header with one of the relations (RFC 8288): `<https://example.com/ard.json>; rel="ard"`.
 */
export function readLinkHeader(header: string | null, url: string): readonly string[] {
  if (header === null) return [];
  const links = new Set<string>();
  for (const [, target = '', parameters = ''] of header.matchAll(/<([^<>]{1,2048})>([^<]{0,2048})/g)) {
    const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters);
    const relations = (relation?.[1] ?? relation?.[2] ?? '').toLowerCase().split(/\s+/);
    const resolved = relations.some((one) => RELATIONS.has(one)) ? resolve(target, url) : undefined;
    if (resolved !== undefined && links.size < MAX_LINKS) links.add(resolved);
  }
  return [...links];
}

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** Every element in document order, without recursion: a page nests as deep as it likes. */
function* elementsOf(root: Node): Generator<Element> {
  const pending: Node[] = [root];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if ('tagName' in node) yield node;
    if ('childNodes' in node) for (const child of node.childNodes.toReversed()) pending.push(child);
  }
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((one) => one.name === name)?.value;
}

function relationsOf(element: Element): string[] {
  return (attribute(element, 'rel') ?? '').toLowerCase().split(/\s+/);
}

function textOf(element: Element): string {
  return element.childNodes.map((child) => ('value' in child ? child.value : '')).join('');
}

function resolve(address: string | undefined, base: string): string | undefined {
  return address === undefined ? undefined : parseUrl(address, base)?.href;
}

function parseJson(text: string): Json | undefined {
  if (exceedsDepth(text, MAX_JSON_DEPTH)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** An entry is a node with an ARD identifier; nodes stand alone, in lists, in `@graph` or in `entries`. */
function collectEntries(value: Json | undefined, entries: Json[]): void {
  if (value === undefined || entries.length >= MAX_IN_PAGE_ENTRIES) return;
  if (Array.isArray(value)) {
    for (const item of value) collectEntries(item, entries);
  } else if (isJsonObject(value)) {
    const identifier = member(value, 'identifier');
    if (typeof identifier === 'string' && parseIdentifier(identifier) !== undefined) entries.push(value);
    else for (const name of ['@graph', 'entries']) collectEntries(member(value, name), entries);
  }
}
