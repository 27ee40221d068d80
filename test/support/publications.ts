import type { OperationInput } from '../../src/forage/operation.ts';
import type { PublishedRevision } from '../../src/registry/catalogs.ts';
import type { Registry } from '../../src/registry/registry.ts';

export const EVERYTHING = { text: '', filter: new Map<string, readonly string[]>() };
export const FIRST_PAGE = { size: 100, token: undefined };

/** An operation that is valid; members given replace or extend the usual ones. */
export function testOperation(path: string, members: Partial<OperationInput> = {}): OperationInput {
  return {
    path,
    effect: 'read',
    description: `What ${path} does.`,
    inputSchema: {
      type: 'object',
      properties: { id: { type: 'string' } },
      required: ['id'],
      additionalProperties: false,
    },
    ...members,
  };
}

/** Publishes operations under a name; `about` has title, description, publisher. */
export function publish(
  registry: Registry,
  catalog: string,
  revision: string | undefined,
  operations: readonly unknown[],
  { activate = false, ...about }: { readonly activate?: boolean } & Readonly<Record<string, unknown>> = {},
): Promise<PublishedRevision> {
  const text = JSON.stringify({ ...about, operations });
  return registry.publishRevision({ catalog, revision, text, activate });
}

/** The identifiers that are discoverable, in order. */
export async function listIdentifiers(registry: Registry): Promise<readonly string[]> {
  const identifiers: string[] = [];
  let token: string | undefined;
  do {
    const page = await registry.list([], [{ field: 'identifier', descending: false }], { size: 100, token });
    identifiers.push(...page.items.map((item) => item.identifier));
    token = page.pageToken;
  } while (token !== undefined);
  return identifiers;
}
