import { environment } from '../config.ts';
import { LarderError } from '../errors.ts';
import { MAX_SPEC_BYTES } from '../forge/spec/bounds.ts';
import { type Checked, checkForgeSpec } from '../forge/spec/check-spec.ts';
import type { ForgeSpec } from '../forge/spec/forge-spec.ts';
import type { Problem } from '../forge/spec/problem.ts';
import type { Arguments } from './arguments.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT, type Exit } from './command.ts';
import { JSON_OPTION } from './connect.ts';
import { APPROVE_OPTIONS, FROM_OPENAPI_OPTIONS, SERVE_OPTIONS } from './forge-options.ts';
import { readInput } from './input-file.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

/** A spec file with what its check found. */
export interface CheckedFile {
  readonly file: string;
  readonly spec: ForgeSpec | undefined;
  readonly problems: readonly Problem[];
}

export const forge: Command = {
  name: 'forge',
  usage: [
    'forge SPEC.json... --check',
    'forge SPEC.json... --list',
    'forge SPEC.json',
    'forge SPEC.json... --http [HOST:]PORT',
    'forge from-openapi API.yaml --select "METHOD /path"... --url URL --auth KIND[:VARIABLE]',
    'forge approve [ID] --state FILE',
  ],
  about:
    'Serves HTTP APIs that JSON files describe as MCP tools, over standard input and output or over HTTP. Calls that\n' +
    'change something are held until they are confirmed. --check looks at specs without serving them: the exit code is\n' +
    '1 where one has errors. docs/forge.md tells how to write one.',
  options: {
    check: { takes: 'flag', help: 'check the specs and print every problem with its place' },
    list: { takes: 'flag', help: 'print the tools that would be served' },
    ...SERVE_OPTIONS,
    ...FROM_OPENAPI_OPTIONS,
    ...APPROVE_OPTIONS,
    ...JSON_OPTION,
  },
  examples: [
    ['larder forge acme.json --check', 'before shipping'],
    ['larder forge acme.json', 'what an MCP client starts'],
    ['larder forge acme.json shop.json --http 127.0.0.1:8090', 'at /mcp/acme and /mcp/shop'],
    [
      'larder forge from-openapi api.yaml --select "GET /customers" --url https://api.example.com --auth bearer:API_TOKEN > api.json',
      'a spec of chosen operations',
    ],
  ],
  async run(args, terminal) {
    const [verb] = args.positionals;
    if (verb === 'from-openapi') {
      refuseForeign(args, FROM_OPENAPI_OPTIONS, 'from-openapi');
      return (await import('./forge-from-openapi.ts')).writeFromOpenApi(args, terminal);
    }
    if (verb === 'approve') {
      refuseForeign(args, { yes: 0, state: 0, audit: 0, json: 0 }, 'approve');
      return (await import('./forge-approve.ts')).approveForge(args, terminal);
    }
    if (args.positionals.length === 0) throw new UsageError('forge needs a spec: larder forge SPEC.json');
    if (args.has('check') && args.has('list')) throw new UsageError('--check and --list exclude each other');
    if (args.has('check')) refuseForeign(args, { check: 0, json: 0 }, '--check');
    if (args.has('list')) refuseForeign(args, { list: 0, json: 0 }, '--list');
    const serves = !args.has('check') && !args.has('list');
    if (serves && args.positionals.includes('-')) {
      throw new UsageError('a spec that is served comes from a file: - is for --check and --list');
    }
    const files = await readFiles(args.positionals, terminal);
    if (args.has('check')) return showProblems(files, args, terminal);
    const specs = files.flatMap(({ spec }) => (spec === undefined ? [] : [spec]));
    if (specs.length < files.length) {
      for (const each of files) terminal.err(formatProblems(each));
      return EXIT.FAILED;
    }
    if (args.has('list')) return (await import('./forge-list.ts')).listTools(specs, args, terminal);
    refuseForeign(args, SERVE_OPTIONS, 'serving');
    refuseSameNames(specs);
    for (const each of files) terminal.err(formatProblems(each));
    return (await import('./forge-serve.ts')).serveForge(specs, args, terminal);
  },
};

async function readFiles(files: readonly string[], terminal: Terminal): Promise<readonly CheckedFile[]> {
  const checked: CheckedFile[] = [];
  for (const file of files) checked.push({ file, ...(await readFile(file, terminal)) });
  return checked;
}

/** A file that cannot be read is one with a problem: the others are looked at all the same. */
async function readFile(file: string, terminal: Terminal): Promise<Checked> {
  const hasVariable = (name: string) => environment(name) !== undefined;
  try {
    return checkForgeSpec(await readInput(file, terminal.stdin, MAX_SPEC_BYTES), { hasVariable });
  } catch (error) {
    if (!(error instanceof LarderError) || error.code === 'INTERNAL_ERROR') throw error;
    const problem = { level: 'error', code: 'unreadable', pointer: '', message: error.message } as const;
    return { spec: undefined, problems: [problem] };
  }
}

function showProblems(files: readonly CheckedFile[], args: Arguments, terminal: Terminal): Exit {
  if (args.has('json')) {
    const specs = files.map(({ file, spec, problems }) => ({
      file,
      name: spec?.name ?? null,
      sound: spec !== undefined,
      tools: spec?.tools.length ?? 0,
      problems,
    }));
    terminal.out(`${toSafeJson({ specs })}\n`);
  } else {
    for (const each of files) terminal.out(`${formatProblems(each)}${formatVerdict(each)}`);
  }
  return files.every(({ spec }) => spec !== undefined) ? EXIT.OK : EXIT.FAILED;
}

/** One line a problem: what a person reads and an editor jumps to. */
function formatProblems({ file, problems }: CheckedFile): string {
  return problems
    .map(({ level, pointer, message }) => {
      const place = pointer === '' ? '' : `${cleanText(pointer)}: `;
      return `${cleanText(file)}: ${level}: ${place}${cleanText(message)}\n`;
    })
    .join('');
}

function formatVerdict({ file, spec, problems }: CheckedFile): string {
  const count = (level: Problem['level'], word: string) => {
    const figure = problems.filter((problem) => problem.level === level).length;
    return figure === 0 ? [] : [`${figure} ${word}${figure === 1 ? '' : 's'}`];
  };
  const found = [...count('error', 'error'), ...count('warning', 'warning')];
  const tools = spec === undefined ? [] : [`${spec.tools.length} tool${spec.tools.length === 1 ? '' : 's'}`];
  const verdict = spec === undefined ? 'not fit to be served' : 'fit to be served';
  return `${cleanText(file)}: ${[verdict, ...tools, ...found].join(', ')}\n`;
}

function refuseSameNames(specs: readonly ForgeSpec[]): void {
  const names = specs.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) < at);
  if (twice !== undefined) throw new UsageError(`two specs are called ${twice}; each is served by its name`);
}

/** A flag that would be ignored is a mistake. */
function refuseForeign(args: Arguments, known: Readonly<Record<string, unknown>>, mode: string): void {
  const foreign = Object.keys(forge.options).find((name) => args.has(name) && !Object.hasOwn(known, name));
  if (foreign !== undefined) throw new UsageError(`--${foreign} has no meaning with ${mode}`);
}
