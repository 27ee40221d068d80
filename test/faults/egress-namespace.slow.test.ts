import { execFileSync, spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const SUPPORT = resolve(import.meta.dirname, '../support');
const NODE = `${process.execPath} --import ${join(SUPPORT, 'typescript-loader.mjs')}`;

/** The world is at a public address; `BEHIND` is a private one that the world routes to. */
const WORLD = '11.0.0.2';
const OWN = '11.0.0.1';
const BEHIND = '10.8.8.8';
const INSIDE = [
  '127.0.0.1',
  '10.9.9.9',
  '169.254.169.254',
  '192.168.7.7',
  '172.16.3.3',
  '100.64.1.1',
  OWN,
  '::1',
  'fd00::9',
];

const SCRIPT = `
set -e
ip link set lo up
unshare -n sleep 300 & WORLD=$!
trap 'kill $WORLD' EXIT
until [ "$(readlink /proc/$WORLD/ns/net)" != "$(readlink /proc/$$/ns/net)" ]; do sleep 0.05; done
out() { nsenter -t $WORLD -n "$@"; }
ip link add inner type veth peer name outer
ip link set outer netns $WORLD
ip addr add ${OWN}/24 dev inner
ip link set inner up
out ip addr add ${WORLD}/24 dev outer
out ip addr add ${BEHIND}/32 dev lo
out ip link set lo up
out ip link set outer up
ip route add default via ${WORLD}
${INSIDE.filter((one) => ![OWN, '127.0.0.1', '::1'].includes(one))
  .map((one) => `ip addr add ${one}/${one.includes(':') ? '128 nodad' : '32'} dev lo`)
  .join('\n')}
coproc nsenter -t $WORLD -n ${NODE} ${join(SUPPORT, 'egress/namespace-world.ts')} ${WORLD} ${BEHIND}
read -r READY <&"\${COPROC[0]}"
${NODE} ${join(SUPPORT, 'egress/namespace-inside.ts')} ${WORLD} ${BEHIND} ${INSIDE.join(' ')}
kill $COPROC_PID
`;

/** Only root may make networks, and not in every container. */
const able =
  spawnSync('unshare', [
    '-n',
    'bash',
    '-c',
    'ip link add inner type veth peer name outer && nsenter --version',
  ]).status === 0;
if (!able)
  console.warn('skipped: this machine lets us make no network of our own (unshare -n, ip link add, nsenter)');

describe.skipIf(!able)('in a network of its own', () => {
  it('Larder reaches the public host, and nothing private by any way', () => {
    const printed = execFileSync('unshare', ['-n', 'bash', '-c', SCRIPT], {
      encoding: 'utf8',
      timeout: 120_000,
    });
    const { outcomes, bytes, connections, count } = JSON.parse(printed.trim().split('\n').at(-1) ?? '');
    expect(bytes).toEqual(INSIDE.map(() => 0));
    expect(connections).toEqual(INSIDE.map(() => 0));
    expect(count.inward).toBe(0);
    // Half of the flips, and the host by its own name.
    expect(outcomes.world).toBe(8 * 10 + 5);
    expect(Object.keys(outcomes).sort()).toEqual(['address-refused', 'world']);
    expect(outcomes['address-refused']).toBeGreaterThanOrEqual(250);
  });
});
