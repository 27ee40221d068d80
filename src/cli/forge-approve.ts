import { LarderError } from '../errors.ts';
import type { Arguments } from './arguments.ts';
import type { Exit } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Approves held requests out of band. The first operand is `approve`. */
export async function approveForge(_args: Arguments, _terminal: Terminal): Promise<Exit> {
  throw new LarderError('NOT_IMPLEMENTED', 'approving is not built yet');
}
