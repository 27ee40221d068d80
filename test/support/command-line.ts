import { Readable } from 'node:stream';
import { run } from '../../src/cli/run.ts';

/** Runs one command line in this process: what `dist/main.js` does, without the second of starting it. */
export async function runCommand(
  args: readonly string[],
  options: { readonly input?: string; readonly columns?: number } = {},
): Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }> {
  const output = { stdout: '', stderr: '' };
  const code = await run(args, {
    out: (text) => {
      output.stdout += text;
    },
    err: (text) => {
      output.stderr += text;
    },
    columns: options.columns,
    live: false,
    stdin: Readable.from([Buffer.from(options.input ?? '')]),
  });
  return { code, ...output };
}
