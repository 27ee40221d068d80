import { getServers } from 'node:dns';
import { isIP } from 'node:net';
import { invalidArgument } from '../../errors.ts';
import { MAX_DNS_SERVERS } from './limits.ts';

/** Where DNS questions go. */
export interface NameServer {
  readonly address: string;
  readonly port: number;
}

const DNS_PORT = 53;
const WITH_PORT = /^(?:\[([0-9A-Fa-f:.]+)\]|([0-9.]+)):([0-9]{1,5})$/;

/** Reads `192.0.2.1`, `192.0.2.1:5353`, `2001:db8::1` or `[2001:db8::1]:5353`. Errors: INVALID_ARGUMENT. */
export function parseNameServer(text: string): NameServer {
  if (isIP(text) !== 0) return { address: text, port: DNS_PORT };
  const [, ipv6, ipv4, digits] = WITH_PORT.exec(text) ?? [];
  const address = ipv6 ?? ipv4 ?? '';
  const port = Number(digits);
  if (isIP(address) !== 0 && port > 0 && port < 65_536) return { address, port };
  throw invalidArgument(
    `${JSON.stringify(text.slice(0, 100))} is no name server; write its address (192.0.2.1), with the port where it is another than 53 (127.0.0.1:5353, [::1]:5353).`,
  );
}

/** The servers that this machine is set up with. */
export function listSystemNameServers(): readonly NameServer[] {
  return getServers().slice(0, MAX_DNS_SERVERS).map(parseNameServer);
}
