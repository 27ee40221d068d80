import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createIndex } from '../../src/index/create-index.ts';
import type { IndexChange } from '../../src/index/search-index.ts';
import { holdMemory, Memories, SMALLEST_WASM_BYTES } from '../../src/index/segment/memories.ts';

const STATUS = '/proc/self/status';
const start = { by: 'start' } as const;

function put(name: string, words: string): IndexChange {
  const key = `urn:air:a.example:${name}`;
  const entry = { identifier: key, displayName: name, type: 'text/x', description: words };
  return { key, entry: { key, versionId: 1, firstSeen: 0, entry } };
}

/** Address space of this process, gigabytes. */
function addressSpace(): number {
  const [, kilobytes] = /^VmSize:\s+(\d+) kB$/m.exec(readFileSync(STATUS, 'utf8')) ?? [];
  return Number(kilobytes) / 2 ** 20;
}

/** What one memory of WebAssembly reserves, gigabytes. */
const RESERVED = 10;

describe('the memories of an index', () => {
  it.runIf(existsSync(STATUS))('take no address space for each of thousands of small updates', async () => {
    const before = addressSpace();
    const kept = [];
    for (let index = 0; index < 100; index++) {
      const one = createIndex();
      for (let seq = 1; seq <= 20; seq++) await one.apply(seq, [put(`n${seq}`, `word${seq % 7}`)]);
      expect((await one.search({ text: 'word3', filter: new Map() }, { size: 9, start })).total).toBe(3);
      kept.push(one);
    }
    expect(addressSpace() - before).toBeLessThan(RESERVED * 4);
    expect(kept).toHaveLength(100);
  });
});

describe('memories of WebAssembly', () => {
  it('are for large segments', () => {
    const memories = new Memories();
    expect(memories.create(SMALLEST_WASM_BYTES - 16)).toBeInstanceOf(SharedArrayBuffer);
    expect(memories.create(SMALLEST_WASM_BYTES)).toBeInstanceOf(WebAssembly.Memory);
  });

  it('are never more than the bound, however many are asked for', () => {
    const memories = new Memories({ smallestBytes: 0, most: 3 });
    const made = Array.from({ length: 100 }, () => memories.create(64));
    expect(made.map((memory) => memory instanceof WebAssembly.Memory)).toEqual([
      ...[true, true, true],
      ...Array.from({ length: 97 }, () => false),
    ]);
  });

  it('count for as long as any thread has one', () => {
    const memories = new Memories({ smallestBytes: 0, most: 2 });
    const memory = memories.create(64);
    holdMemory(memory, memories.holders);
    expect(memories.create(64)).toBeInstanceOf(WebAssembly.Memory);
    // What another thread receives is another object over the same bytes.
    const received = structuredClone(memory);
    holdMemory(received, memories.holders);
    expect(new Int32Array(memories.holders)[0]).toBe(3);
    expect(memories.create(64)).toBeInstanceOf(SharedArrayBuffer);
  });

  it.runIf(process.platform === 'linux')('give way to plain memory where the engine has none', () => {
    const file = (name: string) => JSON.stringify(resolve(import.meta.dirname, '../../dist/index', name));
    const program = `
      const { createIndex } = await import(${file('create-index.js')});
      const { MEMORIES } = await import(${file('segment/memories.js')});
      const changes = Array.from({ length: 4000 }, (_, i) => {
        const key = 'urn:air:a.example:n' + i;
        const entry = { identifier: key, displayName: 'n' + i, type: 'text/x', description: 'word' + (i % 7) };
        return { key, entry: { key, versionId: i, firstSeen: 0, entry } };
      });
      const index = createIndex();
      await index.apply(1, changes);
      const { total } = await index.search({ text: 'word3', filter: new Map() }, { size: 9, start: { by: 'start' } });
      console.log(total, MEMORIES.create(2 ** 21).constructor.name);`;
    // Kilobytes of address space: enough for Node, not for what a memory reserves.
    const command = `ulimit -v 6000000; exec "$0" --input-type=module --eval "$1"`;
    const output = execFileSync('sh', ['-c', command, process.execPath, program], { encoding: 'utf8' });
    expect(output).toBe('571 SharedArrayBuffer\n');
  });
});
