#!/usr/bin/env node
import { run } from './cli/run.ts';
import { processTerminal } from './cli/terminal.ts';

// A reader that has seen enough (`larder agents | head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await run(process.argv.slice(2), processTerminal());
