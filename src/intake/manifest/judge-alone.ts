import { type Excess, measureEntry } from '../../model/bounds.ts';
import type { JsonObject } from '../../model/entry.ts';
import type { Finding } from '../../model/verdict.ts';
import { pointerTo } from './pointer.ts';
import { RULES } from './rules/all.ts';

/** Longest pointer of a finding, in UTF-16 code units; what is longer points at the entry. */
const MAX_POINTER_LENGTH = 512;

export interface AloneJudgement {
  readonly findings: readonly Finding[];
  /** The entry's distinct field paths. */
  readonly paths: ReadonlySet<string>;
}

/** Judges an entry by itself: first the bounds, and the rules only within them. */
export function judgeAlone(entry: JsonObject, pointer: string): AloneJudgement {
  const { paths, excess } = measureEntry(entry);
  if (excess !== undefined) return { findings: [describeExcess(excess, pointer)], paths };
  const findings = RULES.flatMap((rule) =>
    rule.check(entry).map(
      (fault): Finding => ({
        level: rule.level,
        rule: rule.name,
        pointer: shortPointer(pointer, fault.at),
        message: fault.message,
      }),
    ),
  );
  return { findings, paths };
}

function describeExcess(excess: Excess, pointer: string): Finding {
  const subject = excess.at.length === 0 || excess.bound === 'values' || excess.bound === 'paths';
  return {
    level: 'error',
    rule: `entry-${excess.bound}`,
    pointer: shortPointer(pointer, excess.at),
    message: `${subject ? 'The entry' : 'What stands here'} ${excess.message}.`,
  };
}

function shortPointer(pointer: string, at: readonly (string | number)[]): string {
  const whole = pointerTo(pointer, ...at);
  return whole.length <= MAX_POINTER_LENGTH ? whole : pointer;
}
