import type { IncomingMessage } from 'node:http';
import { parseUrl } from '../model/parse-url.ts';
import type { Address } from './address/address.ts';
import type { Destination, Judgement } from './address/address-policy.ts';
import type { Connections } from './connections.ts';
import type { EgressRequest, Hop } from './egress.ts';
import { EgressError } from './egress-error.ts';
import { type CheckedHeaders, headersFor } from './headers.ts';
import { MAX_REDIRECTS } from './limits.ts';
import type { ResolveHost } from './name/resolve-host.ts';
import { type Outcome, sendOnce } from './send-once.ts';
import { parseTarget, type Target } from './target.ts';

/** What requests share. */
export interface Surroundings {
  readonly judge: (destination: Destination) => Judgement;
  readonly resolveHost: ResolveHost;
  readonly connections: Connections;
  /** Waits for a turn at a host; resolves with what ends it. */
  readonly enterHost: (host: string, signal: AbortSignal) => Promise<() => void>;
  readonly ca: string | undefined;
}

/** A request that may be sent. */
export interface Errand {
  readonly target: Target;
  readonly method: NonNullable<EgressRequest['method']>;
  readonly headers: CheckedHeaders;
  readonly body: Uint8Array | undefined;
  readonly follow: boolean;
  readonly beforeHop: ((hop: Hop) => Promise<void>) | undefined;
  readonly safe: boolean;
  readonly reach: NonNullable<EgressRequest['reach']>;
  readonly signal: AbortSignal;
}

/** The head of the answer that counts, its body still unread. */
export interface Arrival {
  readonly response: IncomingMessage;
  readonly target: Target;
  readonly address: Address;
  readonly hops: number;
  /** Has to be called when the body is done with: the host takes the next request. */
  readonly leave: () => void;
}

/** Sends a request and follows redirects, each hop checked as if it were the first. Errors: EgressError, those of `beforeHop`. */
export async function walk(errand: Errand, surroundings: Surroundings): Promise<Arrival> {
  let target = errand.target;
  let reach = errand.reach;
  for (let hops = 0; ; hops++) {
    const arrival = await visit(errand, { target, reach, hops }, surroundings);
    const next = errand.follow ? findRedirect(arrival) : undefined;
    if (next === undefined) return arrival;
    // The body of a redirect is not worth its bytes.
    arrival.response.destroy();
    arrival.leave();
    if (hops === MAX_REDIRECTS) {
      throw new EgressError(
        'too-many-redirects',
        `${errand.target.shown} leads through more than ${MAX_REDIRECTS} redirects`,
      );
    }
    target = checkRedirect(arrival.target, next);
    // What the operator allows is for the operator's addresses: the public has no say in who is asked there.
    if (arrival.standing === 'public') reach = 'public';
    await errand.beforeHop?.({ url: target.url.href, reach });
  }
}

interface Visit extends Arrival {
  readonly standing: 'public' | 'allowed';
}

async function visit(
  errand: Errand,
  {
    target,
    reach,
    hops,
  }: { readonly target: Target; readonly reach: Errand['reach']; readonly hops: number },
  surroundings: Surroundings,
): Promise<Visit> {
  const leave = await surroundings.enterHost(target.host, errand.signal);
  try {
    const choices = await findAddresses(target, reach, errand.signal, surroundings);
    const headers = headersFor(errand.headers, {
      target,
      first: errand.target,
      bodyLength: errand.body?.length,
    });
    for (const [at, { address, standing }] of choices.entries()) {
      const outcome = await send(errand, { target, address, headers }, surroundings);
      if (outcome.ok) return { response: outcome.response, target, address, standing, hops, leave };
      const isLast = at === choices.length - 1;
      if (isLast || outcome.error.code !== 'connect-failed') throw outcome.error;
    }
    throw new TypeError('there is always an address');
  } catch (error) {
    leave();
    throw error;
  }
}

/** Over a kept connection where the request may be sent twice; a second time, over a new one, when that was closed. */
async function send(
  { method, body, safe, signal }: Errand,
  {
    target,
    address,
    headers,
  }: {
    readonly target: Target;
    readonly address: Address;
    readonly headers: Readonly<Record<string, string>>;
  },
  { connections, ca }: Surroundings,
): Promise<Outcome> {
  const shot = { target, address, method, headers, body, ca, signal };
  const agent = safe ? connections.kept({ target, address }) : connections.fresh();
  const outcome = await sendOnce({ ...shot, agent });
  if (outcome.ok || !outcome.stale || !safe) return outcome;
  return sendOnce({ ...shot, agent: connections.fresh() });
}

/** The addresses of a host that may be connected to. Errors: `address-refused` when there are none. */
async function findAddresses(
  { host, port, literal }: Target,
  reach: Errand['reach'],
  signal: AbortSignal,
  { judge, resolveHost }: Surroundings,
): Promise<readonly { readonly address: Address; readonly standing: 'public' | 'allowed' }[]> {
  const addresses = literal === undefined ? await resolveHost(host, signal) : [literal];
  const reasons: string[] = [];
  const choices = addresses.flatMap((address) => {
    const judgement = judge({ host, port, address });
    if (judgement.standing === 'refused') reasons.push(`${address.text}: ${judgement.reason}`);
    else if (judgement.standing === 'public' || reach === 'allowed') {
      return [{ address, standing: judgement.standing }];
    } else reasons.push(`${address.text}: allowed to the operator only`);
    return [];
  });
  if (choices.length > 0) return choices;
  throw new EgressError(
    'address-refused',
    `${host.slice(0, 100)} is not on the public Internet (${reasons.slice(0, 4).join('; ')}), and no allowance lets this be asked`,
  );
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

function findRedirect({ response }: Arrival): string | undefined {
  const { location } = response.headers;
  return REDIRECTS.has(response.statusCode ?? 0) ? location : undefined;
}

/** Errors: EgressError `redirect-refused`. */
function checkRedirect(from: Target, location: string): Target {
  const refused = (reason: string): EgressError =>
    new EgressError('redirect-refused', `${from.shown} redirects ${reason}`);
  const address = parseUrl(location, from.url.href);
  if (address === undefined) throw refused('to something that is no address');
  let target: Target;
  try {
    target = parseTarget(address);
  } catch (error) {
    throw error instanceof EgressError ? refused(`to where no request goes: ${error.message}`) : error;
  }
  if (from.secure && !target.secure) throw refused(`from https to ${target.origin}`);
  return target;
}
