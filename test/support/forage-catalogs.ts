import { type CatalogInput, createCatalog } from '../../src/forage/forage.ts';
import type { OperationInput } from '../../src/forage/operation.ts';

/** An operation that reads, takes one text and says nothing of its output. */
export function readOperation(path: string, more: Partial<OperationInput> = {}): OperationInput {
  return {
    path,
    effect: 'read',
    inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
    ...more,
  };
}

/** A catalog of operations; paths alone stand for operations that differ in their description. */
export function catalogOf(
  operations: readonly (string | OperationInput)[],
  about: Partial<CatalogInput> = {},
) {
  return createCatalog({
    revision: 'r1',
    ...about,
    operations: operations.map((one) =>
      typeof one === 'string' ? readOperation(one, { description: `Does ${one}.` }) : one,
    ),
  });
}

/** Walks a list to its end. */
export function listAll(
  list: (question: { cursor?: string }) => {
    readonly results: readonly { readonly path: string }[];
    readonly nextCursor: string | null;
  },
): string[] {
  const paths: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = list(cursor === undefined ? {} : { cursor });
    paths.push(...page.results.map(({ path }) => path));
    cursor = page.nextCursor;
  }
  return paths;
}

/** What a call throws. */
export function thrown(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  throw new Error('Nothing was thrown.');
}
