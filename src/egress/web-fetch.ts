import type { IncomingMessage } from 'node:http';
import { readChunks } from './body.ts';
import type { EgressRequest, WebFetch } from './egress.ts';
import { EgressError } from './egress-error.ts';
import { type Plan, planErrand } from './errand.ts';
import { MAX_STREAM_BYTES, WEB_HEAD_DEADLINE_MS } from './limits.ts';
import { readHeaders } from './read-headers.ts';
import type { Stop } from './stop.ts';
import { parseTarget } from './target.ts';
import type { Arrival } from './walk.ts';

export interface WebFetchParts {
  readonly userAgent: string;
  readonly start: (shown: string, deadlineMs: number, caller: AbortSignal | undefined) => Stop;
  readonly go: (plan: Plan, stop: Stop) => Promise<Arrival>;
}

/** Statuses that `Response` takes without a body only. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** See `Egress.webFetch`. */
export function createWebFetch({ userAgent, start, go }: WebFetchParts): WebFetch {
  return async (input, init) => {
    const { request, signal } = await readRequest(input, init);
    const plan = planErrand(request, userAgent);
    const stop = start(plan.errand.target.shown, plan.deadlineMs, signal);
    try {
      const arrival = await go(plan, stop);
      stop.lift();
      return respond(arrival, stop, init?.redirect === 'error');
    } catch (error) {
      stop.release();
      throw error;
    }
  };
}

/** What the platform would send for the same arguments. Errors: EgressError `invalid-url`, `invalid-request`. */
async function readRequest(
  input: string | URL | Request,
  init: RequestInit | undefined,
): Promise<{ readonly request: EgressRequest; readonly signal: AbortSignal | undefined }> {
  // Before the platform reads the address, whose refusals repeat it in full.
  const url = parseTarget(input instanceof Request ? input.url : input).url;
  let web: Request;
  try {
    web = input instanceof Request ? new Request(input, init) : new Request(url, init);
  } catch (cause) {
    throw new EgressError('invalid-request', 'the request is not one that fetch would send', { cause });
  }
  const method = web.method as NonNullable<EgressRequest['method']>;
  const request: EgressRequest = {
    url,
    method,
    headers: Object.fromEntries(web.headers),
    ...(web.body === null ? {} : { body: new Uint8Array(await web.arrayBuffer()) }),
    redirect: web.redirect === 'follow' ? 'follow' : 'none',
    deadlineMs: WEB_HEAD_DEADLINE_MS,
    maxBytes: MAX_STREAM_BYTES,
  };
  return { request, signal: init?.signal ?? (input instanceof Request ? input.signal : undefined) };
}

function respond(arrival: Arrival, stop: Stop, refuseRedirects: boolean): Response {
  const { response, target, hops, leave } = arrival;
  const status = response.statusCode ?? 0;
  const end = (): void => {
    leave();
    stop.release();
  };
  const refusal = findRefusal(response, target.shown, refuseRedirects);
  if (refusal !== undefined) {
    response.destroy();
    end();
    throw refusal;
  }
  const body = openStream(arrival, stop, end);
  const answer = new Response(BODILESS.has(status) ? null : body, { status, headers: readHeaders(response) });
  if (BODILESS.has(status)) void body.cancel();
  // What the constructor has no argument for, and clients look at.
  Object.defineProperty(answer, 'url', { value: target.url.href });
  Object.defineProperty(answer, 'redirected', { value: hops > 0 });
  return answer;
}

function findRefusal(
  response: IncomingMessage,
  shown: string,
  refuseRedirects: boolean,
): EgressError | undefined {
  const status = response.statusCode ?? 0;
  if (status < 200 || status > 599) {
    return new EgressError('malformed-response', `${shown} answered with a status that HTTP does not have`, {
      sent: true,
    });
  }
  if (refuseRedirects && status < 400 && status >= 300 && response.headers.location !== undefined) {
    return new EgressError('redirect-refused', `${shown} redirects, which the caller does not want`, {
      sent: true,
    });
  }
  return undefined;
}

function openStream({ response, target }: Arrival, stop: Stop, end: () => void): ReadableStream<Uint8Array> {
  const limits = { shown: target.shown, maxBytes: MAX_STREAM_BYTES, signal: stop.signal };
  const chunks = readChunks(response, limits);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (error) {
        controller.error(error);
      }
      end();
    },
    async cancel() {
      response.destroy();
      end();
      await chunks.return();
    },
  });
}
