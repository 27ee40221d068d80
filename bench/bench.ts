import { fork } from 'node:child_process';
import { once } from 'node:events';
import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { INDEX_KINDS } from './engines/larder.ts';
import { measureHttp } from './parts/http.ts';
import { measureQuestions, type QuestionsResult } from './parts/questions.ts';
import { measureRegistry } from './parts/registry.ts';
import { format, formatSize, printTable } from './table.ts';

/**
 * `npm run bench`: see README.md. Each part runs at each size in a process of its own, one after the other, so that
 * none inherits another's memory.
 */
const PARTS = ['questions', 'http', 'registry'] as const;
const HTTP_ENTRIES = 10_000;

const { values } = parseArgs({
  options: {
    index: { type: 'string', default: 'fast' },
    sizes: { type: 'string', default: '10k,100k,1m' },
    parts: { type: 'string', default: PARTS.join(',') },
    peers: { type: 'string', default: 'sqlite,duckdb' },
    child: { type: 'boolean', default: false },
  },
});

const kind = INDEX_KINDS.find((name) => name === values.index);
const parts = PARTS.filter((part) => values.parts.split(',').includes(part));
const sizes = values.sizes.split(',').map(parseSize);
if (kind === undefined || parts.length === 0 || sizes.some(Number.isNaN)) {
  console.error(
    `Usage: npm run bench -- [--index ${INDEX_KINDS.join('|')}] [--parts ${PARTS.join(',')}] [--sizes 10k,100k,1m] [--peers sqlite,duckdb]`,
  );
  process.exit(2);
}

if (values.child) {
  const [part] = parts;
  const [entries = Number.NaN] = sizes;
  if (part === 'questions') {
    const result = await measureQuestions({ entries, kind, peers: values.peers.split(',') });
    process.send?.(result);
  }
  if (part === 'http') await measureHttp(entries);
  if (part === 'registry') await measureRegistry(entries);
} else {
  console.log(
    `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  const grown: QuestionsResult[] = [];
  for (const part of parts) {
    for (const size of part === 'http' ? [HTTP_ENTRIES] : sizes) {
      const child = fork(
        import.meta.filename,
        ['--child', '--parts', part, '--sizes', String(size), '--index', kind, '--peers', values.peers],
        { execArgv: ['--expose-gc', '--max-old-space-size=8192'] },
      );
      child.on('message', (result: QuestionsResult) => grown.push(result));
      const [code] = await once(child, 'exit');
      if (code !== 0) process.exitCode = 1;
    }
    if (part === 'questions' && grown.length > 1) printGrowth(grown);
  }
}

/** How many times more each question takes than at the size before, beside how many times more entries there are. */
function printGrowth(results: readonly QuestionsResult[]): void {
  const steps = results.slice(1).map((result, i) => ({ from: results[i]!, to: result }));
  const times = (of: (result: QuestionsResult) => number) =>
    steps.map(({ from, to }) => `${format(of(to) / of(from))} ×`);
  console.log('\n### Growth\n');
  printTable(
    ['', ...steps.map(({ from, to }) => `${formatSize(from.entries)} → ${formatSize(to.entries)}`)],
    [
      ['entries', ...times((result) => result.entries)],
      ['bytes an entry', ...times((result) => result.bytesPerEntry)],
      ...Object.keys(results[0]?.p50 ?? {}).map((name) => [name, ...times((result) => result.p50[name]!)]),
    ],
  );
}

/** `10k`, `1m` or a plain number. */
function parseSize(text: string): number {
  const match = /^(\d+)([km]?)$/i.exec(text);
  if (match === null) return Number.NaN;
  return Number(match[1]) * { '': 1, k: 1_000, m: 1_000_000 }[match[2]!.toLowerCase() as '' | 'k' | 'm'];
}
