import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { ConfigError } from '../config.ts';
import { LarderError } from '../errors.ts';
import { findNearest } from '../text/nearest.ts';
import { type Options, parseArguments } from './arguments.ts';
import { cleanText } from './clean.ts';
import { type Command, EXIT, type Exit } from './command.ts';
import { COMMANDS } from './commands.ts';
import { commandHelp, programHelp } from './help.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

const HELP_OPTION: Options = { help: { takes: 'flag', help: 'this text', short: 'h' } };

/** Runs one command line, without the program's name, and gives its exit code. Errors are printed here. */
export async function run(args: readonly string[], terminal: Terminal): Promise<Exit> {
  const [name, ...rest] = args;
  if (name === undefined) {
    terminal.err(programHelp());
    return EXIT.MISUSED;
  }
  if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) {
    terminal.out(programHelp());
    return EXIT.OK;
  }
  if (name === '--version' || name === '-v') {
    terminal.out(`${readVersion()}\n`);
    return EXIT.OK;
  }
  try {
    const command = await getCommand(name === 'help' ? (rest[0] ?? '') : name);
    if (name === 'help') {
      terminal.out(commandHelp(command));
      return EXIT.OK;
    }
    return await runCommand(command, rest, terminal);
  } catch (error) {
    return report(error, terminal);
  }
}

/** The version in package.json. */
export function readVersion(): string {
  const text = readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8');
  return String(JSON.parse(text).version);
}

async function runCommand(command: Command, args: readonly string[], terminal: Terminal): Promise<Exit> {
  const parsed = parseArguments(args, { ...command.options, ...HELP_OPTION });
  if (!parsed.has('help')) return command.run(parsed, terminal);
  terminal.out(commandHelp(command));
  return EXIT.OK;
}

async function getCommand(name: string): Promise<Command> {
  const found = COMMANDS.find((command) => command.name === name);
  if (found !== undefined) return found.load();
  if (name.startsWith('-'))
    throw new UsageError(`a command comes before its flags: larder COMMAND ${cleanText(name)}`);
  const meant = findNearest(
    name,
    COMMANDS.map((command) => command.name),
  );
  const hint = meant === undefined ? 'larder --help lists them' : `did you mean ${meant}?`;
  throw new UsageError(`there is no command ${JSON.stringify(name)}; ${hint}`);
}

/** One line an error; a defect of ours shows its stack, so that it can be reported. */
function report(error: unknown, terminal: Terminal): Exit {
  if (error instanceof ConfigError) {
    for (const fault of error.faults) terminal.err(`larder: ${cleanText(fault)}\n`);
    return error.byFlag ? EXIT.MISUSED : EXIT.FAILED;
  }
  if (error instanceof UsageError) {
    terminal.err(`larder: ${cleanText(error.message)}\n`);
    return EXIT.MISUSED;
  }
  if (error instanceof LarderError) {
    terminal.err(`larder: ${cleanText(error.message)}\n`);
    return error.code === 'INVALID_ARGUMENT' ? EXIT.MISUSED : EXIT.FAILED;
  }
  if (isSystemError(error)) {
    terminal.err(`larder: ${cleanText(error.message)}\n`);
    return EXIT.FAILED;
  }
  terminal.err(`larder: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  return EXIT.FAILED;
}

/** What the operating system refused: its message names the call and the file. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'code' in error;
}
