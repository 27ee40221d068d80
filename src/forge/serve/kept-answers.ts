import { randomBytes } from 'node:crypto';

/** How long the whole of a cut answer can be fetched. */
export const KEEP_MS = 300_000;
/** Answers kept at a time, and their bytes together; beyond, the oldest goes. */
const MAX_KEPT = 64;
const MAX_KEPT_BYTES = 64 * 1024 * 1024;
/** 128 bits: who was not given the address of an answer does not find it. */
const ID_BYTES = 16;

export interface KeptAnswer {
  readonly uri: string;
  readonly name: string;
  readonly mimeType: string;
  readonly content: string | Uint8Array;
}

/** Whole answers of which a caller got a part, for a few minutes and in this process. */
export interface KeptAnswers {
  keep(spec: string, tool: string, mimeType: string, content: string | Uint8Array): KeptAnswer;
  find(uri: string): KeptAnswer | undefined;
}

/** `now` is a monotonic clock in milliseconds. */
export function keepAnswers(now: () => number = () => performance.now()): KeptAnswers {
  const kept = new Map<string, KeptAnswer & { readonly until: number; readonly bytes: number }>();
  let total = 0;

  const drop = (uri: string): void => {
    total -= kept.get(uri)?.bytes ?? 0;
    kept.delete(uri);
  };
  const dropExpired = (): void => {
    for (const [uri, { until }] of kept) if (until <= now()) drop(uri);
  };

  return {
    keep(spec, tool, mimeType, content) {
      dropExpired();
      const uri = `forge://${encodeURIComponent(spec)}/answers/${randomBytes(ID_BYTES).toString('hex')}`;
      const bytes = typeof content === 'string' ? content.length * 2 : content.length;
      const answer = { uri, name: `${tool} answer`, mimeType, content, until: now() + KEEP_MS, bytes };
      kept.set(uri, answer);
      total += bytes;
      for (const oldest of kept.keys()) {
        if (oldest === uri || (kept.size <= MAX_KEPT && total <= MAX_KEPT_BYTES)) break;
        drop(oldest);
      }
      return answer;
    },
    find(uri) {
      dropExpired();
      return kept.get(uri);
    },
  };
}
