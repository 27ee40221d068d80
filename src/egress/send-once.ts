import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Address } from './address/address.ts';
import type { PinnedRequest } from './connections.ts';
import { failureOf } from './failure.ts';
import { MAX_HEADER_BYTES } from './limits.ts';
import type { Target } from './target.ts';

/** One request to one address. */
export interface Shot {
  readonly target: Target;
  readonly address: Address;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | undefined;
  readonly agent: Agent;
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
}

/** What came of it: the head of an answer, or why there is none. */
export type Outcome =
  | { readonly ok: true; readonly response: IncomingMessage }
  | {
      readonly ok: false;
      readonly error: ReturnType<typeof failureOf>;
      /** A kept connection turned out to be closed: nobody has seen the request. */
      readonly stale: boolean;
    };

/** Sends a request and waits for the head of the answer. The connection goes to `address`, whatever the target's name says now. */
export function sendOnce(shot: Shot): Promise<Outcome> {
  const { target, address, ca, signal } = shot;
  return new Promise((resolve) => {
    let sent = false;
    let head: IncomingMessage | undefined;
    const options: PinnedRequest = {
      method: shot.method,
      path: `${target.url.pathname}${target.url.search}`,
      headers: { ...shot.headers },
      setHost: false,
      agent: shot.agent,
      maxHeaderSize: MAX_HEADER_BYTES,
      insecureHTTPParser: false,
      signal,
      pin: { target, address, ca, signal },
    };
    // TLS, where there is any, is in the connection that the agent makes.
    const outgoing = request(options);
    outgoing.once('socket', () => {
      sent = true;
    });
    outgoing.once('response', (response) => {
      head = response;
      resolve({ ok: true, response });
    });
    outgoing.on('error', (error) => {
      // A body that ends with its connection would otherwise count as complete.
      head?.destroy(error);
      const stale = outgoing.reusedSocket && !signal.aborted && isClosed(error);
      resolve({
        ok: false,
        error: failureOf(signal.aborted ? signal.reason : error, target.shown, sent),
        stale,
      });
    });
    outgoing.once('close', () =>
      resolve({ ok: false, error: failureOf(undefined, target.shown, sent), stale: false }),
    );
    outgoing.end(shot.body);
  });
}

function isClosed(error: Error): boolean {
  return 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
