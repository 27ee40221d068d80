import { ERRORS, type ErrorCode, LarderError } from '../errors.ts';
import { cleanText } from './clean.ts';

/** The error that an answer with a status of 400 or more stands for; undefined when it is none of a registry. */
export function findError(answer: unknown): LarderError | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  if (!('errorCode' in answer) || !('message' in answer) || typeof answer.message !== 'string')
    return undefined;
  const code = Object.keys(ERRORS).find((name): name is ErrorCode => name === answer.errorCode);
  return code === undefined ? undefined : new LarderError(code, cleanText(answer.message));
}
