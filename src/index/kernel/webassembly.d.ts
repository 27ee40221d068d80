/**
 * The part of WebAssembly that the index needs, as one type of memory: shared and of fixed size.
 * TypeScript declares the rest in its DOM library only, which has no place here.
 */
declare namespace WebAssembly {
  interface MemoryDescriptor {
    /** Pages of 64 KiB. */
    readonly initial: number;
    readonly maximum: number;
    readonly shared: true;
  }

  class Memory {
    constructor(descriptor: MemoryDescriptor);
    readonly buffer: SharedArrayBuffer;
  }

  class Module {
    /** Throws a CompileError where the engine or the processor lacks a feature that the code uses. */
    constructor(code: Uint8Array);
  }

  class CompileError extends Error {}

  class Instance {
    constructor(module: Module, imports: Readonly<Record<string, Readonly<Record<string, Memory>>>>);
    readonly exports: Readonly<Record<string, unknown>>;
  }
}
