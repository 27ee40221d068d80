import { z } from 'zod';
import { invalidArgument } from '../../errors.ts';
import { quote } from '../../model/quote.ts';
import type { Registry } from '../../registry/registry.ts';
import { EXACT_MAX_AGE_S, isKnown } from '../conditional.ts';
import type { HttpApp } from '../http-app.ts';
import { originForm, pathOf } from '../request-target.ts';
import { entry } from '../schemas/entry.ts';
import { COMMON_ERRORS, errorResponses } from '../schemas/error.ts';
import { noQuery } from '../schemas/parameters.ts';

export function addRetrieveAgent(
  app: HttpApp,
  { registry, openReads }: { readonly registry: Registry; readonly openReads: boolean },
): void {
  app.get('/agents/:identifier', {
    config: { access: 'read' },
    schema: {
      summary: 'Retrieve one entry',
      description:
        'The complete entry of an identifier, which is one percent-encoded path segment and is decoded exactly once. Exact and case-sensitive, but `urn:ai:` and `urn:air:` name the same entry. Answers have an ETag; a conditional request gets 304.',
      operationId: 'retrieveAgent',
      tags: ['Agents'],
      querystring: noQuery,
      params: z.strictObject({
        identifier: z.string().meta({ example: 'urn:air:acme.com:agent:assistant' }),
      }),
      response: {
        200: entry,
        304: z.undefined().describe('The entry is still the one whose ETag the request names.'),
        ...errorResponses(...COMMON_ERRORS, 400, 404),
      },
    },
    handler: async (request, reply) => {
      const found = await registry.retrieve(decodeIdentifier(request.originalUrl));
      const version = { tag: found.digest, maxAgeS: EXACT_MAX_AGE_S, openReads };
      if (isKnown(request, reply, version)) return reply.code(304).send();
      return found.entry;
    },
  });
}

/**
 * Decodes the raw path segment, once (v0.91 section 5.3.4): the router's own parameter has been through
 * spellings that the specification wants told apart.
 */
function decodeIdentifier(target: string): string {
  const segment = pathOf(originForm(target)).split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(segment);
  } catch {
    throw invalidArgument(`the identifier ${quote(segment)} is not well-formed percent-encoded UTF-8`);
  }
}
