import type { Row } from './read-answer.ts';

/** What became of a question to an upstream. */
export type Outcome =
  | { readonly kind: 'answered'; readonly rows: readonly Row[]; readonly leftOut: number }
  /** It is there, but does not answer this question: a status from 400 to 499. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'timed-out'; readonly reason: string }
  /** It asked to be left alone for a while. */
  | { readonly kind: 'paused'; readonly reason: string }
  /** It was not asked: it failed too often, or is being tried just now. */
  | { readonly kind: 'skipped'; readonly reason: string }
  /** It was not asked: too many questions to it are under way. */
  | { readonly kind: 'busy'; readonly reason: string }
  /** It is this registry. */
  | { readonly kind: 'ourselves'; readonly reason: string };

export type OutcomeKind = Outcome['kind'];

/** Whether an outcome says that something is wrong with the upstream. Refusals and our own haste do not. */
export function isFailure({ kind }: Outcome): boolean {
  return kind === 'failed' || kind === 'timed-out';
}
