import { parseUrl } from '../model/parse-url.ts';
import { type Address, parseAddress } from './address/address.ts';
import { EgressError } from './egress-error.ts';
import { MAX_URL_LENGTH } from './limits.ts';

/** Longest address in a message, code units. */
const MAX_SHOWN_LENGTH = 200;

/** An address that a request can go to, if the host's addresses allow it. */
export interface Target {
  readonly url: URL;
  readonly origin: string;
  readonly secure: boolean;
  /** Lower case, without brackets and final dot: what is looked up and what a certificate has to name. */
  readonly host: string;
  /** The address, where the host is written as one, in whatever spelling. */
  readonly literal: Address | undefined;
  readonly port: number;
  /** Origin and path for messages: a query string may hold secrets. */
  readonly shown: string;
}

/** Errors: EgressError `invalid-url`. */
export function parseTarget(address: string | URL): Target {
  const text = String(address);
  if (text.length > MAX_URL_LENGTH) throw refused(`it is longer than ${MAX_URL_LENGTH} characters`);
  const url = parseUrl(text);
  if (url === undefined) throw refused('it is not a complete address, such as https://example.com/ard.json');
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw refused(`only http and https are spoken, not ${url.protocol.slice(0, 20)}`);
  }
  if (url.username !== '' || url.password !== '') throw refused('it carries a user or password');
  const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const secure = url.protocol === 'https:';
  const port = url.port === '' ? (secure ? 443 : 80) : Number(url.port);
  if (host === '' || port === 0) throw refused('it names no host and port that can be reached');
  return {
    url,
    origin: url.origin,
    secure,
    host,
    literal: parseAddress(host),
    port,
    shown: `${url.origin}${url.pathname}`.slice(0, MAX_SHOWN_LENGTH),
  };
}

function refused(reason: string): EgressError {
  return new EgressError('invalid-url', `the address cannot be asked: ${reason}`);
}
