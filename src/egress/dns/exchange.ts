import { createSocket } from 'node:dgram';
import { connect, isIPv6 } from 'node:net';
import { type DnsQuestion, type DnsReply, readReply } from './message.ts';
import type { NameServer } from './name-server.ts';

/**
 * Asks one server over UDP, and over TCP when the answer does not fit a datagram. Rejects with the reason of `signal`,
 * or with an Error that says why the server could not be asked.
 */
export async function askNameServer(
  server: NameServer,
  question: DnsQuestion,
  signal: AbortSignal,
): Promise<DnsReply> {
  const reply = await askOverUdp(server, question, signal);
  return reply.outcome === 'truncated' ? askOverTcp(server, question, signal) : reply;
}

/** From a port of its own, connected, so that the system lets through datagrams of this server only. */
function askOverUdp(server: NameServer, question: DnsQuestion, signal: AbortSignal): Promise<DnsReply> {
  return new Promise((resolve, reject) => {
    const socket = createSocket(isIPv6(server.address) ? 'udp6' : 'udp4');
    const settle = (act: () => void): void => {
      signal.removeEventListener('abort', give);
      socket.removeAllListeners('message');
      socket.close();
      act();
    };
    const give = (): void => settle(() => reject(signal.reason));
    signal.addEventListener('abort', give, { once: true });
    socket.once('error', (error) => settle(() => reject(error)));
    // What does not fit the question may be forged, and the real answer may still come.
    socket.on('message', (bytes) => {
      const reply = readReply(question, bytes);
      if (reply !== undefined) settle(() => resolve(reply));
    });
    socket.connect(server.port, server.address, () => socket.send(question.bytes));
  });
}

const LENGTH_BYTES = 2;

function askOverTcp(server: NameServer, question: DnsQuestion, signal: AbortSignal): Promise<DnsReply> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: server.address, port: server.port, signal });
    let received = Buffer.alloc(0);
    socket.once('error', (error) => reject(signal.aborted ? signal.reason : error));
    socket.once('close', () => reject(new Error('the connection ended before the answer did')));
    socket.once('connect', () => {
      const length = Buffer.alloc(LENGTH_BYTES);
      length.writeUInt16BE(question.bytes.length);
      socket.write(Buffer.concat([length, question.bytes]));
    });
    // The length that stands before a message bounds what is gathered: 64 KiB.
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < LENGTH_BYTES) return;
      const end = LENGTH_BYTES + received.readUInt16BE(0);
      if (received.length < end) return;
      const reply = readReply(question, received.subarray(LENGTH_BYTES, end));
      resolve(
        reply === undefined || reply.outcome === 'truncated'
          ? { outcome: 'failed', reason: 'an answer to something else' }
          : reply,
      );
      socket.destroy();
    });
  });
}
