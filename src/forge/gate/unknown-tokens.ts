/** Unknown tokens that a tool is shown in a minute before it stops looking at tokens. */
export const MAX_UNKNOWN_TOKENS = 10;
export const UNKNOWN_TOKENS_WINDOW_MS = 60_000;

export interface UnknownTokens {
  count(tool: string, now: number): void;
  /** Milliseconds until tokens of this tool are looked at again; 0: they are. */
  waitOf(tool: string, now: number): number;
}

/** Counts tokens that nobody was given, for each tool; `now` is a monotonic clock in milliseconds. */
export function countUnknownTokens(): UnknownTokens {
  const seen = new Map<string, readonly number[]>();
  const recent = (tool: string, now: number): readonly number[] =>
    (seen.get(tool) ?? []).filter((at) => now - at < UNKNOWN_TOKENS_WINDOW_MS);
  return {
    count(tool, now) {
      seen.set(tool, [...recent(tool, now), now].slice(-MAX_UNKNOWN_TOKENS));
    },
    waitOf(tool, now) {
      const times = recent(tool, now);
      const oldest = times[0];
      if (oldest === undefined || times.length < MAX_UNKNOWN_TOKENS) return 0;
      return oldest + UNKNOWN_TOKENS_WINDOW_MS - now;
    },
  };
}
