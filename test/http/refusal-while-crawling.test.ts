import { describe, expect, it, vi } from 'vitest';
import type { Site } from '../support/crawled-site.ts';
import { manifestText, testEntry } from '../support/registry.ts';
import {
  ARD,
  crawlOnce,
  DOMAIN,
  findingsOf,
  listNames,
  manifestOf,
  refuse,
  startLeased,
  startSubmittedSite,
  submit,
  WELL_KNOWN,
} from '../support/submitted-site.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

/** A promise, and what resolves it. */
function makeLatch() {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

describe('a refusal while the domain is being crawled', () => {
  it('wins when the host answers late', async () => {
    const asked = makeLatch();
    const answer = makeLatch();
    const submitted = await startLeased(
      new Map([
        [
          ARD,
          async () => {
            asked.open();
            await answer.opened;
            return manifestOf('one');
          },
        ],
      ]),
    );
    const crawled = crawlOnce(submitted);
    await asked.opened;
    expect((await refuse(submitted)).body.removed.targets).toEqual([DOMAIN]);
    answer.open();
    const findings = findingsOf(await crawled);
    expect(new Set(findings.map(({ outcome }) => outcome))).toEqual(new Set(['refused']));
    expect(await submitted.test.registry.listSources()).toEqual([]);
    expect(submitted.frontier.list()).toEqual([]);
  });

  it('costs a target of the operator nothing for longer than it takes to crawl it again', async () => {
    const asked = makeLatch();
    const answer = makeLatch();
    const pages: Site = new Map([[ARD, manifestOf('one')]]);
    pages.set('/.well-known/ai-catalog.json', async () => {
      asked.open();
      await answer.opened;
      return { status: 404 };
    });
    const submitted = await startSubmittedSite(pages);
    submitted.frontier.add([DOMAIN], submitted.clock.now);
    const crawled = crawlOnce(submitted);
    await asked.opened;
    expect((await refuse(submitted)).body.kept).toEqual([DOMAIN]);
    answer.open();
    await crawled;
    await crawlOnce(submitted);
    expect(await listNames(submitted)).toEqual(['Entry one']);
    expect(submitted.frontier.find(DOMAIN)?.nextAt).toBe(submitted.clock.now + DAY_MS);
  });

  it('wins when the manifest is just being imported', async () => {
    const importing = makeLatch();
    const goOn = makeLatch();
    const submitted = await startLeased(new Map([[ARD, manifestOf('one')]]), (registry) =>
      Object.assign(Object.create(registry), {
        async importManifest(manifest: Parameters<typeof registry.importManifest>[0]) {
          importing.open();
          await goOn.opened;
          return registry.importManifest(manifest);
        },
      }),
    );
    const crawled = crawlOnce(submitted);
    await importing.opened;
    const refused = refuse(submitted);
    await vi.waitFor(() => expect(submitted.frontier.refusals.list()).toHaveLength(1));
    goOn.open();
    expect((await refused).body.removed).toEqual({ targets: [DOMAIN], sources: 1, entries: 1 });
    expect(await listNames(submitted)).toEqual([]);
    await crawled;
    expect(await submitted.test.registry.listSources()).toEqual([]);
    expect(submitted.frontier.list()).toEqual([]);
  });

  it('wins when the domain is just being asked for its token', async () => {
    const submitted = await startLeased();
    const token = submitted.site.pages.get(WELL_KNOWN);
    const asked = makeLatch();
    const answer = makeLatch();
    submitted.site.pages.set(WELL_KNOWN, async () => {
      asked.open();
      await answer.opened;
      return typeof token === 'object' ? token : {};
    });
    const crawled = crawlOnce(submitted);
    await asked.opened;
    const submittedAgain = submit(submitted);
    await refuse(submitted);
    answer.open();
    expect(await crawled).toEqual({ kind: 'let-go', target: DOMAIN });
    expect((await submittedAgain).status).toBe(403);
    expect(submitted.frontier.list()).toEqual([]);
    expect(submitted.site.asked).not.toContain(ARD);
  });

  it('is carried out at the next start where the process was killed before it was done', async () => {
    const submitted = await startLeased();
    const { frontier, test, crawler, clock } = submitted;
    await crawlOnce(submitted);
    // Imported by a crawl that did not get to keep what it found.
    await test.registry.importManifest({
      source: 'unknown-to-the-frontier',
      text: manifestText([testEntry('two')]),
      origin: `https://sub.${DOMAIN}/two.json`,
      servedFrom: `sub.${DOMAIN}`,
      allowEmpty: false,
    });
    await test.registry.importManifest({
      source: 'by-hand',
      text: manifestText([testEntry('three')]),
      origin: `https://${DOMAIN}/three.json`,
      allowEmpty: false,
    });
    frontier.refusals.put(DOMAIN, null, clock.now);
    const stop = new AbortController();
    const running = crawler.run(stop.signal, () => {});
    await vi.waitFor(() => expect(frontier.list()).toEqual([]));
    stop.abort();
    await running;
    expect(await listNames(submitted)).toEqual(['Entry three']);
  });
});
