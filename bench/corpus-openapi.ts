import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { normalizeOpenApi } from '../src/intake/openapi/openapi.ts';
import { OpenApiError } from '../src/intake/openapi/refusal.ts';
import { printTable } from './table.ts';

interface Reading {
  readonly file: string;
  /** Undefined when the document is refused whole. */
  readonly supported: number | undefined;
  readonly refused: ReadonlyMap<string, number>;
  readonly milliseconds: number;
  readonly heapMegabytes: number;
}

/** Reads every OpenAPI document of a directory, and prints what becomes of its operations, and what that costs. */
export async function printOpenApi(directory: string): Promise<void> {
  const files = readdirSync(directory).filter((name) => /\.(?:json|ya?ml)$/.test(name));
  const readings: Reading[] = [];
  for (const file of files.sort())
    readings.push(await read(file, readFileSync(join(directory, file), 'utf8')));

  const whole = readings.filter(({ supported }) => supported === undefined);
  const taken = readings.filter(({ supported }) => supported !== undefined);
  const refused = new Map<string, number>();
  for (const reading of taken) {
    for (const [code, count] of reading.refused) refused.set(code, (refused.get(code) ?? 0) + count);
  }
  const total: Reading = {
    file: `total of the ${taken.length} taken`,
    supported: taken.reduce((sum, { supported }) => sum + (supported ?? 0), 0),
    refused,
    milliseconds: readings.reduce((sum, { milliseconds }) => sum + milliseconds, 0),
    heapMegabytes: Math.max(...readings.map(({ heapMegabytes }) => heapMegabytes)),
  };
  const header = ['document', 'operations', 'supported', 'ms', 'heap MB', 'refused'];
  printTable(header, [...readings, total].map(toCells));
  const reasons = new Map<string, number>();
  for (const { refused: why } of whole)
    for (const code of why.keys()) reasons.set(code, (reasons.get(code) ?? 0) + 1);
  console.log(`\n${whole.length} of ${readings.length} documents refused whole: ${listCounts(reasons)}\n`);
}

async function read(file: string, text: string): Promise<Reading> {
  const started = performance.now();
  const refused = new Map<string, number>();
  let supported: number | undefined;
  try {
    const { operations, unsupported } = await normalizeOpenApi(text);
    for (const { code } of unsupported) refused.set(code, (refused.get(code) ?? 0) + 1);
    supported = operations.length;
  } catch (error) {
    if (!(error instanceof OpenApiError)) throw error;
    refused.set(error.reason, 1);
  }
  return {
    file,
    supported,
    refused,
    milliseconds: performance.now() - started,
    heapMegabytes: process.memoryUsage().heapUsed / 2 ** 20,
  };
}

function toCells({ file, supported, refused, milliseconds, heapMegabytes }: Reading): string[] {
  const count = [...refused.values()].reduce((sum, each) => sum + each, 0);
  return [
    file,
    supported === undefined ? 'whole' : String(supported + count),
    supported === undefined ? '0' : String(supported),
    milliseconds.toFixed(0),
    heapMegabytes.toFixed(0),
    listCounts(refused),
  ];
}

function listCounts(counts: ReadonlyMap<string, number>): string {
  const sorted = [...counts].sort(([, a], [, b]) => b - a);
  return sorted.map(([code, count]) => `${code} ${count}`).join(', ');
}
