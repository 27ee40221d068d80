import { randomUUID } from 'node:crypto';
import { type FastifyHttpOptions, LogController, type RawServerDefault } from 'fastify';
import {
  DEADLINE_CHECK_INTERVAL_MS,
  HEADERS_TIMEOUT_MS,
  KEEP_ALIVE_TIMEOUT_MS,
  MAX_HEADER_BYTES,
  MAX_QUESTION_BYTES,
  REQUEST_TIMEOUT_MS,
} from './limits.ts';
import { normaliseTarget } from './request-target.ts';

/** How the server meets the network: its deadlines and sizes. Reasons stand beside the numbers in `limits.ts`. */
export const SERVER_OPTIONS = {
  http: {
    connectionsCheckingInterval: DEADLINE_CHECK_INTERVAL_MS,
    headersTimeout: HEADERS_TIMEOUT_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    // Refused by ours instead, which says what is wrong.
    requireHostHeader: false,
  },
  requestTimeout: REQUEST_TIMEOUT_MS,
  keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  bodyLimit: MAX_QUESTION_BYTES,
  forceCloseConnections: 'idle',
  // A request that arrived before the process was told to stop is answered like any other.
  return503OnClosing: false,
  // The target as a whole is bounded; a shorter bound here would refuse long identifiers in another way.
  routerOptions: { maxParamLength: MAX_HEADER_BYTES },
  rewriteUrl: normaliseTarget,
  genReqId: () => randomUUID(),
  requestIdHeader: false,
  logController: new LogController({ disableRequestLogging: true }),
} as const satisfies Partial<FastifyHttpOptions<RawServerDefault>>;
