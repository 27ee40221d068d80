import { LarderError } from '../errors.ts';
import type { ForgeSpec } from '../forge/spec/forge-spec.ts';
import type { Arguments } from './arguments.ts';
import type { Exit } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Serves specs whose names differ until the client leaves. Warnings of their checks have been printed. */
export async function serveForge(
  specs: readonly ForgeSpec[],
  _args: Arguments,
  _terminal: Terminal,
): Promise<Exit> {
  throw new LarderError('NOT_IMPLEMENTED', `${specs[0]?.name}: serving is not built yet`);
}
