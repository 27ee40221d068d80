import { createCatalog } from '../src/forage/forage.ts';
import { measurePublication } from './parts/publication.ts';
import { format, printTable } from './table.ts';
import { median, repeat, summarise, type Times } from './timing.ts';
import { makeOperation, OPERATION_WORDS as words } from './workload/operations.ts';

/** Catalogs of operations: what it costs to create one, and to ask it. See README.md. */
const SIZES = [1_000, 5_000] as const;
const CREATIONS = 5;

const BUDGET = { budgetMs: 2_000, fewest: 20, most: 2_000 } as const;

async function measure(task: (run: number) => unknown): Promise<Times> {
  const times: number[] = [];
  let run = 0;
  await repeat(async () => task(run++), times, BUDGET);
  return summarise(times);
}

const rows: string[][] = [];
for (const size of SIZES) {
  const operations = Array.from({ length: size }, (_, i) => makeOperation(i));
  const create = () => createCatalog({ revision: 'bench', operations });
  const creations = Array.from({ length: CREATIONS }, () => takeOnce(create));
  const catalog = create();
  const indexing = takeOnce(() => catalog.search({ query: words[0] ?? '' }));

  const paths = catalog.operations.map(({ path }) => path);
  const pathOf = (run: number) => paths[(run * 7_919) % size] ?? '';
  const namespaceOf = (run: number) => pathOf(run).split('.').slice(0, 2).join('.');
  const middle = catalog.list().nextCursor ?? undefined;
  const wordOf = (run: number) => words[(run * 31) % words.length];
  const unknown = `${pathOf(1)}x`;
  const cases: readonly (readonly [string, Times])[] = [
    ['list, second page', await measure(() => catalog.list({ cursor: middle }))],
    ['list of a namespace', await measure((run) => catalog.list({ namespace: namespaceOf(run) }))],
    [
      'search, three words',
      await measure((run) =>
        catalog.search({ query: `${wordOf(run)} ${wordOf(run + 1)} ${wordOf(run + 2)}` }),
      ),
    ],
    ['describe an operation', await measure((run) => catalog.describe({ path: pathOf(run) }))],
    ['describe a namespace of 25', await measure((run) => catalog.describe({ namespace: namespaceOf(run) }))],
    [
      'describe, namespace too large',
      await measure(() => ignoreRefusal(() => catalog.describe({ namespace: 'apps' }))),
    ],
    ['describe, unknown path', await measure(() => ignoreRefusal(() => catalog.describe({ path: unknown })))],
  ];
  rows.push(
    row(
      size,
      'createCatalog',
      summarise(creations.map(({ wall }) => wall)),
      median(creations.map(({ cpu }) => cpu)),
    ),
    row(size, 'first search, which builds its index', summarise([indexing.wall]), indexing.cpu),
    ...cases.map(([name, times]) => row(size, name, times)),
  );
}
printTable(['ms', 'p50', 'p99', 'CPU'], rows);
await measurePublication();

function row(size: number, name: string, { p50, p99 }: Times, cpu = Number.NaN): string[] {
  return [`${format(size)}: ${name}`, format(p50), format(p99), format(cpu)];
}

/** Milliseconds of one call: by the clock, and of the processor, which a busy machine does not lengthen as much. */
function takeOnce(call: () => unknown): { readonly wall: number; readonly cpu: number } {
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  call();
  const { user, system } = process.cpuUsage(cpu);
  return { wall: performance.now() - wall, cpu: (user + system) / 1_000 };
}

function ignoreRefusal(call: () => unknown): unknown {
  try {
    return call();
  } catch (error) {
    return error;
  }
}
