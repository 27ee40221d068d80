import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseKernel } from '../../src/index/kernel/choose-kernel.ts';
import { COMPILED_KERNEL, COMPILED_KERNEL_SHA256 } from '../../src/index/kernel/compiled-kernel.ts';
import type { Kernel } from '../../src/index/kernel/kernel.ts';
import { bitsOf, runKernel, scoresOf } from '../support/kernel-case.ts';

const names = ['plain', 'wasm'] as const satisfies Kernel['name'][];
const memoryOf = (pages: number) => new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });

describe('the choice of a kernel', () => {
  it('is WebAssembly, once for the process', () => {
    expect(chooseKernel()(memoryOf(1)).name).toBe('wasm');
    expect(chooseKernel()).toBe(chooseKernel('wasm'));
  });

  it('can be forced', () => {
    for (const name of names) expect(chooseKernel(name)(memoryOf(1)).name).toBe(name);
  });

  it.runIf(process.arch === 'x64')('is the plain one on a processor without SIMD', () => {
    const file = (name: string) => resolve(import.meta.dirname, name);
    const program = `
      const { chooseKernel } = await import(${JSON.stringify(file('../../dist/index/kernel/choose-kernel.js'))});
      const memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true });
      console.log(chooseKernel()(memory).name);
      try { chooseKernel('wasm'); } catch (error) { console.log(error.name); }`;
    const options = ['--no-enable-ssse3', '--input-type=module', '--eval', program];
    const output = execFileSync(process.execPath, options, { encoding: 'utf8' });
    expect(output).toBe('plain\nCompileError\n');
  });
});

describe('the compiled kernel', () => {
  it('is the code of its digest', () => {
    const code = Buffer.from(COMPILED_KERNEL, 'base64');
    expect(createHash('sha256').update(code).digest('hex')).toBe(COMPILED_KERNEL_SHA256);
  });
});

describe.each(names)('the %s kernel', (name) => {
  it('works on its own memory only, to the last byte', () => {
    const [one, other] = [memoryOf(1), memoryOf(2)];
    const kernel = chooseKernel(name)(one);
    chooseKernel(name)(other);
    new Uint8Array(one.buffer).fill(0xff);
    expect(kernel.count(0, 65_536 / 16)).toBe(65_536 * 8);
    expect(kernel.countColumn(0, 65_536 - 16, 0, 0, 4)).toBe(0);
    expect(kernel.toList(0, 65_536 - 16, 1)).toBe(128);
    expect(new Uint8Array(other.buffer).every((byte) => byte === 0)).toBe(true);
  });

  it.each([
    [1, new Uint8Array(128)],
    [2, new Uint16Array(128)],
    [4, new Uint32Array(128)],
  ] as const)('leaves out of the counters of %i bytes what an entry does not have', (cell, column) => {
    const counters = Uint32Array.from([5, 0, 0]);
    column.fill(0xffffffff);
    column.set([2, 0xffffffff, 0, 2]);
    const bits = bitsOf([0, 1, 2, 3], 4);
    const { sections } = runKernel(name, [counters, bits, column], (kernel, to, set, at) =>
      kernel.countColumn(to, set, 1, at, cell),
    );
    expect(sections[0]).toEqual([6, 0, 2]);
  });

  it('sums slices past 32 bits', () => {
    const everything = new Uint32Array(4 * 64).fill(0xffffffff);
    const slices = new Uint32Array(4 * 64 * 24).fill(0xffffffff);
    const { result } = runKernel(name, [everything, slices], (kernel, bits, at) =>
      kernel.sumSlices(bits, at, 24, 64),
    );
    expect(result).toBe(8_192 * (2 ** 24 - 1));
    expect(result).toBeGreaterThan(2 ** 32);
  });

  it('keeps equal scores, each in a place of its own', () => {
    const scores = scoresOf([9, 4, 9, 9, 0, 65_535]);
    const { sections } = runKernel(
      name,
      [new Uint16Array(10), scores, bitsOf([0, 1, 2, 4, 5], 6)],
      (kernel, top, from, bits) => kernel.topTen(top, from, bits, 1),
    );
    expect(sections[0]).toEqual([65_535, 9, 9, 4, 0, 0, 0, 0, 0, 0]);
  });

  it('takes the highest threshold', () => {
    const scores = scoresOf([65_534, 65_535, 65_535]);
    const { sections } = runKernel(name, [scores, bitsOf([0, 1], 3)], (kernel, from, bits) =>
      kernel.atLeast(bits, from, bits, 1, 65_535),
    );
    expect(sections[1]).toEqual([2, 0, 0, 0]);
  });
});
