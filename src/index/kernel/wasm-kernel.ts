import { COMPILED_KERNEL } from './compiled-kernel.ts';
import type { CreateKernel, Kernel } from './kernel.ts';

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

type Functions = Pick<Kernel, (typeof FUNCTIONS)[number]>;

/**
 * Compiles the kernel; its code is shared by the kernels of all memories.
 * Throws `WebAssembly.CompileError` where SIMD or shared memory is missing.
 */
export function compileWasmKernel(): CreateKernel {
  const module = new WebAssembly.Module(Buffer.from(COMPILED_KERNEL, 'base64'));
  return (memory) => {
    const { exports } = new WebAssembly.Instance(module, { env: { memory } });
    if (!hasFunctions(exports)) throw new Error('The compiled kernel lacks functions: compile it anew.');
    return { name: 'wasm', ...exports };
  };
}

function hasFunctions(exports: object): exports is Functions {
  return FUNCTIONS.every((name) => Object.hasOwn(exports, name));
}
