import { expect, it } from 'vitest';
import { checkDocument, listCorpusDocuments } from '../support/forge-corpus.ts';

/** Those of Stripe and GitHub, and the like, are tried by intake; here they would only take long. */
const MOST_BYTES = 3_000_000;

it('most operations of real documents can be tools', { timeout: 600_000 }, async (context) => {
  const files = listCorpusDocuments(MOST_BYTES);
  if (files.length === 0) context.skip('the corpus is missing');
  const sum = { operations: 0, tools: 0 };
  for (const file of files) {
    const { operations, tools } = await checkDocument(file);
    sum.operations += operations;
    sum.tools += tools;
  }
  expect(sum.operations).toBeGreaterThan(3_000);
  expect(sum.tools / sum.operations).toBeGreaterThan(0.85);
});
