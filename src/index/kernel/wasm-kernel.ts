import { COMPILED_KERNEL } from './compiled-kernel.ts';
import type { CreateKernel, Kernel } from './kernel.ts';
import { createPlainKernel } from './plain-kernel.ts';

/** The functions of the module: the source is `assembly/`, the meaning stands in `kernel.ts`. */
const FUNCTIONS = [
  'clear',
  'copy',
  'and',
  'or',
  'andNot',
  'count',
  'countAnd',
  'setList',
  'countList',
  'toList',
  'addCounts',
  'countColumn',
  'countColumnOfList',
  'countColumns',
  'countColumnsOfList',
  'listCounters',
  'sumSlices',
  'addScores',
  'combinePassages',
  'topTen',
  'atLeast',
] as const satisfies readonly Exclude<keyof Kernel, 'name'>[];

interface Functions extends Pick<Kernel, (typeof FUNCTIONS)[number]> {
  countValues(...numbers: number[]): void;
}

/**
 * Compiles the kernel; its code is shared by the kernels of all memories.
 * Throws `WebAssembly.CompileError` where SIMD or shared memory is missing.
 */
export function compileWasmKernel(): CreateKernel {
  const module = new WebAssembly.Module(Buffer.from(COMPILED_KERNEL, 'base64'));
  return (memory) => {
    if (memory instanceof SharedArrayBuffer) return createPlainKernel(memory);
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    if (!hasFunctions(exports)) throw new Error('The compiled kernel lacks functions: compile it anew.');
    return { name: 'wasm', ...exports, countValues: passNumbers(exports) };
  };
}

function hasFunctions(exports: object): exports is Functions {
  return [...FUNCTIONS, 'countValues'].every((name) => Object.hasOwn(exports, name));
}

/** WebAssembly takes numbers only: the members of the objects one by one, in the order of `assembly/values.ts`. */
function passNumbers({ countValues }: Functions): Kernel['countValues'] {
  return (counts, numbers, leasts, length, table, set) => {
    const { lengths, places, lists, bitSets, bitsFrom } = table;
    const { bits, blocks, list, listLength } = set;
    countValues(
      counts,
      numbers,
      leasts,
      length,
      table.numbers,
      table.count,
      lengths,
      places,
      lists,
      bitSets,
      bitsFrom,
      bits,
      blocks,
      list,
      listLength,
    );
  };
}
