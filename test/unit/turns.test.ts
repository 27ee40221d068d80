import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Turns } from '../../src/index/question/turns.ts';

/** Longer than any turn, so that only the turn's length of 0 counts. */
const ENDLESS_MS = 1e9;

describe('turns of the event loop', () => {
  it('are shared without waiting while they last', () => {
    const turns = new Turns(ENDLESS_MS);
    expect([turns.begin(), turns.begin(), turns.goOn(performance.now())]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('let a question begin at once where none came before', () => {
    expect(new Turns(0).begin()).toBeUndefined();
  });

  it('go to those who wait in the order in which they came, one a turn where one takes all of it', async () => {
    const turns = new Turns(0);
    const log: string[] = [];
    const ask = async (name: string): Promise<void> => {
      const turn = turns.begin();
      if (turn !== undefined) await turn;
      log.push(name);
    };
    const asked = [ask('a'), ask('b'), ask('c')];
    log.push('the rest');
    await nextTurn();
    log.push('next');
    asked.push(ask('d'));
    await Promise.all(asked);
    expect(log).toEqual(['a', 'the rest', 'b', 'next', 'c', 'd']);
  });

  it('are not lost to a question of several steps', async () => {
    const turns = new Turns(0);
    const log: string[] = [];
    const ask = async (name: string): Promise<void> => {
      const turn = turns.begin();
      if (turn !== undefined) await turn;
      for (let step = 1; step <= 3; step++) {
        log.push(`${name}${step}`);
        const next = turns.goOn(performance.now());
        if (next !== undefined) await next;
      }
    };
    await Promise.all([ask('a'), ask('b')]);
    expect(log).toEqual(['a1', 'a2', 'b1', 'a3', 'b2', 'b3']);
  });

  it('begin anew when nobody asked for a while', async () => {
    const turns = new Turns(0);
    turns.begin();
    await nextTurn();
    await nextTurn();
    expect(turns.begin()).toBeUndefined();
  });
});
