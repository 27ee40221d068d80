import type { IncomingMessage } from 'node:http';
import type { HttpApp } from '../http-app.ts';
import { LINGER_MS } from '../limits.ts';

/**
 * Lets a client that asked to close finish sending before it is answered. Closing a connection with bytes unread
 * resets it, and many a library would report the reset instead of the answer (RFC 9112 section 9.6).
 */
export function addLinger(app: HttpApp): void {
  app.addHook('onSend', (request, _reply, payload, done) => {
    if (request.raw.complete || !closesAfter(request.raw)) done(null, payload);
    else void drain(request.raw).then(() => done(null, payload));
  });
}

function closesAfter({ headers, httpVersion }: IncomingMessage): boolean {
  const connection = headers.connection?.toLowerCase();
  return connection === 'close' || (httpVersion === '1.0' && connection !== 'keep-alive');
}

/** Reads on and throws away, until the end or the deadline. */
function drain(body: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(done, LINGER_MS);
    body.once('end', done).once('close', done).resume();
  });
}
