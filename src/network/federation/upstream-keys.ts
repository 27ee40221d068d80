import { parseAddress } from '../../egress/address/address.ts';
import { inRange, parseRange } from '../../egress/address/range.ts';
import { invalidArgument } from '../../errors.ts';
import { parseUpstreamName } from './upstream-address.ts';

/** Which environment variable holds the key for which upstream. */
export interface UpstreamKeyName {
  /** The base address of the upstream, without a trailing slash: the key goes there and nowhere else. */
  readonly base: string;
  readonly variable: string;
}

/** Upper case only: a key that was pasted in place of the name hardly ever looks like that, and is not repeated. */
const VARIABLE = /^[A-Z_][A-Z0-9_]{0,127}$/;
const VISIBLE_ASCII = /^[\x21-\x7e]+$/;
/** What plain http may carry a key over: this machine and networks of one's own (RFC 1122, RFC 1918, RFC 4193). */
const PRIVATE = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '::1', 'fc00::/7'].flatMap(
  (text) => parseRange(text) ?? [],
);

/**
 * Reads `https://registry.example=REGISTRY_KEY`. A key goes with an address and never with an identifier, because whoever may
 * change an entry could have it sent elsewhere. Errors: INVALID_ARGUMENT, which repeats nothing of the text.
 */
export function parseUpstreamKey(text: string): UpstreamKeyName {
  const at = text.lastIndexOf('=');
  const variable = text.slice(at + 1);
  const name = at < 0 || !VARIABLE.test(variable) ? undefined : parseUpstreamName(text.slice(0, at));
  if (name?.by === 'address') return { base: name.base, variable };
  throw invalidArgument(
    'A key of an upstream is written as the base address and the name of an environment variable in capitals: https://registry.example=REGISTRY_KEY.',
  );
}

/**
 * The keys by base address, from the environment. Errors: INVALID_ARGUMENT with every fault; they name
 * variables and never a value.
 */
export function readUpstreamKeys(
  settings: readonly string[],
  upstreams: readonly string[],
  environment: (variable: string) => string | undefined,
): ReadonlyMap<string, string> {
  const bases = new Set(
    upstreams.map(parseUpstreamName).flatMap((name) => (name.by === 'address' ? [name.base] : [])),
  );
  const keys = new Map<string, string>();
  const faults: string[] = [];
  for (const { base, variable } of settings.map(parseUpstreamKey)) {
    const key = environment(variable);
    const fault = !bases.has(base)
      ? `${base} is none of the base addresses of --upstreams`
      : keys.has(base)
        ? `${base} has a key already`
        : isExposed(base)
          ? `over plain http ${base} would be sent its key for everybody to read; use https, or the address of a private network or of this machine`
          : findFault(key);
    if (fault !== undefined) faults.push(`the key of an upstream in the variable ${variable}: ${fault}`);
    else if (key !== undefined) keys.set(base, key);
  }
  if (faults.length > 0) throw invalidArgument(faults.join('; '));
  return keys;
}

function findFault(key: string | undefined): string | undefined {
  if (key === undefined || key === '') return 'it is not set, or empty';
  if (VISIBLE_ASCII.test(key)) return undefined;
  return 'its value has characters that a key in a header cannot have; visible ASCII without spaces and line breaks can be sent';
}

/** True where whoever is on the way could read what is sent. A name may lead anywhere, so it does not count as private. */
function isExposed(base: string): boolean {
  const { protocol, hostname } = new URL(base);
  if (protocol === 'https:' || hostname === 'localhost') return false;
  const address = parseAddress(hostname.replace(/^\[|\]$/g, ''));
  return address === undefined || !PRIVATE.some((range) => inRange(address, range));
}
