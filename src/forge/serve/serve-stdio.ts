import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Serving } from './call-tool.ts';
import { createServerFactory } from './mcp-server.ts';

export interface Stdio {
  readonly stdin: Readable;
  readonly stdout: Writable;
  /** Ends the serving as the end of `stdin` does. */
  readonly signal: AbortSignal;
}

/**
 * Serves one spec over a pair of streams until the client closes its end. A write that is on its way then is finished
 * first, so that its outcome is in the audit log; what reads is given up.
 */
export async function serveOverStdio(serving: Serving, { stdin, stdout, signal }: Stdio): Promise<void> {
  const transport = new StdioServerTransport(stdin, stdout);
  const ended = new Promise<void>((resolve) => {
    if (signal.aborted || stdin.readableEnded || stdin.destroyed) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
    for (const event of ['end', 'close', 'error']) stdin.once(event, () => resolve());
    stdout.once('error', () => resolve());
  });
  const handle = serveStdio(createServerFactory(serving), {
    transport,
    onerror: (error) => serving.report(error.message),
  });
  await ended;
  await handle.close();
  await serving.sends.idle();
}
