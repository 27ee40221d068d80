import { z } from 'zod';
import { invalidArgument } from '../../errors.ts';
import { MAX_METHODS } from '../../forage/bounds.ts';
import type { Describe } from '../../forage/forage.ts';
import type { Catalogs } from '../../registry/catalogs.ts';
import { isKnown, maxAgeOf } from '../conditional.ts';
import type { HttpApp } from '../http-app.ts';
import { askedRevision, catalogParameters } from '../schemas/catalog.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { description, namespaceText, operationPath, renderDescription } from '../schemas/forage.ts';
import { listParameter } from '../schemas/parameters.ts';

const describeParameters = z.strictObject({
  path: operationPath.meta({ description: 'One operation.' }).optional(),
  namespace: namespaceText.meta({ description: 'All operations below this namespace.' }).optional(),
  methods: listParameter(
    'Only these, by their paths relative to the namespace; several joined by commas, or the parameter repeated.',
    MAX_METHODS,
  ),
  revision: askedRevision,
});

export function addDescribeOperations(
  app: HttpApp,
  { registry, openReads }: { readonly registry: Catalogs; readonly openReads: boolean },
): void {
  app.get('/catalogs/:catalog/describe', {
    config: { access: 'read' },
    schema: {
      summary: 'Describe an operation or a namespace',
      description:
        'TypeScript of one operation (`path`), or of a namespace. A description that would be too large is refused, never cut. The ETag is the stamp.',
      operationId: 'describeOperations',
      tags: ['Catalogs'],
      params: catalogParameters,
      querystring: describeParameters,
      response: {
        200: description,
        304: z.undefined().describe('The description is still the one whose ETag the request names.'),
        ...errorResponses(...COMMON_ERRORS, 400, 404),
      },
    },
    handler: async (request, reply) => {
      const { revision, ...question } = request.query;
      const { about, describe } = await registry.openRevision(request.params.catalog, revision);
      const described = await describe(toQuestion(question));
      const version = { tag: about.stamp, maxAgeS: maxAgeOf(revision), openReads };
      if (isKnown(request, reply, version)) return reply.code(304).send();
      return renderDescription(described);
    },
  });
}

interface Asked {
  readonly path?: string | undefined;
  readonly namespace?: string | undefined;
  readonly methods?: readonly string[] | undefined;
}

/** One of the two questions; what one of them must not have beside it, describe itself refuses. */
function toQuestion({ path, namespace, methods }: Asked): Parameters<Describe>[0] {
  if (namespace !== undefined) return { namespace, path, methods };
  if (path !== undefined) return { path, methods };
  throw invalidArgument('describe takes either path or namespace, such as ?path=computers.files.read');
}
