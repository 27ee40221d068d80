import type { CrawlControl } from '../network/crawl/crawl-control.ts';
import type { Federation } from '../network/federation/federation.ts';
import type { Submissions } from '../network/submit/submissions.ts';
import type { Registry } from '../registry/registry.ts';
import type { HttpApp } from './http-app.ts';
import type { KeptAnswers } from './kept-answers.ts';
import type { Metrics } from './plugins/metrics.ts';
import { addActivateRevision } from './routes/activate-revision.ts';
import { addCreateKey } from './routes/create-key.ts';
import { addDeactivateCatalog } from './routes/deactivate-catalog.ts';
import { addDeleteRefusal } from './routes/delete-refusal.ts';
import { addDeleteSource } from './routes/delete-source.ts';
import { addDescribeOperations } from './routes/describe-operations.ts';
import { addDocs } from './routes/docs.ts';
import { addExplore } from './routes/explore.ts';
import { addGetCatalog } from './routes/get-catalog.ts';
import { addGetRevision } from './routes/get-revision.ts';
import { addGetSource } from './routes/get-source.ts';
import { addHealth } from './routes/health.ts';
import { addListAgents } from './routes/list-agents.ts';
import { addListCatalogs } from './routes/list-catalogs.ts';
import { addListKeys } from './routes/list-keys.ts';
import { addListOperations } from './routes/list-operations.ts';
import { addListRefusals } from './routes/list-refusals.ts';
import { addListRevisions } from './routes/list-revisions.ts';
import { addListSources } from './routes/list-sources.ts';
import { addListTargets } from './routes/list-targets.ts';
import { addListUpstreams } from './routes/list-upstreams.ts';
import { addMcp, type ServeMcp } from './routes/mcp.ts';
import { addMetricsRoute } from './routes/metrics.ts';
import { addOpenApi } from './routes/openapi.ts';
import { addPage, type RenderPage } from './routes/page.ts';
import { addPreviewOpenApi } from './routes/preview-openapi.ts';
import { addPublishRevision } from './routes/publish-revision.ts';
import { addPutRefusal } from './routes/put-refusal.ts';
import { addPutSource } from './routes/put-source.ts';
import { addReady } from './routes/ready.ts';
import { addRetrieveAgent } from './routes/retrieve-agent.ts';
import { addRevokeKey } from './routes/revoke-key.ts';
import { addSearch } from './routes/search.ts';
import { addSearchOperations } from './routes/search-operations.ts';
import { addSubmitSource } from './routes/submit-source.ts';
import { addWellKnown } from './routes/well-known.ts';

/** What the routes work with. The pages are handed in: drawing them is another room's business. */
export interface RouteOptions {
  readonly registry: Registry;
  /** Absent: no other registries are asked or named. */
  readonly federation?: Federation | undefined;
  /** Absent: nothing can be submitted. */
  readonly submissions?: Submissions | undefined;
  /** Absent: nothing is crawled. */
  readonly crawl?: CrawlControl | undefined;
  readonly metrics: Metrics;
  readonly answers: KeptAnswers;
  readonly publicUrl: string;
  readonly explore: boolean;
  readonly openReads: boolean;
  readonly serveMcp: ServeMcp;
  readonly renderPage: RenderPage;
  readonly renderDocumentation: (document: unknown) => string;
}

/** Every route, in the order in which the document lists them. */
export function addRoutes(app: HttpApp, options: RouteOptions): void {
  addExplore(app, { ...options, enabled: options.explore });
  addSearch(app, { ...options, federation: options.federation });
  addListAgents(app, options);
  addRetrieveAgent(app, options);
  addWellKnown(app, options);
  addListSources(app, options);
  addGetSource(app, options);
  addSubmitSource(app, options.submissions);
  addPutSource(app, options);
  addDeleteSource(app, options);
  addListTargets(app, options.crawl);
  addListRefusals(app, options.crawl);
  addPutRefusal(app, options.crawl);
  addDeleteRefusal(app, options.crawl);
  addListCatalogs(app, options);
  addGetCatalog(app, options);
  addListRevisions(app, options);
  addGetRevision(app, options);
  addPublishRevision(app, options);
  addActivateRevision(app, options);
  addDeactivateCatalog(app, options);
  addListOperations(app, options);
  addSearchOperations(app, options);
  addDescribeOperations(app, options);
  addPreviewOpenApi(app, options);
  addListUpstreams(app, options.federation);
  addListKeys(app, options);
  addCreateKey(app, options);
  addRevokeKey(app, options);
  addMcp(app, options);
  addHealth(app);
  addReady(app, options);
  addMetricsRoute(app, options);
  addOpenApi(app);
  addDocs(app, options);
  addPage(app, options);
}
