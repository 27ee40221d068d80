import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';

/** The app as routes and plugins see it: schemas are zod's, and so are the types of bodies and parameters. */
export type HttpApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What a route says about itself beside its schemas. */
export interface RouteTraits {
  /** `open` asks for no key; the others name the scope that a caller needs, unless the policy opens it to all. */
  readonly access: 'open' | 'read' | 'publish' | 'admin';
  /** The media type of its answers; `application/json` when absent. */
  readonly produces?: string;
  /** Media types that its answers are too, although they are sent as `produces`: who asks for those is served. */
  readonly acceptedAs?: readonly string[];
  /** The media types that its body may have; absent where the route takes no body. */
  readonly consumes?: readonly string[];
  /** Those of them whose bodies are handed over as the text that came in; all others are parsed as JSON. */
  readonly textTypes?: readonly string[];
  /** How long its body may take; absent: the deadline of the whole request. */
  readonly bodyTimeoutMs?: number;
  /** An answer 200 that it keeps is given again to who asks the same, without asking the route. */
  readonly keepsAnswers?: boolean;
  /** False keeps web pages of other origins from it, although it asks for no key. */
  readonly crossOrigin?: boolean;
  /** False exempts it from the rate limit. */
  readonly rateLimited?: boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<RouteTraits> {}
}
