import { foreignEnvironment } from '../config.ts';
import { LarderError } from '../errors.ts';
import { parseUrl } from '../model/parse-url.ts';
import { LISTING_DEADLINE_MS } from '../network/mcp/bounds.ts';
import type { ServerListing } from '../network/mcp/list-tools.ts';
import type { Arguments, Options } from './arguments.ts';
import { readKeyFile } from './connect.ts';
import { EGRESS_OPTIONS, openEgress } from './egress.ts';
import { type Document, prepareTools } from './import-document.ts';
import type { CatalogChoice } from './import-options.ts';
import { readVersion } from './run.ts';
import { UsageError } from './usage.ts';

/** Longest time that an operator can ask for, seconds: a server that is installed on the way. */
const MAX_DEADLINE_SECONDS = 600;

export const SERVER_OPTIONS: Options = {
  'mcp-command': {
    takes: 'value',
    value: 'COMMAND',
    help: 'start this MCP server with the shell, list its tools, end it',
  },
  'mcp-url': { takes: 'value', value: 'URL', help: 'list the tools of the MCP server at this address' },
  'mcp-key-file': {
    takes: 'value',
    value: 'FILE',
    help: 'with --mcp-url: the key for that server stands in this file',
  },
  deadline: {
    takes: 'value',
    value: 'SECONDS',
    help: 'give up listing a server’s tools after this long (default 60)',
  },
  ...EGRESS_OPTIONS,
};

/** What names a live server, and how long it is waited for; undefined where the command line names none. Errors: UsageError. */
export function findServer(args: Arguments, choice: CatalogChoice): (() => Promise<Document>) | undefined {
  const command = args.value('mcp-command');
  const url = args.value('mcp-url');
  if (command === undefined && url === undefined) {
    const stray = ['deadline', 'mcp-key-file'].find((flag) => args.has(flag));
    if (stray !== undefined) throw new UsageError(`--${stray} goes with an MCP server: --mcp-url URL`);
    return undefined;
  }
  if (command !== undefined && url !== undefined)
    throw new UsageError('give --mcp-command or --mcp-url, not both');
  if (url === undefined && args.has('mcp-key-file')) {
    throw new UsageError('--mcp-key-file goes with --mcp-url; a command has your environment');
  }
  if (args.positionals.length > 0) throw new UsageError('give files or a server, not both');
  if (choice.catalog === undefined) throw new UsageError('the tools of a server need a name: --catalog NAME');
  if (choice.select !== undefined || choice.profile !== undefined) {
    throw new UsageError('--select and --profile go with an OpenAPI document, not with a server');
  }
  if (args.has('source') || args.has('allow-empty')) {
    throw new UsageError('--source and --allow-empty go with a manifest, not with a server');
  }
  const options = { version: readVersion(), deadlineMs: readDeadline(args.value('deadline')) };
  const list =
    url === undefined
      ? () => listOfCommand(command ?? '', options)
      : () => listOfUrl(readServerUrl(url), args, options);
  return async () => {
    try {
      const { tools, title, name, instructions } = await list();
      return prepareTools(tools, choice, { title: title ?? name, description: instructions });
    } catch (error) {
      // The command line was right: it is the server's listing that cannot be taken.
      if (!(error instanceof LarderError) || error.code !== 'INVALID_ARGUMENT') throw error;
      throw new LarderError('UNAVAILABLE', `The server: ${error.message}`, { cause: error });
    }
  };
}

interface ListingOptions {
  readonly version: string;
  readonly deadlineMs: number;
}

async function listOfCommand(command: string, options: ListingOptions): Promise<ServerListing> {
  const { listToolsOfCommand } = await import('../network/mcp/server-listing.ts');
  return listToolsOfCommand(command, foreignEnvironment(), options);
}

/** The operator's own word lets the address be reached, wherever it is; what it redirects to has to be allowed. */
async function listOfUrl(url: URL, args: Arguments, options: ListingOptions): Promise<ServerListing> {
  const { listToolsOfUrl } = await import('../network/mcp/server-listing.ts');
  const port = url.port || (url.protocol === 'https:' ? '443' : '80');
  const keyFile = args.value('mcp-key-file');
  const key = keyFile === undefined ? undefined : readKeyFile('mcp-key-file', keyFile);
  const egress = openEgress(args, [`${url.hostname}:${port}`]);
  try {
    return await listToolsOfUrl(egress, url, { ...options, key });
  } finally {
    egress.close();
  }
}

function readServerUrl(text: string): URL {
  const url = parseUrl(text);
  if (url === undefined || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new UsageError('--mcp-url: expected an http or https address, such as https://mcp.example.com/mcp');
  }
  if (url.username !== '' || url.password !== '') {
    throw new UsageError('--mcp-url: expected an address without user and password');
  }
  return url;
}

function readDeadline(text: string | undefined): number {
  if (text === undefined) return LISTING_DEADLINE_MS;
  const seconds = /^[1-9][0-9]{0,2}$/.test(text) ? Number(text) : Number.NaN;
  if (seconds <= MAX_DEADLINE_SECONDS) return seconds * 1000;
  throw new UsageError(`--deadline: expected seconds from 1 to ${MAX_DEADLINE_SECONDS}`);
}
