import type { Options } from './arguments.ts';
import { UsageError } from './usage.ts';

export const FILTER_OPTION: Options = {
  filter: {
    takes: 'list',
    value: 'PATH=VALUE',
    help: 'only entries with this value there; again with the same path: or, with another: and',
  },
};

/** The `query` of `/search` and `/explore` from command-line words. Errors: UsageError. */
export function parseQuery(words: readonly string[], filters: readonly string[]): object {
  const filter = new Map<string, string[]>();
  for (const text of filters) {
    const at = text.indexOf('=');
    if (at <= 0)
      throw new UsageError(`--filter: expected PATH=VALUE, such as kind=mcp, not ${JSON.stringify(text)}`);
    const path = text.slice(0, at);
    filter.set(path, [...(filter.get(path) ?? []), text.slice(at + 1)]);
  }
  return {
    text: words.join(' '),
    ...(filter.size === 0 ? {} : { filter: Object.fromEntries(filter) }),
  };
}

/** A whole number from a flag. Errors: UsageError. */
export function parseCount(flag: string, text: string | undefined, fallback: number, most: number): number {
  if (text === undefined) return fallback;
  const count = /^[0-9]{1,9}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > most) {
    throw new UsageError(`--${flag}: expected a whole number from 1 to ${most}, not ${JSON.stringify(text)}`);
  }
  return count;
}
