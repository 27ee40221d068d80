import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder and those above it; one that is there is left as it is. Errors: those of the system. Node's own
 * `recursive` never ends where a folder that is there takes none inside it, as below `/proc`.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have been quicker.
    if (!existsSync(folder)) throw error;
  }
}
