import { createEgress } from '../../../src/egress/create-egress.ts';
import { startCanary } from './canary.ts';

/**
 * This end of the wire: canaries on the addresses given, and every way to them tried. Prints what came of it. Run by
 * `egress-namespace.slow.test.ts`.
 */
const [, , world = '', behind = '', ...addresses] = process.argv;
const canaries = await Promise.all(addresses.map((address) => startCanary(address, 80)));
const egress = createEgress({ dnsServers: [world] });
const outcomes = new Map<string, number>();

async function attempt(url: string, post = false): Promise<void> {
  const outcome = await egress.fetch({ url, ...(post ? { method: 'POST', body: 'x' } : {}) }).then(
    (answer) => Buffer.from(answer.body).toString(),
    (error) => String(error.code ?? error),
  );
  outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
}

const hex = (text: string): string => Buffer.from(text).toString('hex');
for (const address of [...addresses, behind]) {
  const literal = address.includes(':') ? `[${address}]` : address;
  const spellings = address.includes(':')
    ? [literal]
    : [
        literal,
        `[::ffff:${address}]`,
        `[64:ff9b::${address}]`,
        String(numberOf(address)),
        `${hex(address)}.ip.test`,
      ];
  for (const host of spellings) {
    await attempt(`http://${host}/`);
    await attempt(`http://${host}/`, true);
    for (const status of [301, 302, 303, 307, 308]) {
      await attempt(`http://${world}/?status=${status}&to=${encodeURIComponent(`http://${host}/`)}`);
    }
  }
  if (address.includes(':')) continue;
  for (let round = 0; round < 20; round++)
    await attempt(`http://${hex(address)}.flip.test/`, round % 3 === 0);
}
for (let round = 0; round < 5; round++) await attempt(`http://${hex(world)}.ip.test/`);
egress.close();

const count: unknown = await (await fetch(`http://${world}/count`)).json();
console.log(
  JSON.stringify({
    outcomes: Object.fromEntries(outcomes),
    bytes: canaries.map((one) => one.bytes),
    connections: canaries.map((one) => one.connections),
    count,
  }),
);
await Promise.all(canaries.map((one) => one.close()));

function numberOf(address: string): number {
  return address.split('.').reduce((number, part) => number * 256 + Number(part), 0);
}
