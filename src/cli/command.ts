import type { Arguments, Options } from './arguments.ts';
import type { Terminal } from './terminal.ts';

/** The exit codes of the program. */
export const EXIT = { OK: 0, FAILED: 1, MISUSED: 2 } as const;
export type Exit = (typeof EXIT)[keyof typeof EXIT];

/** One command of the program, in a file of its name. */
export interface Command {
  readonly name: string;
  /** One line each, without the program's name. */
  readonly usage: readonly string[];
  /** What it does, in a sentence or two. */
  readonly about: string;
  readonly options: Options;
  /** Command lines that work, with what each is for. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Errors: UsageError, ConfigError, LarderError; the program prints them. */
  run(args: Arguments, terminal: Terminal): Promise<Exit>;
}
