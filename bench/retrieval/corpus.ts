import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const Tool = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  text: z.string().optional(),
});
const Question = z.object({ id: z.string(), text: z.string(), relevant: z.array(z.string()) });

export type Tool = z.infer<typeof Tool>;
export type Question = z.infer<typeof Question>;

/** One retrieval set: documents, and questions with the documents that answer them. */
export interface RetrievalSet {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly questions: readonly Question[];
  /** Questions that were not drawn; they may serve as representative queries. */
  readonly spare: readonly Question[];
}

/** Questions asked of a set: enough for a stable mean, few enough to run often. */
export const MAX_QUESTIONS = 500;
const SHUFFLE_SEED = 20_250_101;

/** Reads every set below `directory`; none when there is no such directory. */
export function readSets(directory: string): RetrievalSet[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((name) => statSync(join(directory, name)).isDirectory())
    .sort()
    .map((name) => {
      const shuffled = shuffle(
        readLines(join(directory, name, 'queries.jsonl')).map((line) => Question.parse(line)),
      );
      return {
        name,
        tools: readLines(join(directory, name, 'tools.jsonl')).map((line) => Tool.parse(line)),
        questions: shuffled.slice(0, MAX_QUESTIONS),
        spare: shuffled.slice(MAX_QUESTIONS),
      };
    });
}

function readLines(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line));
}

/** Fisher-Yates with a fixed seed (mulberry32). */
function shuffle<T>(items: readonly T[]): T[] {
  const shuffled = [...items];
  let state = SHUFFLE_SEED;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
}
