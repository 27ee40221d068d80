import type { Command } from './command.ts';

export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

/** Every command, loaded only when it runs, so that the help is quick. */
export const COMMANDS: readonly CommandEntry[] = [
  {
    name: 'serve',
    summary: 'run the registry',
    load: async () => (await import('./serve.ts')).serve,
  },
  {
    name: 'import',
    summary: 'take in manifests, OpenAPI documents, catalogs and MCP tools',
    load: async () => (await import('./import.ts')).importFiles,
  },
  {
    name: 'search',
    summary: 'find what fits a need',
    load: async () => (await import('./search.ts')).search,
  },
  {
    name: 'explore',
    summary: 'count what is there',
    load: async () => (await import('./explore.ts')).explore,
  },
  {
    name: 'agents',
    summary: 'list entries in order, or show one',
    load: async () => (await import('./agents.ts')).agents,
  },
  {
    name: 'sources',
    summary: 'list, show and remove sources',
    load: async () => (await import('./sources.ts')).sources,
  },
  {
    name: 'upstreams',
    summary: 'see how the other registries do that are asked too',
    load: async () => (await import('./upstreams.ts')).upstreams,
  },
  {
    name: 'catalogs',
    summary: 'list catalogs of operations, and their revisions',
    load: async () => (await import('./catalogs.ts')).catalogs,
  },
  {
    name: 'list',
    summary: 'list the operations of a catalog',
    load: async () => (await import('./list.ts')).list,
  },
  {
    name: 'describe',
    summary: 'print the TypeScript of operations',
    load: async () => (await import('./describe.ts')).describe,
  },
  {
    name: 'activate',
    summary: 'choose the revision of a catalog that is discovered',
    load: async () => (await import('./activate.ts')).activate,
  },
  {
    name: 'mcp',
    summary: 'serve the registry over MCP on standard input and output',
    load: async () => (await import('./mcp.ts')).mcp,
  },
  {
    name: 'crawl',
    summary: 'find and take in what domains publish',
    load: async () => (await import('./crawl.ts')).crawl,
  },
  {
    name: 'targets',
    summary: 'see what is crawled',
    load: async () => (await import('./targets.ts')).targets,
  },
  {
    name: 'refuse',
    summary: 'keep a domain out of what is crawled',
    load: async () => (await import('./refuse.ts')).refuse,
  },
  {
    name: 'validate',
    summary: 'judge manifests without importing them',
    load: async () => (await import('./validate.ts')).validate,
  },
  {
    name: 'audit',
    summary: 'see where entries come for their own queries',
    load: async () => (await import('./audit.ts')).audit,
  },
  {
    name: 'key',
    summary: 'make, list and revoke API keys',
    load: async () => (await import('./key.ts')).key,
  },
  {
    name: 'check',
    summary: 'check that the database is sound',
    load: async () => (await import('./check.ts')).check,
  },
  {
    name: 'forge',
    summary: 'serve an HTTP API, described in a JSON file, as MCP tools',
    load: async () => (await import('./forge.ts')).forge,
  },
];
