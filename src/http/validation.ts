import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { invalidArgument } from '../errors.ts';
import { printable, quote } from '../model/quote.ts';
import { MAX_REPORTED_ISSUES } from './limits.ts';

/**
 * Validates with zod, and makes one readable sentence of what it finds: `query.filter.tags[3]: expected a
 * string`. At most 20 problems are named. The value that a handler sees is what the schema made of it. A body may be missing
 * where its schema is optional.
 */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  const isBody = httpPart === 'body';
  return (data) => {
    if (isBody && (data === undefined || data === null)) {
      if (schema.type === 'optional') return { value: undefined };
      return { error: invalidArgument(MISSING_BODY) };
    }
    const result = schema.safeParse(data, { reportInput: true });
    if (result.success) return { value: result.data };
    return { error: invalidArgument(describeIssues(result.error.issues, httpPart ?? 'body')) };
  };
};

const MISSING_BODY =
  "the request body is missing; expected a JSON object, sent with -H 'content-type: application/json'";

type Issue = z.core.$ZodIssue;

/** `httpPart` names the request's part where an issue has no path of its own. */
export function describeIssues(issues: readonly Issue[], httpPart: string): string {
  const named = issues.slice(0, MAX_REPORTED_ISSUES).map((issue) => {
    const at = describePath(issue.path);
    return `${at === '' ? (PART_NAMES[httpPart] ?? httpPart) : at}: ${describeIssue(issue)}`;
  });
  const more = issues.length - named.length;
  return more > 0 ? `${named.join('; ')}; and ${more} more` : named.join('; ');
}

const PART_NAMES: Readonly<Record<string, string>> = {
  body: 'the request body',
  querystring: 'the query string',
  params: 'the path',
};

/** `resultType.facets[0].field`; names that would read wrongly are quoted in brackets. */
function describePath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const step of path) {
    if (typeof step === 'number') text += `[${step}]`;
    else if (/^[@\w-]{1,64}$/.test(String(step))) text += text === '' ? String(step) : `.${String(step)}`;
    else text += `[${quote(String(step))}]`;
  }
  return text;
}

function describeIssue(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? `required, expected ${named(issue.expected)}`
        : `expected ${named(issue.expected)}`;
    case 'unrecognized_keys':
      return `unknown ${issue.keys.length === 1 ? 'member' : 'members'} ${listKeys(issue.keys)}`;
    case 'too_big':
      return issue.origin === 'array' || issue.origin === 'string'
        ? `expected at most ${issue.maximum} ${issue.origin === 'array' ? 'items' : 'characters'}`
        : `expected at most ${issue.maximum}`;
    case 'too_small':
      return issue.origin === 'string' && issue.minimum === 1
        ? 'expected some text'
        : `expected at least ${issue.minimum}`;
    case 'invalid_value':
      return `expected ${issue.values.map((value) => JSON.stringify(value)).join(' or ')}`;
    default:
      return printable(issue.message);
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function named(expected: string): string {
  return TYPE_NAMES[expected] ?? expected;
}

/** Longest list of unknown members in one message. */
const MAX_LISTED_KEYS = 5;

function listKeys(keys: readonly string[]): string {
  const shown = keys.slice(0, MAX_LISTED_KEYS).map(quote).join(', ');
  return keys.length > MAX_LISTED_KEYS ? `${shown} and ${keys.length - MAX_LISTED_KEYS} more` : shown;
}
