import { readFileSync } from 'node:fs';
import { environment, parseLocalConfig } from '../config.ts';
import type { Arguments, Options } from './arguments.ts';
import { openRemoteDoor } from './client.ts';
import type { Ask, Door } from './door.ts';
import { UsageError } from './usage.ts';

/** The flags of every command that talks to a registry, or works on a database. */
export const CONNECT_OPTIONS: Options = {
  db: {
    takes: 'value',
    value: 'FILE',
    help: 'work on this database (default LARDER_DB, or ./data/larder.db)',
  },
  url: { takes: 'value', value: 'URL', help: 'talk to the registry at this base address instead' },
  'key-file': {
    takes: 'value',
    value: 'FILE',
    help: 'with --url: the key stands in this file (default: LARDER_KEY)',
  },
};

export const JSON_OPTION: Options = { json: { takes: 'flag', help: 'print JSON' } };

/**
 * Opens what `--url` or `--db` names. `purpose` `write` takes the database for this process alone. `frontier`: what is
 * crawled is asked about, too.
 */
export async function connect(
  args: Arguments,
  purpose: 'read' | 'write',
  { frontier = false }: { readonly frontier?: boolean } = {},
): Promise<Door> {
  const url = args.value('url');
  if (url !== undefined) {
    if (args.has('db')) throw new UsageError('--db and --url exclude each other: a database or a registry');
    return openRemoteDoor(url, readKey(args.value('key-file')));
  }
  if (args.has('key-file')) throw new UsageError('--key-file goes with --url: a database asks for no key');
  const { openLocalDoor } = await import('./local-door.ts');
  return openLocalDoor({ ...parseLocalConfig({ db: args.value('db') }), frontier }, purpose);
}

/** Opens what is named, asks one thing and closes it again. Errors: those of `connect`, and the answer's. */
export async function askOnce(
  args: Arguments,
  purpose: 'read' | 'write',
  ask: Ask,
  options?: Parameters<typeof connect>[2],
): Promise<unknown> {
  const door = await connect(args, purpose, options);
  try {
    return await door.request(ask);
  } finally {
    await door.close();
  }
}

/** Keys come from a file or the environment, never from a flag, which `ps` would show. */
export function readKey(file: string | undefined): string | undefined {
  return file === undefined ? environment('LARDER_KEY') : readKeyFile('key-file', file);
}

/** The one key in a file that a flag names. Errors: UsageError. */
export function readKeyFile(flag: string, file: string): string {
  let text: string;
  try {
    text = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    throw new UsageError(`--${flag}: ${file} cannot be read (${(cause as NodeJS.ErrnoException).code})`);
  }
  if (!/^[\x21-\x7e]+$/.test(text)) throw new UsageError(`--${flag}: ${file} does not hold one key`);
  return text;
}
