import { findErrorAnswer, LarderError } from '../errors.ts';
import { cleanText } from './clean.ts';

/** The error that an answer with a status of 400 or more stands for, fit for a terminal; undefined when it is none of a registry. */
export function findError(answer: unknown): LarderError | undefined {
  const error = findErrorAnswer(answer);
  return error === undefined ? undefined : new LarderError(error.code, cleanText(error.message));
}
