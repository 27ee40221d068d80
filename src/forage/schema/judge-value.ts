import type { z } from 'zod';
import { printable } from '../../model/quote.ts';

/** What is wrong with a value, and where. */
export interface Fault {
  readonly message: string;
  readonly path: readonly PropertyKey[];
}

/** UTF-16 code units of one message: it may repeat names of the value, or every value of an enumeration. */
const MAX_MESSAGE_LENGTH = 300;

/** What is wrong with a value by a compiled schema, some hundred faults at the most; none where it is accepted. */
export function judgeValue(validator: z.ZodType, value: unknown): readonly Fault[] {
  try {
    const issues = validator.safeParse(value).error?.issues ?? [];
    return issues.map(({ message, path }) => ({ message: shorten(message), path }));
  } catch (error) {
    // A schema may go through a thousand references at each level of a value: no bound on both would admit real ones.
    if (error instanceof RangeError) return [{ message: 'It nests too deep to be judged', path: [] }];
    throw error;
  }
}

function shorten(message: string): string {
  return printable(
    message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message,
  );
}
