import { lookup } from 'node:dns';
import { type Address, parseAddress, sameAddress } from '../address/address.ts';
import { createResolver } from '../dns/create-resolver.ts';
import type { NameServer } from '../dns/name-server.ts';
import { EgressError } from '../egress-error.ts';
import { MAX_ADDRESSES, MAX_SYSTEM_LOOKUPS, MAX_WAITING_PER_HOST } from '../limits.ts';
import { Turnstile } from '../turnstile.ts';

/** All addresses of a name, in the order in which they are tried. Rejects with EgressError or the reason of `signal`. */
export type ResolveHost = (host: string, signal: AbortSignal) => Promise<readonly Address[]>;

/** Never asked for in the DNS (RFC 6761 section 6.3). */
const LOOPBACK = ['127.0.0.1', '::1'];

/**
 * Looks names up as the system does (its hosts file and search domains included), or, where name servers are given,
 * in the DNS alone.
 */
export function createHostResolver(servers: readonly NameServer[] | undefined): ResolveHost {
  const find = servers === undefined ? createSystemLookup() : createDnsLookup(servers);
  return async (host, signal) => {
    const local = host === 'localhost' || host.endsWith('.localhost');
    const texts = local ? LOOPBACK : await find(host, signal);
    const addresses: Address[] = [];
    for (const text of texts) {
      const address = parseAddress(text);
      if (address === undefined || addresses.some((one) => sameAddress(one, address))) continue;
      addresses.push(address);
    }
    if (addresses.length === 0) {
      throw new EgressError('name-not-found', `${host.slice(0, 100)} has no address`);
    }
    // IPv4 first: where only one family works, it is this one.
    return addresses.sort((a, b) => a.family - b.family).slice(0, MAX_ADDRESSES);
  };
}

type FindTexts = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

function createDnsLookup(servers: readonly NameServer[]): FindTexts {
  const resolve = createResolver(servers);
  return async (host, signal) => {
    const [ipv4, ipv6] = await Promise.allSettled([
      resolve(host, 'A', signal),
      resolve(host, 'AAAA', signal),
    ]);
    const found = [ipv4, ipv6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    if (found.length === 0 && ipv6.status === 'rejected') throw ipv6.reason;
    return found.map((record) => record.address);
  };
}

/** A lookup cannot be called back: a caller who gives up leaves it running, and its place taken. */
function createSystemLookup(): FindTexts {
  const lookups = new Turnstile({ open: MAX_SYSTEM_LOOKUPS, waiting: MAX_WAITING_PER_HOST });
  return async (host, signal) => {
    const leave = await lookups.enter(signal);
    return new Promise((resolve, reject) => {
      const give = (): void => reject(signal.reason);
      signal.addEventListener('abort', give, { once: true });
      lookup(host, { all: true }, (error, addresses) => {
        leave();
        signal.removeEventListener('abort', give);
        if (error === null) resolve(addresses.map((one) => one.address));
        else if (NOT_FOUND.has(error.code ?? '')) resolve([]);
        else {
          const message = `${host.slice(0, 100)} could not be looked up: ${error.code ?? 'no reason given'}`;
          reject(new EgressError('name-lookup-failed', message));
        }
      });
    });
  };
}

const NOT_FOUND: ReadonlySet<string> = new Set(['ENOTFOUND', 'ENODATA']);
