// Compiles src/index/kernel/assembly into src/index/kernel/compiled-kernel.ts; with --check, compares instead.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import asc from 'assemblyscript/asc';

const KERNEL = resolve(import.meta.dirname, '../../src/index/kernel');
const COMPILED = resolve(KERNEL, 'compiled-kernel.ts');

const OPTIONS = [
  ...['--optimizeLevel', '3', '--shrinkLevel', '0', '--converge', '--noAssert'],
  ...['--runtime', 'stub', '--use', 'abort='],
  // Any shared memory up to the 4 GiB that 32 bits address.
  ...[
    '--importMemory',
    '--sharedMemory',
    '--initialMemory',
    '1',
    '--maximumMemory',
    '65536',
    '--noExportMemory',
  ],
  ...['--enable', 'threads', '--enable', 'simd'],
];

async function compile() {
  let code;
  const { error, stderr } = await asc.main(
    ['bits.ts', 'lists.ts', 'values.ts', 'columns.ts', 'scores.ts', ...OPTIONS, '--outFile', 'kernel.wasm'],
    {
      readFile: (name, directory) => {
        try {
          return readFileSync(resolve(KERNEL, 'assembly', directory, name), 'utf8');
        } catch {
          return null;
        }
      },
      writeFile: (_name, contents) => {
        code = Buffer.from(contents);
      },
      listFiles: () => null,
    },
  );
  if (error !== null) throw new Error(`The kernel does not compile.\n${stderr}`);
  return code;
}

function render(code) {
  const sha256 = createHash('sha256').update(code).digest('hex');
  return `// Written by \`npm run kernel:compile\` from assembly/; never edited.

export const COMPILED_KERNEL_SHA256 = '${sha256}';

/** The WebAssembly module, base64; ${code.length} bytes. */
export const COMPILED_KERNEL =
  '${code.toString('base64')}';
`;
}

const compiled = render(await compile());
if (process.argv.includes('--check')) {
  if (readFileSync(COMPILED, 'utf8') !== compiled) {
    console.error(`${COMPILED} is not what its source compiles to: run \`npm run kernel:compile\`.`);
    process.exitCode = 1;
  }
} else {
  writeFileSync(COMPILED, compiled);
}
