import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type IntakeRules, normalizeOpenApi } from '../src/intake/openapi/openapi.ts';
import { OpenApiError } from '../src/intake/openapi/refusal.ts';
import { printTable } from './table.ts';

interface Reading {
  readonly file: string;
  readonly profile: IntakeRules;
  /** Undefined when the document is refused whole. */
  readonly supported: number | undefined;
  readonly refused: ReadonlyMap<string, number>;
  readonly milliseconds: number;
  /** Of the processor, which says more on a machine that is busy with other things. */
  readonly processorMilliseconds: number;
  readonly residentMegabytes: number;
}

const PROFILES = ['strict', 'full'] as const;
/** Its references reach nearly all of its schemas from nearly everywhere; it stands apart. */
const APART = /stripe/;

/** Reads every OpenAPI document of a directory under both profiles, and prints what becomes of its operations. */
export async function printOpenApi(directory: string): Promise<void> {
  const files = readdirSync(directory).filter((name) => /\.(?:json|ya?ml)$/.test(name));
  const readings: Reading[] = [];
  for (const file of files.sort()) {
    const text = readFileSync(join(directory, file), 'utf8');
    for (const profile of PROFILES) readings.push(await read(file, text, profile));
  }
  printTable(
    ['document', 'profile', 'operations', 'supported', 'ms', 'CPU ms', 'RSS MB', 'refused'],
    readings.map(toCells),
  );
  for (const profile of PROFILES)
    printTotal(
      profile,
      readings.filter((reading) => reading.profile === profile),
    );
}

/**
 * Totals of one profile. A document that is refused whole counts with its one refusal apart from the operations.
 */
function printTotal(profile: IntakeRules, all: readonly Reading[]): void {
  const readings = all.filter(({ file }) => !APART.test(file));
  const whole = readings.filter(({ supported }) => supported === undefined);
  const taken = readings.filter(({ supported }) => supported !== undefined);
  const supported = sum(taken.map((reading) => reading.supported ?? 0));
  const operations = supported + sum(taken.flatMap(({ refused }) => [...refused.values()]));
  const slowest = all.reduce((a, b) => (a.processorMilliseconds > b.processorMilliseconds ? a : b));
  console.log(`
${profile}, without ${all.find(({ file }) => APART.test(file))?.file ?? 'any apart'}:
  ${taken.length} documents with ${operations} operations, ${supported} supported (${percent(supported, operations)})
  refused: ${listCounts(addUp(taken))}
  ${whole.length} documents refused whole: ${listCounts(addUp(whole))}
  slowest ${slowest.file} with ${slowest.processorMilliseconds.toFixed(0)} ms of processor, peak RSS ${peakMegabytes().toFixed(0)} MB`);
}

async function read(file: string, text: string, profile: IntakeRules): Promise<Reading> {
  const started = performance.now();
  const startedAt = process.cpuUsage();
  const refused = new Map<string, number>();
  let supported: number | undefined;
  try {
    const { operations, unsupported } = await normalizeOpenApi(text, { profile });
    for (const { code } of unsupported) refused.set(code, (refused.get(code) ?? 0) + 1);
    supported = operations.length;
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error;
    refused.set(error.reason, 1);
  }
  const { user, system } = process.cpuUsage(startedAt);
  return {
    file,
    profile,
    supported,
    refused,
    milliseconds: performance.now() - started,
    processorMilliseconds: (user + system) / 1000,
    residentMegabytes: process.memoryUsage().rss / 2 ** 20,
  };
}

function toCells(reading: Reading): string[] {
  const { file, profile, supported, refused } = reading;
  return [
    file,
    profile,
    supported === undefined ? 'whole' : String(supported + sum([...refused.values()])),
    String(supported ?? 0),
    reading.milliseconds.toFixed(0),
    reading.processorMilliseconds.toFixed(0),
    reading.residentMegabytes.toFixed(0),
    listCounts(refused),
  ];
}

function addUp(readings: readonly Reading[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { refused } of readings) {
    for (const [code, count] of refused) counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return counts;
}

function listCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([code, count]) => `${code} ${count}`).join(', ') || 'none';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`;
}

function peakMegabytes(): number {
  return process.resourceUsage().maxRSS / 2 ** 10;
}
