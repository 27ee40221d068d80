import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalidArgument } from '../errors.ts';
import { describeIssues } from '../model/describe-issues.ts';

/**
 * Validates with zod, and makes one readable sentence of what it finds. The value that a handler sees is what the schema
 * made of it. A body may be missing where its schema is optional.
 */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const isBody = httpPart === 'body';
  const part = PART_NAMES[httpPart ?? 'body'] ?? httpPart ?? 'body';
  return (data) => {
    if (isBody && (data === undefined || data === null)) {
      if (schema.type === 'optional') return { value: undefined };
      return { error: invalidArgument(MISSING_BODY) };
    }
    const result = schema.safeParse(data, { reportInput: true });
    if (result.success) return { value: result.data };
    return { error: invalidArgument(describeIssues(result.error.issues, part)) };
  };
};

const MISSING_BODY =
  "the request body is missing; expected a JSON object, sent with -H 'content-type: application/json'";

const PART_NAMES: Readonly<Record<string, string>> = {
  body: 'the request body',
  querystring: 'the query string',
  params: 'the path',
};
