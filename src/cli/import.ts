import { invalidArgument, LarderError } from '../errors.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, connect, JSON_OPTION } from './connect.ts';
import type { Door, ImportAnswer } from './door.ts';
import { type CatalogReport, publishDocument } from './import-catalog.ts';
import { type Document, prepareDocument } from './import-document.ts';
import { CATALOG_OPTIONS, type CatalogChoice, readCatalogChoice, SOURCE_OPTIONS } from './import-options.ts';
import { formatImport } from './import-report.ts';
import { findServer, SERVER_OPTIONS } from './import-server.ts';
import {
  catalogNameOf,
  DOCUMENT_ENDINGS,
  listFiles,
  originOf,
  readInput,
  sourceNameOf,
} from './input-file.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

/** Bytes of one file: the largest OpenAPI document that is taken in. */
const MAX_INPUT_BYTES = 32 * 1024 * 1024;

interface Outcome {
  readonly sources: ImportAnswer[];
  readonly catalogs: CatalogReport[];
  readonly refused: { readonly file: string; readonly message: string }[];
}

interface Choice extends CatalogChoice {
  readonly source: string | undefined;
  readonly allowEmpty: boolean;
}

export const importFiles: Command = {
  name: 'import',
  usage: [
    'import FILE|DIRECTORY|-... [--source NAME] [--allow-empty]',
    'import FILE|DIRECTORY|-... [--catalog NAME] [--revision NAME] [--select "GET /path"]... [--no-activate]',
    'import --mcp-command COMMAND --catalog NAME',
    'import --mcp-url URL --catalog NAME',
  ],
  about:
    'Takes in files, each recognised by its content. A manifest (ard.json, ai-catalog.json) becomes a source: importing it\n' +
    'again replaces what its source had, and its bad entries are listed with the reason while the others are taken in.\n' +
    'An OpenAPI document, a catalog of operations, a listing of MCP tools or a Forge spec becomes a revision of a catalog, and\n' +
    'is made the active one; operations that cannot be described exactly are listed with the reason. A directory stands for its\n' +
    '*.json, *.yaml and *.yml files, - reads standard input. The exit code is 1 only when a whole file is refused.',
  options: {
    ...SOURCE_OPTIONS,
    ...CATALOG_OPTIONS,
    ...SERVER_OPTIONS,
    ...JSON_OPTION,
    ...CONNECT_OPTIONS,
  },
  examples: [
    ['larder import ard.json', 'one manifest'],
    ['larder import manifests/', 'every manifest, OpenAPI document and catalog in a directory'],
    [
      'curl -s https://example.com/.well-known/ard.json | larder import - --source example',
      'from standard input',
    ],
    ['larder import shop.yaml --select "GET /customers" --select "GET /orders"', 'two operations of an API'],
    [
      'larder import --mcp-command "npx -y @example/files-server" --catalog files',
      'the tools of an MCP server',
    ],
    ['larder import ard.json --url https://registry.example --key-file key.txt', 'into a running registry'],
  ],
  async run(args, terminal) {
    const choice: Choice = {
      ...readCatalogChoice(args),
      source: args.value('source'),
      allowEmpty: args.has('allow-empty'),
    };
    const readServer = findServer(args, choice);
    const files = readServer === undefined ? listInputs(args.positionals, choice) : [];
    const outcome: Outcome = { sources: [], catalogs: [], refused: [] };
    if (readServer !== undefined) showProgress(terminal, 'asking the server for its tools');
    // Before the database is opened, which nobody else can use meanwhile.
    const listed = await readServer?.().finally(() => showProgress(terminal, ''));
    const door = await connect(args, 'write');
    try {
      if (listed !== undefined) await take(door, '', listed, choice, outcome);
      for (const [i, file] of files.entries()) {
        if (files.length > 1) showProgress(terminal, `${i + 1} of ${files.length}: ${file}`);
        try {
          const text = await readInput(file, terminal.stdin, MAX_INPUT_BYTES);
          await take(door, file, prepareDocument(text, choice), choice, outcome);
        } catch (error) {
          // Only what is wrong with this file; a lost database or registry ends the command.
          if (!(error instanceof LarderError) || !OWN_FAULT.includes(error.code)) throw error;
          outcome.refused.push({ file, message: error.message });
        }
      }
    } finally {
      showProgress(terminal, '');
      await door.close();
    }
    const { sources, catalogs, refused } = outcome;
    terminal.out(
      args.has('json') ? `${toSafeJson(outcome)}\n` : formatImport(sources, catalogs, terminal.columns),
    );
    for (const { catalog, warning } of catalogs) {
      if (warning !== undefined) terminal.err(`larder: ${catalog}: ${warning}\n`);
    }
    for (const { file, message } of refused)
      terminal.err(`larder: ${cleanText(file)}: ${cleanText(message)}\n`);
    return refused.length === 0 ? EXIT.OK : EXIT.FAILED;
  },
};

const OWN_FAULT: readonly string[] = ['INVALID_ARGUMENT', 'CONFLICT', 'PAYLOAD_TOO_LARGE', 'NOT_FOUND'];

/** The files, after a look at what the flags say of them. Errors: UsageError. */
function listInputs(operands: readonly string[], choice: Choice): string[] {
  if (operands.length === 0) throw new UsageError('import needs a file, a directory or - for standard input');
  const files = listFiles(operands, DOCUMENT_ENDINGS);
  const { source, catalog, revision, title, select } = choice;
  if (source !== undefined && catalog !== undefined) {
    throw new UsageError('--source names what a manifest becomes, --catalog what all else becomes; give one');
  }
  if (files.length > 1) {
    const single = Object.entries({ source, catalog, revision, title, select }).find(
      ([, value]) => value !== undefined,
    );
    if (single !== undefined) {
      throw new UsageError(
        `--${single[0]} ${single[0] === 'select' ? 'is about' : 'names'} one ${single[0]}; give one file`,
      );
    }
  }
  if (files.includes('-') && source === undefined && catalog === undefined) {
    throw new UsageError(
      'standard input needs a name: --source NAME for a manifest, --catalog NAME for all else',
    );
  }
  return files;
}

/** Takes one document in. Errors: INVALID_ARGUMENT for flags that do not go with it; those of the registry. */
async function take(
  door: Door,
  file: string,
  document: Document,
  choice: Choice,
  outcome: Outcome,
): Promise<void> {
  if (document.kind === 'manifest') {
    const source = choice.source ?? sourceNameOf(file);
    const { text } = document;
    outcome.sources.push(
      await door
        .importManifest({ source, text, origin: originOf(file), allowEmpty: choice.allowEmpty })
        .catch(hint),
    );
    return;
  }
  if (choice.source !== undefined || choice.allowEmpty) {
    throw invalidArgument(
      '--source and --allow-empty go with a manifest; the file becomes a catalog: --catalog NAME',
    );
  }
  const catalog = choice.catalog ?? catalogNameOf(file);
  if (catalog === undefined)
    throw invalidArgument('the file’s name makes no name of a catalog: --catalog NAME');
  if (outcome.catalogs.some((report) => report.catalog === catalog)) {
    throw invalidArgument(
      `another file made the catalog ${catalog} already; import it alone, with --catalog NAME`,
    );
  }
  outcome.catalogs.push(await publishDocument(door, catalog, document, choice));
}

/** What an operator can do about a manifest that would empty its source. */
function hint(error: unknown): never {
  if (!(error instanceof LarderError) || error.code !== 'CONFLICT') throw error;
  const message = `${error.message} (--allow-empty, or larder sources --remove NAME)`;
  throw new LarderError(error.code, message, { cause: error });
}

/** Writes over the line before; nothing where nobody watches. */
function showProgress(terminal: Terminal, text: string): void {
  if (terminal.live) terminal.err(`\r\u001b[K${cleanText(text)}`);
}
