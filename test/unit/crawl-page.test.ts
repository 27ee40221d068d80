import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCrawlTarget } from '../../src/network/crawl/crawl-target.ts';
import { readLinkHeader, readPage } from '../../src/network/crawl/page.ts';
import { parseRobots } from '../../src/network/crawl/robots.ts';
import { sourceNameOf } from '../../src/network/crawl/source-name.ts';

const PAGE = 'https://example.com/about/';

describe('parseCrawlTarget', () => {
  it.each([
    ['Example.COM', 'example.com', 'https://example.com', undefined],
    ['example.com.', 'example.com', 'https://example.com', undefined],
    ['https://example.com/', 'example.com', 'https://example.com', undefined],
    ['http://example.com', 'http://example.com', 'http://example.com', undefined],
    ['https://example.com:8443/', 'https://example.com:8443', 'https://example.com:8443', undefined],
    [
      'https://example.com/ard.json#x',
      'https://example.com/ard.json',
      'https://example.com',
      'https://example.com/ard.json',
    ],
  ])('%s', (text, name, origin, manifest) => {
    expect(parseCrawlTarget(text)).toEqual({ name, origin, manifest });
  });

  it.each([
    '',
    'localhost',
    'a b',
    '/etc/passwd',
    'ftp://example.com/',
    'https://user@example.com/',
    'http://',
  ])('refuses %j', (text) => {
    expect(() => parseCrawlTarget(text)).toThrow();
  });
});

describe('readPage', () => {
  it('finds links by both relations, resolved by the base', () => {
    const { links } = readPage(
      `<base href="/x/"><link rel="stylesheet ARD" href="ard.json"><link rel=ai-catalog href=https://other.example/c.json>
       <link rel="ard"><link rel="ard" href="http://[bad"><link rel="icon" href="i.png">`,
      PAGE,
    );
    expect(links).toEqual(['https://example.com/x/ard.json', 'https://other.example/c.json']);
  });

  it('finds entries in JSON-LD, alone, in lists, in @graph and in entries', () => {
    const entry = (name: string) => ({ identifier: `urn:air:example.com:${name}`, displayName: name });
    const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`;
    const { entries } = readPage(
      script(entry('a')) +
        script([entry('b'), { '@type': 'Person' }]) +
        script({ '@graph': [entry('c')] }) +
        script({ entries: [entry('d')] }) +
        '<script type="application/ld+json">{broken</script><script>{"identifier":"urn:air:example.com:x"}</script>',
      PAGE,
    );
    expect(entries.map((one) => Object(one).displayName)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('stands a page that nests deeply, and one of any bytes', () => {
    expect(readPage('<div>'.repeat(50_000), PAGE)).toEqual({ links: [], entries: [] });
    const deep = `<script type="application/ld+json">${'['.repeat(100_000)}</script>`;
    expect(readPage(deep, PAGE).entries).toEqual([]);
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void readPage(text, PAGE)));
  });
});

describe('readLinkHeader', () => {
  it.each([
    ['</ard.json>; rel="ard"', ['https://example.com/ard.json']],
    ['<a.json>; title="x"; rel=ard, <b.json>; rel="next ai-catalog"', [`${PAGE}a.json`, `${PAGE}b.json`]],
    ['<a.json>; rel=next', []],
    ['garbage; rel=ard', []],
    ['<http://[>; rel=ard', []],
    [null, []],
  ])('%s', (header, links) => {
    expect(readLinkHeader(header, PAGE)).toEqual(links);
  });
});

describe('parseRobots', () => {
  it('obeys its group, knows Agentmap and the delay', () => {
    const robots = parseRobots(
      'https://example.com/robots.txt',
      'User-agent: *\nDisallow: /\n\nUser-agent: Larder\nDisallow: /private\nCrawl-delay: 3\n\nAgentmap: /a.json\nagentmap:https://x.example/b.json\nAgentmap: http://[',
    );
    expect(robots.allows('https://example.com/ard.json')).toBe(true);
    expect(robots.allows('https://example.com/private/ard.json')).toBe(false);
    expect(robots.delayMs).toBe(3_000);
    expect(robots.agentmaps).toEqual(['https://example.com/a.json', 'https://x.example/b.json']);
  });
});

describe('sourceNameOf', () => {
  it('is a name of a source, one for each address', () => {
    fc.assert(
      fc.property(fc.webUrl(), (url) => {
        expect(sourceNameOf(url)).toMatch(/^[a-z0-9][a-z0-9-]{0,62}$/);
      }),
    );
    expect(sourceNameOf('https://a.example/x')).not.toBe(sourceNameOf('https://a.example/y'));
  });
});
