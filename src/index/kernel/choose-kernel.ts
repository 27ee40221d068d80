import type { CreateKernel, Kernel } from './kernel.ts';
import { createPlainKernel } from './plain-kernel.ts';
import { compileWasmKernel } from './wasm-kernel.ts';

let compiled: CreateKernel | undefined;

/**
 * The kernel of this machine: WebAssembly, or the plain one where the engine or the processor lacks SIMD or shared
 * memory. `name` forces one; 'wasm' then throws `WebAssembly.CompileError` where it cannot run.
 */
export function chooseKernel(name?: Kernel['name']): CreateKernel {
  if (name === 'plain') return createPlainKernel;
  if (compiled !== undefined) return compiled;
  try {
    compiled = compileWasmKernel();
    return compiled;
  } catch (error) {
    if (name === 'wasm' || !(error instanceof WebAssembly.CompileError)) throw error;
    return createPlainKernel;
  }
}
