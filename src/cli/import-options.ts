import type { Arguments, Options } from './arguments.ts';
import { UsageError } from './usage.ts';

export const SOURCE_OPTIONS: Options = {
  source: { takes: 'value', value: 'NAME', help: 'name of the source (default: made from the path)' },
  'allow-empty': { takes: 'flag', help: 'let a manifest without usable entries empty its source' },
};

export const CATALOG_OPTIONS: Options = {
  catalog: {
    takes: 'value',
    value: 'NAME',
    help: 'name of the catalog (default: made from the file’s name)',
  },
  revision: {
    takes: 'value',
    value: 'NAME',
    help: 'name of the revision (default: made from what it holds)',
  },
  'no-activate': { takes: 'flag', help: 'publish only; larder activate makes it discoverable' },
  title: { takes: 'value', value: 'TEXT', help: 'title of the catalog' },
  publisher: { takes: 'value', value: 'DOMAIN', help: 'domain under which its entries are published' },
  select: {
    takes: 'list',
    value: '"GET /path"',
    help: 'take this operation of an OpenAPI document (may be repeated; default: all)',
  },
  profile: { takes: 'value', value: 'NAME', help: 'rules for OpenAPI: full (default) or strict' },
};

const PROFILES = ['full', 'strict'] as const;
/** What every URL parser takes for no segment, or for a step. */
const NO_SEGMENT = /^\.{0,2}$/;

/** How a document becomes a revision of a catalog. */
export interface CatalogChoice {
  /** Undefined: made from the name of the file. */
  readonly catalog: string | undefined;
  /** Undefined: what the document says, or made of its stamp. */
  readonly revision: string | undefined;
  readonly activate: boolean;
  readonly title: string | undefined;
  readonly publisher: string | undefined;
  /** Of an OpenAPI document; undefined where nothing was said. */
  readonly select: readonly { readonly method: string; readonly path: string }[] | undefined;
  readonly profile: (typeof PROFILES)[number] | undefined;
}

/** Reads the flags for catalogs. Errors: UsageError. */
export function readCatalogChoice(args: Arguments): CatalogChoice {
  const profile = args.value('profile');
  const known = PROFILES.find((name) => name === profile);
  if (profile !== undefined && known === undefined) throw new UsageError('--profile is full or strict');
  const revision = args.value('revision');
  if (revision !== undefined && NO_SEGMENT.test(revision)) {
    throw new UsageError('--revision is a name that an address can have: not empty, and neither . nor ..');
  }
  const select = args.list('select').map(parseSelection);
  return {
    catalog: args.value('catalog'),
    revision,
    activate: !args.has('no-activate'),
    title: args.value('title'),
    publisher: args.value('publisher'),
    select: select.length === 0 ? undefined : select,
    profile: known,
  };
}

/** `GET /customers` as method and path. Errors: UsageError. */
export function parseSelection(text: string): { readonly method: string; readonly path: string } {
  const [, method, path] = /^\s*([A-Za-z]+)\s+(\/\S*)\s*$/.exec(text) ?? [];
  if (method === undefined || path === undefined) {
    throw new UsageError(
      `--select takes method and path: --select "GET /customers", not ${JSON.stringify(text)}`,
    );
  }
  return { method: method.toUpperCase(), path };
}
