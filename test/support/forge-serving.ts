import { onTestFinished } from 'vitest';
import { createEgress } from '../../src/egress/create-egress.ts';
import type { AuditLog, AuditRecord } from '../../src/forge/audit/audit-log.ts';
import { type Clock, createGate, SYSTEM_CLOCK } from '../../src/forge/gate/gate.ts';
import { holdInMemory } from '../../src/forge/gate/held-in-memory.ts';
import type { Serving } from '../../src/forge/serve/call-tool.ts';
import { keepAnswers } from '../../src/forge/serve/kept-answers.ts';
import { makeSecret } from '../../src/forge/serve/secret.ts';
import { countSends } from '../../src/forge/serve/sends.ts';
import { serveOverHttp } from '../../src/forge/serve/serve-http.ts';
import { parseForgeSpec } from '../../src/forge/spec/check-spec.ts';
import type { HeldCalls } from '../../src/store/forge-state.ts';

/** The credential of the tests: wherever it shows up is a leak. */
export const CANARY = 'canary-4f1d9c2e77';

/** A spec file of an API at `url` with a read, two writes and whatever a test adds. */
export function acmeSpec(url: string, more: readonly object[] = [], transport: object = {}): string {
  return JSON.stringify({
    name: 'acme',
    instructions: 'Customers of Acme.',
    transport: { kind: 'rest', url: `${url}/v2`, auth: { kind: 'bearer', env: 'ACME_TOKEN' }, ...transport },
    tools: [
      {
        name: 'find_customer',
        description: 'Look up a customer by email address.',
        params: [
          { name: 'email', type: 'string', required: true, description: 'Full email address, not a name.' },
        ],
        request: { method: 'GET', path: '/customers', query: { email: 'email' } },
      },
      {
        name: 'cancel_customer',
        description: 'Cancel a customer.',
        write: true,
        params: [
          { name: 'id', type: 'string', required: true, description: 'Number of the customer.' },
          { name: 'reason', type: 'string', description: 'Why.' },
        ],
        request: { method: 'POST', path: '/customers/{id}/cancel', body: { reason: 'reason' } },
      },
      {
        name: 'drop_customer',
        description: 'Delete a customer.',
        write: true,
        params: [{ name: 'id', type: 'string', required: true, description: 'Number of the customer.' }],
        request: { method: 'DELETE', path: '/customers/{id}' },
      },
      ...more,
    ],
  });
}

export interface ServingOptions {
  readonly calls?: HeldCalls;
  readonly ttlMs?: number;
  readonly clock?: Clock;
  readonly requireApproval?: boolean;
  readonly elicit?: boolean;
  /** What may be reached beside the Internet; this machine when absent. */
  readonly allow?: readonly string[];
  readonly secret?: Uint8Array;
}

export interface TestServing {
  readonly serving: Serving;
  readonly records: readonly AuditRecord[];
  readonly reports: readonly string[];
}

/** Everything that serving a spec takes, with an audit log and reports to look at. */
export function makeServing(spec: string, options: ServingOptions = {}): TestServing {
  const records: AuditRecord[] = [];
  const reports: string[] = [];
  const audit: AuditLog = { append: (record) => void records.push(record), close() {} };
  const egress = createEgress({ allow: options.allow ?? ['127.0.0.0/8'] });
  onTestFinished(() => egress.close());
  const { calls = holdInMemory(), ttlMs = 300_000, clock = SYSTEM_CLOCK } = options;
  const serving: Serving = {
    spec: parseForgeSpec(spec),
    gate: createGate({ calls, audit, ttlMs, clock }),
    audit,
    egress,
    kept: keepAnswers(),
    sends: countSends(),
    variables: (name) => (name === 'ACME_TOKEN' ? CANARY : undefined),
    requireApproval: options.requireApproval ?? false,
    elicit: options.elicit ?? true,
    secret: options.secret ?? makeSecret(),
    report: (message) => void reports.push(message),
  };
  return { serving, records, reports };
}

/** Serves over HTTP on a free port until the test is over; the address of its MCP endpoint. */
export async function serveForTest(serving: Serving): Promise<string> {
  const http = await serveOverHttp([serving], {
    host: '127.0.0.1',
    port: 0,
    allowedHosts: [],
    key: undefined,
  });
  onTestFinished(() => http.close());
  return `${http.url}/mcp/${serving.spec.name}`;
}
