import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LarderError } from '../../src/errors.ts';
import { isDomain } from '../../src/model/publisher.ts';
import { parseCrawlTarget } from '../../src/network/crawl/crawl-target.ts';
import { parseSubmittedTarget, type SubmittedTarget } from '../../src/network/submit/submitted-target.ts';

const schemes = { validSchemes: ['https', 'http', 'ftp'], withQueryParameters: true, withFragments: true };
const submitted = fc.oneof(
  fc.string(),
  fc.domain(),
  fc.webUrl(schemes),
  fc.webUrl({
    ...schemes,
    authoritySettings: { withUserInfo: true, withPort: true, withIPv4: true, withIPv6: true },
  }),
  fc
    .tuple(fc.domain(), fc.constantFrom('.', ' ', ':443', ':8443', '/', '//', '?', '#a', '\u0000'))
    .map((parts) => parts.join('')),
);

function parse(text: string): SubmittedTarget | undefined {
  try {
    return parseSubmittedTarget(text);
  } catch (error) {
    if (error instanceof LarderError && error.code === 'INVALID_ARGUMENT') return undefined;
    throw error;
  }
}

it('what is submitted is a domain at the usual port, under a name that reads as the same again', () => {
  let taken = 0;
  fc.assert(
    fc.property(submitted, (text) => {
      const target = parse(text);
      if (target === undefined) return;
      taken++;
      expect(isDomain(target.domain)).toBe(true);
      expect(parseCrawlTarget(text).origin).toBe(`https://${target.domain}`);
      expect(parseSubmittedTarget(target.name)).toEqual(target);
    }),
    { numRuns: 2_000 },
  );
  expect(taken).toBeGreaterThan(200);
});
