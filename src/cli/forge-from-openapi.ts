import { LarderError } from '../errors.ts';
import type { Arguments } from './arguments.ts';
import type { Exit } from './command.ts';
import type { Terminal } from './terminal.ts';

/** Writes a spec of operations that are chosen from an OpenAPI document. */
export async function writeFromOpenApi(_args: Arguments, _terminal: Terminal): Promise<Exit> {
  throw new LarderError('NOT_IMPLEMENTED', 'from-openapi is not built yet');
}
