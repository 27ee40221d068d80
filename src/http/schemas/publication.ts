import { z } from 'zod';

const texts = {
  revision: {
    type: 'string',
    description: 'The name of the revision; where the address names it too, the same.',
  },
  title: { type: 'string' },
  description: { type: 'string' },
  publisher: {
    type: 'string',
    description: 'The domain under which its entries are published; `agent.localhost` without one.',
  },
};

const operation = {
  type: 'object',
  required: ['path', 'effect', 'inputSchema'],
  additionalProperties: false,
  properties: {
    path: { type: 'string', description: 'Dotted, unique in the catalog.', example: 'computers.files.read' },
    effect: { enum: ['read', 'write'] },
    description: { type: 'string' },
    capabilityNotes: { type: 'string', description: 'What a caller has to be allowed or able to do.' },
    instructions: { type: 'string', description: 'How to use it well.' },
    inputSchema: { type: 'object', description: 'JSON Schema 2020-12.' },
    outputSchema: { type: 'object', description: 'JSON Schema 2020-12.' },
    textOrigin: { enum: ['owner', 'third_party'], default: 'owner' },
    tags: { type: 'array', items: { type: 'string' } },
  },
};

/** `authParameter` of an OpenAPI document, in a body. */
export const AUTH_PARAMETER = {
  type: 'object',
  description: "The parameter that carries the owner's credential where no API key scheme says so.",
  required: ['in', 'name'],
  additionalProperties: false,
  properties: { in: { enum: ['query', 'header', 'cookie'] }, name: { type: 'string' } },
};

/**
 * The body of a publication, for the document only: it is handed on as the text it came in, and judged where it is
 * parsed.
 */
export const publication = z.unknown().meta({
  id: 'Publication',
  description:
    'A catalog, or a selection of the operations of an OpenAPI document, which are made from its text here.',
  anyOf: [
    {
      title: 'Catalog',
      type: 'object',
      required: ['operations'],
      additionalProperties: false,
      properties: { ...texts, operations: { type: 'array', items: operation } },
    },
    {
      title: 'OpenAPI selection',
      type: 'object',
      required: ['openapi'],
      additionalProperties: false,
      properties: {
        openapi: { type: 'string', description: 'The text of the document, JSON or YAML.' },
        profile: { enum: ['strict', 'full'], default: 'strict' },
        authParameter: AUTH_PARAMETER,
        select: {
          type: 'array',
          description: 'The operations to take; all that are supported without it.',
          items: {
            type: 'object',
            required: ['method', 'path'],
            additionalProperties: false,
            properties: {
              method: { type: 'string', example: 'GET' },
              path: { type: 'string', example: '/customers/{id}' },
            },
          },
        },
        ...texts,
      },
    },
  ],
});
