import { LarderError } from '../../errors.ts';

/** What the registry says of a source, or undefined where there is none: an operator may take it out at any time. */
export async function ifThere<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof LarderError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}
