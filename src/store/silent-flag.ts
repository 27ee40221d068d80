import type { SourceStatus } from '../model/source-status.ts';

/** How the status of an election's source stands in a column: 1 where it was silent. */
export type SilentFlag = 0 | 1;

/** NULL is a row from before silence was kept. */
export function statusOf(silent: SilentFlag | null): SourceStatus {
  return silent === 1 ? 'silent' : 'live';
}
