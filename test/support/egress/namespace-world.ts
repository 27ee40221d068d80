import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { decode } from 'dns-packet';
import { addressRecord, replyTo } from './dns-server.ts';

/**
 * The other end of a wire: a public host with web pages that redirect, the name server of its domain, and something
 * private behind it that must not be reached. Run by `egress-namespace.slow.test.ts`.
 */
const [, , address = '', inward = ''] = process.argv;
const count = { world: 0, inward: 0 };

createServer((request, reply) => {
  count.world += 1;
  const url = new URL(request.url ?? '/', 'http://world');
  const to = url.searchParams.get('to');
  if (url.pathname === '/count') return void reply.end(JSON.stringify(count));
  if (to !== null) reply.writeHead(Number(url.searchParams.get('status')), { Location: to });
  reply.end('world');
}).listen(80, address);

createServer((_request, reply) => {
  count.inward += 1;
  reply.end('caught');
}).listen(80, inward);

/** `a-b.flip.test`: the address written in hex after `x`, every other time; `ip-….test`: always. */
let asked = 0;
const names = createSocket('udp4');
names.on('message', (bytes, from) => {
  const query = decode(bytes);
  const { name = '', type = '' } = query.questions?.[0] ?? {};
  const target = Buffer.from(name.split('.')[0] ?? '', 'hex').toString();
  const flips = name.endsWith('.flip.test') && type === 'A' && ++asked % 2 === 0;
  const answer = name.endsWith('.flip.test') && !flips ? address : target;
  const fits = answer.includes(':') === (type === 'AAAA');
  const reply = replyTo(query, { answers: fits ? [addressRecord(name, answer)] : [] });
  names.send(reply, from.port, from.address);
});
names.bind(53, address, () => console.log('ready'));
