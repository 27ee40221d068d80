import { compileAddressPolicy } from './address/address-policy.ts';
import { readChunks } from './body.ts';
import { Connections } from './connections.ts';
import { createResolver } from './dns/create-resolver.ts';
import { listSystemNameServers, parseNameServer } from './dns/name-server.ts';
import type { Egress, EgressOptions, EgressRequest, EgressResponse, Hop } from './egress.ts';
import { EgressError } from './egress-error.ts';
import { type Plan, planErrand } from './errand.ts';
import { HostTurns } from './host-turns.ts';
import { DEADLINE_MS } from './limits.ts';
import { checkMediaType } from './media-type.ts';
import { createHostResolver } from './name/resolve-host.ts';
import { readHeaders } from './read-headers.ts';
import { Stop } from './stop.ts';
import { type Arrival, walk } from './walk.ts';
import { createWebFetch } from './web-fetch.ts';

const USER_AGENT = 'Larder/0.1';

/** Errors: LarderError (INVALID_ARGUMENT) for an allowance or a name server that cannot be read. */
export function createEgress(options: EgressOptions = {}): Egress {
  const servers = options.dnsServers?.map(parseNameServer);
  const turns = new HostTurns();
  const connections = new Connections();
  const surroundings = {
    judge: compileAddressPolicy(options.allow ?? []),
    resolveHost: createHostResolver(servers),
    connections,
    enterHost: (host: string, signal: AbortSignal) => turns.enter(host, signal),
    ca: options.ca,
  };
  const userAgent = options.userAgent ?? USER_AGENT;
  const resolve = createResolver(servers ?? listSystemNameServers());
  const underWay = new Set<Stop>();
  let closed = false;

  function start(shown: string, deadlineMs: number, caller: AbortSignal | undefined): Stop {
    if (closed) throw new EgressError('closed', 'nothing is sent any more: the program is closing');
    const stop = new Stop({ shown, deadlineMs, caller, onRelease: (one) => underWay.delete(one) });
    underWay.add(stop);
    return stop;
  }

  async function go(plan: Plan, stop: Stop): Promise<Arrival> {
    const { beforeHop } = plan.errand;
    const held = beforeHop && ((hop: Hop) => stop.hold(() => beforeHop(hop)));
    const arrival = await walk({ ...plan.errand, beforeHop: held, signal: stop.signal }, surroundings);
    try {
      checkMediaType(arrival.response, plan.accept, arrival.target.shown);
    } catch (error) {
      arrival.response.destroy();
      arrival.leave();
      throw error;
    }
    return arrival;
  }

  return {
    async fetch(request: EgressRequest): Promise<EgressResponse> {
      const plan = planErrand(request, userAgent);
      const stop = start(plan.errand.target.shown, plan.deadlineMs, request.signal);
      try {
        const { response, target, address, hops, leave } = await go(plan, stop);
        try {
          const { signal } = stop;
          const chunks: Uint8Array[] = [];
          for await (const chunk of readChunks(response, {
            shown: target.shown,
            maxBytes: plan.maxBytes,
            signal,
          })) {
            chunks.push(chunk);
          }
          return {
            status: response.statusCode ?? 0,
            headers: readHeaders(response),
            url: target.url.href,
            body: Buffer.concat(chunks),
            remoteAddress: address.text,
            hops,
          };
        } finally {
          leave();
        }
      } finally {
        stop.release();
      }
    },

    webFetch: createWebFetch({ userAgent, start, go }),

    async resolveDns(name, type, { signal } = {}) {
      const stop = start(`the DNS question for ${name.slice(0, 100)}`, DEADLINE_MS, signal);
      try {
        return await resolve(name, type, stop.signal);
      } finally {
        stop.release();
      }
    },

    close() {
      closed = true;
      for (const stop of [...underWay]) stop.end('closed');
      connections.close();
    },
  };
}
