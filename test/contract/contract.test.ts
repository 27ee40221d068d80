import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  checkRoutes,
  operationsOf,
  readLarderDocument,
  readSeedDocument,
} from '../../src/http/document/bundled.ts';
import { compileJudge } from '../../src/http/document/judge.ts';
import type { Registry } from '../../src/registry/registry.ts';
import { importEntries, startTestApp } from '../support/app.ts';
import { openTestRegistry, testEntry } from '../support/registry.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** SHA-256 of the Explore document as it was published: the file is a contract and is never edited. */
const SEED_SHA256 = 'e6f2572e84def0822fc000de95b93a5fb3364309129b29e8c4a3bfd84fae9278';

describe('the seed', () => {
  it('stands in openapi/ byte for byte', () => {
    const bytes = readFileSync(resolve(ROOT, 'openapi/ard-explore-0.5.0.yaml'));
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(SEED_SHA256);
  });

  it('keeps operationId and tag of /explore in our document', () => {
    const operation = Object(readLarderDocument().paths)['/explore'].post;
    expect(operation.operationId).toBe('exploreRegistry');
    expect(operation.tags).toEqual(['Explore']);
  });

  it('declares for /explore nothing that ours does not', () => {
    const statuses = (document: object) => Object.keys(Object(document).paths['/explore'].post.responses);
    expect(statuses(readLarderDocument())).toEqual(expect.arrayContaining(statuses(readSeedDocument())));
  });
});

describe('the boot check', () => {
  const seed = readSeedDocument();
  const larder = readLarderDocument();
  const routes = operationsOf(larder);

  it('passes when routes and documents agree', () => {
    expect(() => checkRoutes(routes, seed, larder)).not.toThrow();
  });

  it('lists every operation without a route, and every route without an operation', () => {
    const without = routes.filter((route) => !/ \/(explore|search)$/.test(route));
    expect(() => checkRoutes([...without, 'GET /new'], seed, larder)).toThrow(
      /POST \/explore stands.*\n.*POST \/search stands.*\n.*GET \/new has a route/,
    );
  });
});

describe('the contract check', () => {
  /** A registry that answers something which the seed does not declare. */
  async function startBroken(contract: 'throw' | 'report' | 'off') {
    const opened = await openTestRegistry();
    const registry: Registry = Object.assign(Object.create(opened.registry), {
      explore: async () => ({
        total: 1,
        facets: [{ field: 'type', buckets: [{ value: 'a', count: 1.5 }], otherCount: 0 }],
      }),
    });
    const test = await startTestApp({ registry, contract });
    const answer = await test.agent.post('/explore').send({ resultType: { facets: [{ field: 'type' }] } });
    return { test, answer, opened };
  }

  it('makes a difference a 500, logs it with its pointer, counts it, and keeps it for the tests', async () => {
    const { test, answer, opened } = await startBroken('throw');
    expect(answer.status).toBe(500);
    expect(answer.body.errorCode).toBe('INTERNAL_ERROR');
    expect(test.log.find((line) => line.msg === 'contract_violation')).toMatchObject({
      operation: 'POST /explore',
      side: 'response',
      pointer: 'seed#/paths/~1explore/post/responses/200/content/application~1json/schema',
      difference: '/facets/type/buckets/0/count must be integer',
    });
    expect(test.app.contractViolations).toHaveLength(1);
    expect((await test.agent.get('/metrics')).text).toContain('larder_contract_violations_total 1');
    await expect(test.close()).rejects.toThrow('contract violations');
    await opened.close();
  });

  it('keeps nothing when it only reports, and lets everything pass when it is off', async () => {
    const reporting = await startBroken('report');
    expect(reporting.answer.status).toBe(500);
    expect(reporting.test.app.contractViolations).toEqual([]);
    const off = await startBroken('off');
    expect(off.answer.status).toBe(200);
    for (const { test, opened } of [reporting, off]) {
      await test.close();
      await opened.close();
    }
  });

  it('judges by the document', () => {
    const judge = compileJudge('larder', readLarderDocument());
    expect(judge.declares('GET', '/agents', 200)).toBe(true);
    expect(judge.declares('GET', '/agents', 418)).toBe(false);
    expect(judge.judgeBody('POST', '/search', { query: { text: 'a' } })).toEqual([]);
    expect(judge.judgeBody('POST', '/search', { query: {} })).toHaveLength(1);
    expect(judge.judgeParameters('GET', '/agents', 'query', { pageSize: 0 })).toHaveLength(1);
    const answer = { status: 200, mediaType: 'application/json', body: { items: [], total: 0 } };
    expect(judge.judgeResponse('GET', '/agents', answer)).toEqual([]);
    expect(
      judge.judgeResponse('GET', '/agents', { ...answer, body: { items: [], total: 0, more: 1 } }),
    ).toHaveLength(1);
    expect(judge.judgeResponse('GET', '/agents', { ...answer, mediaType: 'text/html' })).toHaveLength(1);
    expect(judge.judgeError({ errorCode: 'X' })).toHaveLength(1);
  });
});

describe('a response', () => {
  it('carries no member that its schema does not declare, whatever publishers wrote', async () => {
    const test = await startTestApp();
    await importEntries(test.registry, 'first', [
      testEntry('odd', { total: 5, results: [], errorCode: 'X' }),
    ]);
    expect((await test.agent.post('/search').send({ query: { text: '' } })).status).toBe(200);
    expect((await test.agent.get('/agents/urn:air:example.com:odd')).body.total).toBe(5);
    await test.close();
  });
});
