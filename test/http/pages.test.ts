import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importEntries, startTestApp, type TestApp, testEntry } from '../support/app.ts';
import { testCatalog, testOperation } from '../support/catalogs.ts';

const PAYLOADS = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</title><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '{{constructor.constructor("alert(1)")()}}',
  '&lt;script&gt;',
  '\u202etxt.exe',
];

let test: TestApp;
beforeAll(async () => {
  test = await startTestApp();
  await importEntries(
    test.registry,
    'first',
    PAYLOADS.flatMap((payload, i) => [
      testEntry(`xss-${i}`, { displayName: payload, description: payload, tags: [payload] }),
      testEntry(`type-${i}`, { type: `text/x; p="${payload.replace(/["\\]/g, '\\$&')}"` }),
      testEntry(`link-${i}`, { url: i % 2 === 0 ? 'javascript:alert(1)' : `https://example.com/${payload}` }),
    ]),
  );
  await importEntries(
    test.registry,
    'more',
    Array.from({ length: 30 }, (_, i) => testEntry(`more-${i}`, { description: 'Weather forecast.' })),
  );
});
afterAll(() => test.close());

async function publishTools(): Promise<void> {
  const put = (path: string, body: object) => test.agent.put(`/catalogs/${path}`).send(body);
  const operations = [testOperation('tools.alpha', { description: 'Mends a kettle.' })];
  await put('tools/revisions/v%201?activate=true', testCatalog(operations, { title: PAYLOADS[0]! }));
  await put('tools/revisions/v2', testCatalog([]));
  await put('idle/revisions/v1', testCatalog([]));
}

/** Tags of a page, with their attributes; text between them is left out. */
function tagsOf(html: string): string[] {
  return html.match(/<[a-z!/][^>]*>/gi) ?? [];
}

function expectTame(html: string): void {
  for (const tag of tagsOf(html)) {
    expect(tag).not.toMatch(/^<(script|img|svg|iframe|object|embed)/i);
    expect(tag.replace(/"[^"]*"/g, '""')).not.toMatch(/\son[a-z]+\s*=/i);
    expect(tag).not.toMatch(/(href|action|src)="\s*javascript:/i);
  }
  expect(html).not.toContain('\u202e');
}

describe('GET /', () => {
  it('shows search box, facets with counts, and results', async () => {
    const answer = await test.agent.get('/').query({ q: 'weather forecast' });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain('<input type="search" name="q" value="weather forecast"');
    expect(answer.text).toContain('30 entries');
    expect(answer.text).toContain('<a href="./?q=weather+forecast&amp;kind=mcp">mcp</a> <span>30</span>');
    expect(answer.text).toContain('href="agents/urn%3Aair%3Aexample.com%3Amore-0"');
  });

  it('follows facets and pages to the end', async () => {
    const chosen = await test.agent.get('/').query({ q: 'weather forecast', kind: 'mcp' });
    expect(chosen.text).toContain('aria-current="true"');
    const next = /href="([^"]+)" rel="next"/.exec(chosen.text)?.[1]?.replaceAll('&amp;', '&');
    const second = await test.agent.get(`/${next?.replace('./', '')}`);
    expect(second.status).toBe(200);
    expect(second.text.match(/<h3>/g)).toHaveLength(10);
    expect(second.text).not.toContain('rel="next"');
  });

  it.each(PAYLOADS)('is not scripted by %s', async (payload) => {
    for (const query of [{}, { q: payload }, { publisher: payload }, { type: payload, kind: payload }]) {
      const answer = await test.agent.get('/').query(query);
      expect(answer.status).toBe(200);
      expectTame(answer.text);
    }
  });

  it('refuses what it does not know', async () => {
    expect((await test.agent.get('/?x=1')).status).toBe(400);
    expect((await test.agent.get('/?pageToken=forged')).status).toBe(400);
  });
});

describe('catalogs on GET /', () => {
  beforeAll(publishTools);

  it('stand there with their active revision and operations, until something is asked', async () => {
    const { text } = await test.agent.get('/');
    expectTame(text);
    expect(text).toContain('<a href="./?kind=operation&amp;catalog=tools">tools</a>');
    expect(text).toContain('<a href="catalogs/tools/revisions/v%201">v 1</a>');
    expect(text).toContain('<a href="catalogs/tools/revisions">2 revisions</a>');
    expect(text).toContain('<a href="catalogs/tools/operations">1</a>');
    expect(text).toContain('none<br><a href="catalogs/idle/revisions">1 revision</a>');
    for (const link of text.matchAll(/href="(catalogs[^"]*)"/g)) {
      const { status } = await test.agent.get(`/${link[1]}`);
      expect(status, link[1]).toBe(200);
    }
    expect((await test.agent.get('/?q=weather')).text).not.toContain('href="catalogs/tools');
  });

  it('lead to their operations, and those to their descriptions', async () => {
    const { text } = await test.agent.get('/?kind=operation&catalog=tools');
    expect(text).toContain('1 entry');
    const describing = /<a href="https:\/\/registry\.example\.com([^"]+)"[^>]*>describe<\/a>/.exec(text)?.[1];
    const { body } = await test.agent.get(describing?.replaceAll('&amp;', '&') ?? '');
    expect(body.path).toBe('tools.alpha');
  });
});

describe('GET /docs', () => {
  it('lists every operation of the document, with its schemas', async () => {
    const answer = await test.agent.get('/docs');
    expect(answer.status).toBe(200);
    expectTame(answer.text);
    const { body } = await test.agent.get('/openapi.json');
    for (const path of Object.keys(body.paths)) expect(answer.text).toContain(`<code>${path}</code>`);
    for (const name of Object.keys(body.components.schemas))
      expect(answer.text).toContain(`id="schema-${name}"`);
    expect(answer.text).toContain('OpenAPI 3.2.0');
  });
});

describe('the policy of pages', () => {
  it.each(['/', '/docs'])('%s may load nothing but its own style sheet', async (path) => {
    const { text, headers } = await test.agent.get(path);
    const style = /<style>([\s\S]*?)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/\sstyle=/);
  });
});
