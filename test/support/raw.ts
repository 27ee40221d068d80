import { connect } from 'node:net';

/** Sends bytes as they are, and reads until the server closes. */
export function sendRaw(url: string, ...chunks: readonly (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    const received: Buffer[] = [];
    socket.on('data', (data) => received.push(data));
    socket.on('close', () => resolve(Buffer.concat(received).toString()));
    socket.on('error', reject);
    for (const chunk of chunks) socket.write(chunk);
  });
}

/** The JSON body of the last answer in raw text. */
export function rawBody(answer: string): { readonly errorCode?: string; readonly message?: string } {
  return JSON.parse(answer.slice(answer.lastIndexOf('\r\n\r\n') + 4));
}
