import { networkInterfaces } from 'node:os';
import { invalidArgument } from '../../errors.ts';
import { type Address, parseAddress, sameAddress } from './address.ts';
import { inRange, parseRange, type Range } from './range.ts';
import { findSpecialPurpose, findTranslated } from './special-purpose.ts';

/** What is about to be connected to. */
export interface Destination {
  /** Lower case, without brackets and final dot. */
  readonly host: string;
  readonly port: number;
  readonly address: Address;
}

/** What an address is to us, and why one is refused. */
export type Judgement =
  | { readonly standing: 'public' | 'allowed' }
  | { readonly standing: 'refused'; readonly reason: string };

type Allowance =
  | { readonly by: 'range'; readonly range: Range; readonly port: number | undefined }
  | { readonly by: 'name'; readonly name: string; readonly port: number };

const ENDPOINT = /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]/]+)):([0-9]{1,5})$/;
const NAME = /^(?!-)[A-Za-z0-9_.-]{1,253}$/;

/**
 * Decides which addresses may be connected to: public ones, and what the operator lists. Errors: INVALID_ARGUMENT
 * for an allowance that cannot be read.
 */
export function compileAddressPolicy(allow: readonly string[]): (destination: Destination) => Judgement {
  const allowances = allow.map(parseAllowance);
  return ({ host, port, address }) => {
    const reason =
      findSpecialPurpose(address) ??
      (isOwnAddress(findTranslated(address) ?? address) ? 'an address of this machine' : undefined);
    if (reason === undefined) return { standing: 'public' };
    const allowed = allowances.some((one) =>
      one.by === 'name'
        ? one.name === host && one.port === port
        : inRange(address, one.range) && (one.port === undefined || one.port === port),
    );
    return allowed ? { standing: 'allowed' } : { standing: 'refused', reason };
  };
}

/** Throws for an allowance that cannot be read; for the configuration, which reports all its faults at once. */
export function parseAllowance(text: string): Allowance {
  const range = parseRange(text);
  if (range !== undefined) return { by: 'range', range, port: undefined };
  const [, ipv6, name = '', digits] = ENDPOINT.exec(text) ?? [];
  const port = Number(digits);
  const one = parseRange(ipv6 ?? name);
  const host = name.toLowerCase().replace(/\.$/, '');
  if (digits !== undefined && port > 0 && port < 65_536) {
    if (one !== undefined && !(ipv6 ?? name).includes('/')) return { by: 'range', range: one, port };
    if (ipv6 === undefined && NAME.test(host)) return { by: 'name', name: host, port };
  }
  throw invalidArgument(
    `${JSON.stringify(text.slice(0, 100))} allows nothing; write a range (10.0.0.0/8), an address, an address with a port (127.0.0.1:8080, [::1]:8080) or a name with a port (registry.internal:8080).`,
  );
}

/** What a firewall keeps from the world, it does not keep from the machine itself. */
function isOwnAddress(address: Address): boolean {
  return Object.values(networkInterfaces()).some((list) =>
    (list ?? []).some((one) => {
      const own = parseAddress(one.address);
      return own !== undefined && sameAddress(own, address);
    }),
  );
}
