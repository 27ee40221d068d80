import type { JsonObject } from '../../model/entry.ts';

/**
 * One thing that is checked in an entry by itself. Rules are pure, see only entries within the bounds, and
 * never depend on each other: each says what it sees, and where nothing is to be seen says nothing.
 */
export interface Rule {
  /** A stable kebab-case name; operators and tests refer to it. */
  readonly name: string;
  readonly level: 'warning' | 'error';
  readonly check: (entry: JsonObject) => readonly Fault[];
}

export interface Fault {
  /** Member names and array positions below the entry; empty for the entry itself. */
  readonly at: readonly (string | number)[];
  /** What is wrong and what would be right. */
  readonly message: string;
}

/** The commonest answer of a rule: one fault at one member when `message` is there, none otherwise. */
export function faultAt(at: Fault['at'], message: string | undefined): readonly Fault[] {
  return message === undefined ? [] : [{ at, message }];
}
