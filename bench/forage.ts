import { createCatalog } from '../src/forage/forage.ts';
import type { OperationInput } from '../src/forage/operation.ts';
import { format, printTable } from './table.ts';
import { median, repeat, summarise, type Times } from './timing.ts';
import { createRandom } from './work/random.ts';
import { makeWords } from './work/vocabulary.ts';

/** Catalogs of operations: what it costs to create one, and to ask it. See README.md. */
const SIZES = [1_000, 5_000] as const;
const SEED = 20_261_130;
const OPERATIONS_PER_NAMESPACE = 25;
const WORDS = 4_000;
const DESCRIPTION_WORDS = 18;
const CREATIONS = 5;

const words = makeWords(WORDS, ['o'], 2);
const BUDGET = { budgetMs: 2_000, fewest: 20, most: 2_000 } as const;

/** Operation i, a function of the seed and i: six parameters with bounds, and a list of objects as output. */
function makeOperation(i: number): OperationInput {
  const random = createRandom(SEED, i);
  // Squared, so that some words are common and most are rare.
  const word = () => words[Math.floor(random.fraction() ** 2 * WORDS)] ?? '';
  const sentence = (length: number) => Array.from({ length }, word).join(' ');
  const text = { type: 'string', minLength: 1, maxLength: 200, description: sentence(6) };
  return {
    path: `apps.space${Math.floor(i / OPERATIONS_PER_NAMESPACE)}.${word()}${i}`,
    effect: random.integer(3) === 0 ? 'write' : 'read',
    description: sentence(DESCRIPTION_WORDS),
    ...(random.integer(4) === 0 ? { capabilityNotes: sentence(8) } : {}),
    ...(random.integer(4) === 0 ? { instructions: sentence(12) } : {}),
    inputSchema: {
      type: 'object',
      properties: {
        id: text,
        [word()]: text,
        count: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
        order: { enum: ['ascending', 'descending'] },
        tags: { type: 'array', items: { type: 'string' }, maxItems: 16 },
        since: { type: ['string', 'null'], format: 'date-time' },
      },
      required: ['id'],
      additionalProperties: false,
    },
    outputSchema: {
      type: 'object',
      properties: {
        items: { type: 'array', items: { $ref: '#/$defs/Item' } },
        next: { type: ['string', 'null'] },
      },
      required: ['items'],
      $defs: {
        Item: {
          type: 'object',
          properties: { id: { type: 'string' }, name: text, size: { type: 'number', minimum: 0 } },
          required: ['id', 'name'],
        },
      },
    },
  };
}

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
  const wordOf = (run: number) => words[(run * 31) % WORDS];
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
