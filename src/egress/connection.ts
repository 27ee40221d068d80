import { connect, type Socket } from 'node:net';
import { rootCertificates, connect as secure, type TLSSocket } from 'node:tls';
import { type Address, parseAddress, sameAddress } from './address/address.ts';
import { EgressError } from './egress-error.ts';
import { CONNECT_TIMEOUT_MS } from './limits.ts';
import type { Target } from './target.ts';

/** One checked address of a target: the only one that a connection for it may go to. */
export interface Pin {
  readonly target: Target;
  readonly address: Address;
  /** PEM certificates to trust beside those of Node. */
  readonly ca: string | undefined;
  /** Its reason is what the connection fails with. */
  readonly signal: AbortSignal;
}

/**
 * Connects to the pinned address, makes sure that it is the one at the other end, and, for https, that its certificate
 * names the host. Errors: EgressError `connect-failed`, `tls-failed`, or the reason of the signal.
 */
export async function openConnection(pin: Pin): Promise<Socket> {
  const { target, address } = pin;
  const late = AbortSignal.timeout(CONNECT_TIMEOUT_MS);
  const signal = AbortSignal.any([pin.signal, late]);
  const socket = connect({ host: address.text, port: target.port, autoSelectFamily: false, noDelay: true });
  try {
    await settle(socket, 'connect', signal);
    const peer = parseAddress(socket.remoteAddress ?? '');
    if (peer === undefined || !sameAddress(peer, address) || socket.remotePort !== target.port) {
      throw new EgressError('connect-failed', `the connection to ${target.origin} went elsewhere`);
    }
    if (!target.secure) return socket;
    return await openSecure(socket, pin, signal);
  } catch (error) {
    socket.destroy();
    pin.signal.throwIfAborted();
    if (error instanceof EgressError) throw error;
    const reason = late.aborted ? `no connection within ${CONNECT_TIMEOUT_MS} ms` : codeOf(error);
    throw new EgressError('connect-failed', `${target.origin} could not be reached: ${reason}`, {
      cause: error,
    });
  }
}

async function openSecure(socket: Socket, { target, ca }: Pin, signal: AbortSignal): Promise<TLSSocket> {
  const isName = target.literal === undefined;
  const shielded = secure({
    socket,
    // What the certificate has to name, and, for names only, what the host is told that it is asked as.
    host: target.literal?.text ?? target.host,
    servername: isName ? target.host : '',
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  });
  try {
    await settle(shielded, 'secureConnect', signal);
  } catch (error) {
    shielded.destroy();
    signal.throwIfAborted();
    throw new EgressError('tls-failed', `${target.origin} could not prove who it is: ${codeOf(error)}`, {
      cause: error,
    });
  }
  return shielded;
}

function settle(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const settled = (act: () => void): void => {
      signal.removeEventListener('abort', onAbort);
      socket.off(event, onOpen).off('error', onError).off('close', onClose);
      // An error of the moment after must not become an uncaught one before a request listens.
      socket.once('error', () => {});
      act();
    };
    const onOpen = (): void => settled(resolve);
    const onError = (error: Error): void => settled(() => reject(error));
    const onClose = (): void => settled(() => reject(new Error('closed')));
    const onAbort = (): void => settled(() => reject(signal.reason));
    if (signal.aborted) return onAbort();
    socket.once(event, onOpen).once('error', onError).once('close', onClose);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given';
  return 'code' in error ? String(error.code) : error.message;
}
