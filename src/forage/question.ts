import { quote } from '../model/quote.ts';
import { findNearest } from '../text/nearest.ts';
import { findPathFault } from './operation-path.ts';
import { ForageError } from './refusal.ts';

/**
 * The own members of a question, which has to be an object with no others than the known ones. Callers are
 * models and scripts as often as typed code, so a misspelt member is refused instead of ignored.
 */
export function readQuestion(
  what: string,
  question: unknown,
  known: readonly string[],
): ReadonlyMap<string, unknown> {
  if (typeof question !== 'object' || question === null || Array.isArray(question)) {
    throw new ForageError('question-shape', `${what} takes one object with ${known.join(', ')}.`);
  }
  const members = new Map<string, unknown>();
  for (const [name, value] of Object.entries(question)) {
    if (!known.includes(name)) {
      const meant = findNearest(name, known);
      throw new ForageError(
        'question-shape',
        `${what} has no member ${quote(name)}; ${meant === undefined ? `it takes ${known.join(', ')}` : `did you mean ${meant}?`}`,
      );
    }
    // An absent member and an undefined one say the same.
    if (value !== undefined) members.set(name, value);
  }
  return members;
}

/** A whole number from 1 to `most`. Errors: `limit-invalid`. */
export function readLimit(value: unknown, byDefault: number, most: number): number {
  if (value === undefined) return byDefault;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new ForageError(
    'limit-invalid',
    `limit is a whole number from 1 to ${most}; ${byDefault} without one.`,
    {
      bound: most,
      ...(typeof value === 'number' ? { figure: value } : {}),
    },
  );
}

/** A dotted namespace, which need not exist. Errors: `namespace-invalid`. */
export function readNamespace(value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string') {
    throw new ForageError('namespace-invalid', 'namespace is a string, such as computers.local.');
  }
  const fault = findPathFault(value);
  if (fault === undefined) return value;
  throw new ForageError('namespace-invalid', `The namespace ${quote(value)} ${fault.message}.`, {
    ...(fault.figure === undefined ? {} : { figure: fault.figure }),
    ...(fault.bound === undefined ? {} : { bound: fault.bound }),
  });
}
