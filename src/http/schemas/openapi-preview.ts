import { z } from 'zod';
import { EFFECTS } from '../../forage/operation.ts';
import { ALL_PLACES } from '../../intake/openapi/operation.ts';

export const PROFILES = ['strict', 'full'] as const;
const PROFILE_MEANING =
  '`strict` has the bounds and refusals of a table that is to be executed, `full` those of discovery.';

export const profile = z.enum(PROFILES).meta({ description: PROFILE_MEANING, default: 'strict' });

export const previewRequest = z
  .strictObject({
    openapi: z.string().meta({ description: 'The text of the document, JSON or YAML.' }),
    profile: profile.optional(),
    authParameter: z
      .strictObject({ in: z.enum(['query', 'header', 'cookie']), name: z.string().min(1) })
      .meta({
        description: "The parameter that carries the owner's credential where no API key scheme says so.",
      })
      .optional(),
  })
  .meta({ id: 'OpenApiPreviewRequest' });

const serialization = {
  style: z.string().optional(),
  explode: z.boolean().optional(),
  allowReserved: z.boolean().optional(),
  mediaType: z.string().meta({ description: 'In place of a style.' }).optional(),
};
const servers = z.array(z.strictObject({ url: z.string(), relative: z.boolean() }));

const operation = z
  .strictObject({
    name: z.string().meta({ description: 'Can change with the document: select by method and path.' }),
    method: z.string(),
    path: z.string(),
    effect: z.enum(EFFECTS),
    title: z.string().optional(),
    description: z.string().optional(),
    tags: z.array(z.string()),
    deprecated: z.boolean(),
    textOrigin: z.literal('third_party'),
    annotationsCut: z.boolean().meta({ description: 'Some of the text was too long and was cut.' }),
    parameters: z.array(
      z.strictObject({ in: z.enum(ALL_PLACES), name: z.string(), required: z.boolean(), ...serialization }),
    ),
    body: z
      .strictObject({
        mediaType: z.string(),
        required: z.boolean(),
        kind: z.enum(['json', 'form', 'multipart', 'text', 'binary']).optional(),
        parts: z.array(z.strictObject({ name: z.string(), ...serialization })).optional(),
      })
      .nullable(),
    input: z.looseObject({}).meta({ description: 'JSON Schema of what a caller gives.' }),
    output: z
      .looseObject({})
      .nullable()
      .meta({ description: 'JSON Schema of the answer; null where nothing constrains it.' }),
    outputConstrained: z.boolean(),
    withheld: z
      .array(
        z.strictObject({
          in: z.string(),
          name: z.string(),
          reason: z.enum(['reserved', 'api-key', 'auth-parameter']),
          required: z.literal(true).optional(),
        }),
      )
      .meta({ description: 'Parameters that a caller cannot fill.' }),
    servers: servers.optional(),
  })
  .meta({
    id: 'OpenApiOperation',
    description: 'One operation that is supported, with the shape of its call.',
  });

export const preview = z
  .strictObject({
    openapi: z.string().meta({ description: 'The version that the document is written in.' }),
    title: z.string(),
    servers,
    authentication: z.array(
      z.strictObject({
        scheme: z.string(),
        type: z.string(),
        in: z.string().optional(),
        name: z.string().optional(),
        flows: z.array(z.string()).optional(),
      }),
    ),
    operations: z.array(operation),
    unsupported: z.array(
      z.strictObject({ method: z.string(), path: z.string(), code: z.string(), reason: z.string() }),
    ),
  })
  .meta({
    id: 'OpenApiPreview',
    description: 'Every operation of the document, in one of the two lists. Texts are the provider’s.',
  });
