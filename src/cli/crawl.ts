import { readFileSync } from 'node:fs';
import { parseLocalConfig } from '../config.ts';
import { type CrawlReport, hasManifest, type SilentDocument } from '../network/crawl/crawl-report.ts';
import { parseCrawlTarget } from '../network/crawl/crawl-target.ts';
import { createCrawler } from '../network/crawl/crawler.ts';
import { Pace } from '../network/crawl/pace.ts';
import { createDidWebVerifier } from '../network/trust/did-web-verifier.ts';
import type { Arguments } from './arguments.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { JSON_OPTION } from './connect.ts';
import { EGRESS_OPTIONS, openEgress } from './egress.ts';
import { formatFindings } from './findings.ts';
import { formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

/** Targets that are crawled at once; each host has its own pace, so that more hosts only take more memory. */
const PARALLEL_TARGETS = 8;
/** When a target is due again for a running server, milliseconds: a day. */
const INTERVAL_MS = 24 * 60 * 60 * 1000;

export const crawl: Command = {
  name: 'crawl',
  usage: ['crawl DOMAIN|URL... [--list FILE]'],
  about:
    'Finds what domains say of their agents, tools and skills, and takes it in: ard.json, ai-catalog.json, links, robots.txt,\n' +
    'in-page JSON-LD and DNS. Each manifest becomes a source, served from its host. The targets stay in the frontier beside the\n' +
    'database, and `larder serve` crawls them again. robots.txt is obeyed, at one request a second for each host.',
  options: {
    list: { takes: 'value', value: 'FILE', help: 'targets from a file, one a line; # begins a comment' },
    db: {
      takes: 'value',
      value: 'FILE',
      help: 'crawl into this database (default LARDER_DB, or ./data/larder.db)',
    },
    ...JSON_OPTION,
    ...EGRESS_OPTIONS,
  },
  examples: [
    ['larder crawl example.com', 'everything a domain says of itself'],
    ['larder crawl https://example.com/agents/ard.json', 'one manifest'],
    ['larder crawl --list domains.txt --json', 'many, as JSON'],
  ],
  async run(args, terminal) {
    const targets = listTargets(args);
    if (targets.length === 0)
      throw new UsageError('crawl needs a domain or an address: larder crawl example.com');
    const [{ openLocal }, { frontierOf, openFrontier }] = await Promise.all([
      import('./local-app.ts'),
      import('../store/crawl-frontier.ts'),
    ]);
    const config = parseLocalConfig({ db: args.value('db') });
    const { registry, close } = await openLocal({ ...config, readonly: false });
    const frontier = openFrontier(frontierOf(config.db));
    const egress = openEgress(args);
    const reports: CrawlReport[] = [];
    try {
      frontier.add(targets, Date.now());
      const crawler = createCrawler({
        egress,
        registry,
        verifiers: [createDidWebVerifier(egress)],
        frontier,
        pace: new Pace(Date.now),
        now: Date.now,
        intervalMs: INTERVAL_MS,
      });
      const { signal } = new AbortController();
      await inParallel(targets, PARALLEL_TARGETS, async (name) => {
        reports.push(await crawler.crawl(name, signal));
        showProgress(terminal, `${reports.length} of ${targets.length}: ${name}`);
      });
    } finally {
      showProgress(terminal, '');
      egress.close();
      frontier.close();
      await close();
    }
    reports.sort((a, b) => (a.target < b.target ? -1 : 1));
    terminal.out(
      args.has('json') ? `${toSafeJson({ reports })}\n` : formatReports(reports, terminal.columns),
    );
    return reports.every(hasManifest) ? EXIT.OK : EXIT.FAILED;
  },
};

function listTargets(args: Arguments): string[] {
  const file = args.value('list');
  const lines = file === undefined ? [] : readLines(file);
  return [...new Set([...args.positionals, ...lines].map((text) => parseCrawlTarget(text).name))];
}

function readLines(file: string): string[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new UsageError(`--list: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`);
  }
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '');
}

async function inParallel<T>(
  items: readonly T[],
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(most, items.length) }, worker));
}

/** Writes over the line before; nothing where nobody watches. */
function showProgress(terminal: Terminal, text: string): void {
  if (terminal.live) terminal.err(`\r\u001b[K${cleanText(text)}`);
}

const BECAME = {
  kept: 'its entries stay as they are',
  demoted: 'its entries stand behind others',
  removed: 'its entries were taken out',
} as const satisfies Record<SilentDocument['became'], string>;

function describeSilence(since: number, became: SilentDocument['became']): string {
  return `silent since ${new Date(since).toISOString()}; ${BECAME[became]}`;
}

function formatReports(reports: readonly CrawlReport[], columns: number | undefined): string {
  const table = formatTable(
    ['TARGET', 'SURFACE', 'OUTCOME', 'ENTRIES', 'ADDRESS', 'WHY'].map((title) => ({ title })),
    reports.flatMap(({ target, findings, registries, silent }) => [
      ...findings.map(({ surface, outcome, verdicts, url, reason }) => [
        target,
        surface,
        outcome,
        verdicts === undefined ? '' : String(verdicts.filter(({ level }) => level !== 'error').length),
        url,
        reason ?? '',
      ]),
      ...registries.map((url) => [
        target,
        'dns',
        'registry',
        '',
        url,
        'a registry; it is not asked by itself',
      ]),
      ...silent.map(({ url, since, became }) => [
        target,
        '',
        'silent',
        '',
        url,
        describeSilence(since, became),
      ]),
    ]),
    columns,
  );
  const findings = formatFindings(
    reports.flatMap((report) =>
      report.findings.flatMap(({ url, verdicts = [] }) =>
        verdicts.map((verdict) => ({ source: url, verdict })),
      ),
    ),
    columns,
  );
  return findings === '' ? table : `${table}\n${findings}`;
}
