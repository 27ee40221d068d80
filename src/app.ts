import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { checkRoutes, readLarderDocument, readSeedDocument } from './http/document/bundled.ts';
import { compileJudge } from './http/document/judge.ts';
import type { HttpApp } from './http/http-app.ts';
import { addKeptAnswers, KeptAnswers } from './http/kept-answers.ts';
import { addAcceptCheck } from './http/plugins/accept.ts';
import { type AccessPolicy, addAuthorisation, addIdentification } from './http/plugins/access.ts';
import { addContract } from './http/plugins/contract.ts';
import { addCors } from './http/plugins/cors.ts';
import { addDocument, VERSION } from './http/plugins/document.ts';
import { addErrors } from './http/plugins/errors.ts';
import { addSafeHeaders } from './http/plugins/headers.ts';
import { addHostCheck } from './http/plugins/host.ts';
import { addBodyParser } from './http/plugins/json-body.ts';
import { addLinger } from './http/plugins/linger.ts';
import { addMetrics, type Metrics } from './http/plugins/metrics.ts';
import { addRateLimit } from './http/plugins/rate-limit.ts';
import { addTargetCheck } from './http/plugins/target.ts';
import { Refusals } from './http/refusals.ts';
import { type RouteTable, recordRoutes } from './http/route-table.ts';
import { addRoutes } from './http/routes.ts';
import { SERVER_OPTIONS } from './http/server-options.ts';
import { compileValidator } from './http/validation.ts';
import { createHttpServing } from './mcp/serve-http.ts';
import type { CrawlControl } from './network/crawl/crawl-control.ts';
import type { Federation } from './network/federation/federation.ts';
import type { Submissions } from './network/submit/submissions.ts';
import type { Registry } from './registry/registry.ts';
import { renderDocumentation } from './ui/documentation.ts';
import { renderPage } from './ui/page.ts';

/** What the app is built from. Everything is decided before: the app reads no environment and never listens. */
export interface AppOptions {
  readonly registry: Registry;
  /** Other registries to ask; absent: there are none. */
  readonly federation?: Federation | undefined;
  /** Where publishers submit their domains; absent: `POST /sources` answers 501. */
  readonly submissions?: Submissions | undefined;
  /** What an operator sees of the crawl, and refuses; absent: nothing is crawled, and `/targets` and `/refusals` answer 501. */
  readonly crawl?: CrawlControl | undefined;
  readonly logger: Logger;
  /** The base URL under which clients reach the registry, without a trailing slash. */
  readonly publicUrl: string;
  /** False: `/explore` answers 501. */
  readonly explore: boolean;
  readonly access: AccessPolicy;
  /** Requests a minute for each key or address; 0 switches the limit off. */
  readonly rateLimitPerMinute: number;
  /** Believe the last address of `X-Forwarded-For`, which the proxy in front adds (only behind one that does). */
  readonly trustProxy: boolean;
  /**
   * What happens when a request or response differs from the bundled documents: `throw` in tests (the
   * difference becomes a failing 500 and is recorded), `report` (500, `contract_violation` in the log, counted), or `off`.
   */
  readonly contract: 'throw' | 'report' | 'off';
}

/**
 * Builds the app: plugins, then routes. The caller listens, and closes. Where the contract is held, throws when the routes and
 * the bundled documents differ, naming each operation that is missing on either side; reading them takes longer than all the rest.
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { app, routes, metrics } = await assemble(options);
  if (options.contract !== 'off') {
    const seed = readSeedDocument();
    const larder = readLarderDocument();
    checkRoutes(routes.operations(), seed, larder);
    addContract(app, {
      seed: compileJudge('seed', seed),
      larder: compileJudge('larder', larder),
      metrics,
      keep: options.contract === 'throw',
    });
  }
  await app.ready();
  return app;
}

/** The OpenAPI document that the routes make: what `openapi/larder.yaml` has to say. */
export async function generateDocument(options: AppOptions): Promise<unknown> {
  const { app } = await assemble(options);
  await app.ready();
  const document = app.swagger();
  await app.close();
  return document;
}

async function assemble(
  options: AppOptions,
): Promise<{ readonly app: HttpApp; readonly routes: RouteTable; readonly metrics: Metrics }> {
  const { registry, access } = options;
  const refusals = new Refusals((status) => metrics.countRequest('refused', 'any', status));
  const loggerInstance: FastifyBaseLogger = options.logger;
  const app: HttpApp = Fastify({
    ...SERVER_OPTIONS,
    loggerInstance,
    // One hop: what stands before the address that the proxy added is the caller's own text.
    trustProxy: options.trustProxy ? (_address, hop) => hop === 0 : false,
    clientErrorHandler: (error, socket) => refusals.refuse(error, socket),
  }).withTypeProvider<ZodTypeProvider>();
  refusals.watch(app.server);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(() => JSON.stringify);

  const metrics = addMetrics(app);
  const routes = recordRoutes(app);
  await addDocument(app);
  addErrors(app, routes);
  addLinger(app);
  const answers = new KeptAnswers(registry);
  addKeptAnswers(app, answers);
  addBodyParser(app);
  // The order counts: who asks is known before requests are counted, and they are counted before any is refused.
  addSafeHeaders(app);
  addIdentification(app, { registry, policy: access });
  await addRateLimit(app, options.rateLimitPerMinute);
  addHostCheck(app, { loopbackOnly: access.loopbackHostOnly });
  addTargetCheck(app);
  addCors(app, routes, { loopbackOnly: access.loopbackHostOnly });
  addAuthorisation(app, access);
  addAcceptCheck(app);

  const serveMcp = createHttpServing(VERSION, (error) =>
    options.logger.debug({ reason: error.message }, 'mcp'),
  );
  addRoutes(app, {
    ...options,
    openReads: access.openReads,
    metrics,
    answers,
    serveMcp,
    renderPage,
    renderDocumentation,
  });
  return { app, routes, metrics };
}

export type { AccessPolicy };
