import type { z } from 'zod';
import { printable, quote } from './quote.ts';

/** Problems that one error message lists; a body full of mistakes must not come back as a longer body. */
export const MAX_REPORTED_ISSUES = 20;

type Issue = z.core.$ZodIssue;

/**
 * One readable sentence of what a schema found: `query.filter.tags[3]: expected a string`. `whole` names what was looked at,
 * where an issue has no path of its own. Wants issues that report their input.
 */
export function describeIssues(issues: readonly Issue[], whole: string): string {
  const named = issues.slice(0, MAX_REPORTED_ISSUES).map((issue) => {
    const at = describePath(issue.path);
    return `${at === '' ? whole : at}: ${describeIssue(issue)}`;
  });
  const more = issues.length - named.length;
  return more > 0 ? `${named.join('; ')}; and ${more} more` : named.join('; ');
}

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
