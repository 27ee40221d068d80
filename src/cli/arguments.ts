import { parseArgs } from 'node:util';
import { findNearest } from '../text/nearest.ts';
import { UsageError } from './usage.ts';

/** One flag of a command. */
export interface Option {
  /** `flag` takes no value, `value` one, `list` may be given several times. */
  readonly takes: 'flag' | 'value' | 'list';
  /** What the value is called in the help, e.g. `FILE`. */
  readonly value?: string;
  readonly help: string;
  readonly short?: string;
}
export type Options = Readonly<Record<string, Option>>;

/** The parsed command line of one command. */
export interface Arguments {
  readonly positionals: readonly string[];
  has(name: string): boolean;
  /** The last value given for a flag. */
  value(name: string): string | undefined;
  list(name: string): readonly string[];
}

/** Parses a command's arguments. Errors: UsageError for unknown flags, with did-you-mean, and missing values. */
export function parseArguments(args: readonly string[], options: Options): Arguments {
  const { tokens, positionals } = parseArgs({
    args: [...args],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { takes, short }]) => [
        name,
        { type: takes === 'flag' ? 'boolean' : 'string', ...(short === undefined ? {} : { short }) } as const,
      ]),
    ),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const given = new Map<string, string[]>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    const option = Object.hasOwn(options, token.name) ? options[token.name] : undefined;
    if (option === undefined) throw new UsageError(unknownFlag(token.rawName, Object.keys(options)));
    given.set(token.name, [...(given.get(token.name) ?? []), readValue(option, token)]);
  }
  return {
    positionals,
    has: (name) => given.has(name),
    value: (name) => given.get(name)?.at(-1),
    list: (name) => given.get(name) ?? [],
  };
}

interface OptionToken {
  readonly rawName: string;
  readonly value: string | undefined;
  readonly inlineValue: boolean | undefined;
}

function readValue(option: Option, token: OptionToken): string {
  if (option.takes === 'flag') {
    if (token.value !== undefined) throw new UsageError(`${token.rawName} takes no value`);
    return '';
  }
  const forgotten = token.value === undefined || (!token.inlineValue && token.value.startsWith('--'));
  if (forgotten)
    throw new UsageError(`${token.rawName} needs a value: ${token.rawName} ${option.value ?? 'VALUE'}`);
  return token.value ?? '';
}

function unknownFlag(rawName: string, names: readonly string[]): string {
  const meant = findNearest(rawName.replace(/^-+/, ''), names);
  return `unknown flag ${rawName}${meant === undefined ? '' : `; did you mean --${meant}?`}`;
}
