import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { runCommand } from './command-line.ts';

/** The address that documents show. */
const BASE = 'http://127.0.0.1:8080';
/** Stands where an answer is cut. */
const CUT = '…';
/** How a document calls the program. */
const PROGRAM = 'npx larder';

/** A command that a document shows, with the answer below it. */
export interface Shown {
  readonly command: string;
  readonly answer: string;
}

/** Every `sh` block that begins with one of these words, and has its answer in the block below. */
export function listShown(document: string, programs: readonly string[]): readonly Shown[] {
  return [...document.matchAll(/```sh\n([^`]*?)```\n```(?:json|text|ts)\n([\s\S]*?)```/g)]
    .map(([, command = '', answer = '']) => ({ command, answer }))
    .filter(({ command }) => programs.some((program) => command.startsWith(program)));
}

/** Runs a shown command against the server at `url` and compares what it prints with what is shown. */
export async function expectShown({ command, answer }: Shown, url: string): Promise<void> {
  const printed = await run(command.replaceAll(BASE, url));
  const parts = answer.split(CUT).map((part) => escapePattern(part.trim()));
  expect(printed.replaceAll(url, BASE).trim(), command).toMatch(new RegExp(`^${parts.join('[^]+')}$`));
}

/** The program runs in this process, on the words that the shell makes of its arguments: that saves starting it. */
async function run(command: string): Promise<string> {
  const shell = promisify(execFile);
  if (!command.startsWith(PROGRAM)) return (await shell('sh', ['-c', command])).stdout;
  const words = await shell('sh', ['-c', `printf '%s\\n' ${command.slice(PROGRAM.length)}`]);
  return (await runCommand(words.stdout.trimEnd().split('\n'))).stdout;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
