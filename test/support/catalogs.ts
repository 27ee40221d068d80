/** An operation as it is published; members given replace or extend the usual ones. */
export function testOperation(path: string, members: Readonly<Record<string, unknown>> = {}) {
  return {
    path,
    effect: 'read',
    description: `What ${path} does.`,
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1 } },
      required: ['name'],
      additionalProperties: false,
    },
    ...members,
  };
}

/** A catalog as the body of a publication. */
export function testCatalog(
  operations: readonly unknown[],
  about: { readonly title?: string; readonly publisher?: string } = {},
) {
  return { publisher: 'acme.example', ...about, operations };
}

/** An OpenAPI document with one operation of each method and path. */
export function openApiText(
  operations: readonly (readonly [method: string, path: string, operation?: object])[],
): string {
  const paths = new Map<string, Record<string, unknown>>();
  for (const [method, path, operation = {}] of operations) {
    const item = paths.get(path) ?? {};
    item[method.toLowerCase()] = { responses: { 204: { description: 'Done.' } }, ...operation };
    paths.set(path, item);
  }
  return JSON.stringify({
    openapi: '3.0.3',
    info: { title: 'Pets', version: '1' },
    paths: Object.fromEntries(paths),
  });
}
