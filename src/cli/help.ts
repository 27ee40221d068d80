import type { Option } from './arguments.ts';
import type { Command } from './command.ts';
import { COMMANDS } from './commands.ts';

/** Column at which the explanations begin. */
const HELP_COLUMN = 30;

/** The help of the program. */
export function programHelp(): string {
  return `Larder, a discovery registry for what AI agents can call.

Usage: larder COMMAND [ARGUMENTS]

Commands:
${COMMANDS.map(({ name, summary }) => line(name, summary)).join('')}
Flags:
${line('--help', 'this text; larder COMMAND --help explains a command')}${line('--version', 'the version')}
Examples:
${line('larder serve', 'run on 127.0.0.1:8080, database in ./data')}${line('larder import ard.json', 'take in a manifest')}${line('larder search "convert currency"', 'what fits this need?')}
Exit codes: 0 done, 1 it failed, 2 used wrongly.
`;
}

/** The help of one command. */
export function commandHelp(command: Command): string {
  const usage = command.usage.map((text, i) => `${i === 0 ? 'Usage:' : '      '} larder ${text}\n`).join('');
  const flags = Object.entries(command.options).map(([name, option]) =>
    line(flagOf(name, option), option.help),
  );
  const examples = command.examples.map(([text, purpose]) => `  # ${purpose}\n  ${text}\n`).join('');
  return `${usage}\n${command.about}\n\nFlags:\n${flags.join('')}\nExamples:\n${examples}`;
}

function flagOf(name: string, option: Option): string {
  return option.takes === 'flag' ? `--${name}` : `--${name} ${option.value ?? 'VALUE'}`;
}

function line(left: string, right: string): string {
  const gap =
    left.length + 4 > HELP_COLUMN
      ? `\n${' '.repeat(HELP_COLUMN)}`
      : ' '.repeat(HELP_COLUMN - 2 - left.length);
  return `  ${left}${gap}${right}\n`;
}
