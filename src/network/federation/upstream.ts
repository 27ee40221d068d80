import { type Asking, askUpstream, type UpstreamQuestion } from './ask-upstream.ts';
import { Circuit } from './circuit.ts';
import { isFailure, type Outcome, type OutcomeKind } from './outcome.ts';

/** How an upstream has done since this process started. */
export interface UpstreamHealth {
  /** Its base address. */
  readonly url: string;
  /** The entry here that describes it, where that is how it was named. */
  readonly identifier: string | null;
  readonly state: 'unasked' | 'well' | 'refusing' | 'failing' | 'resting' | 'ourselves';
  readonly outcomes: Readonly<Record<OutcomeKind, number>>;
  /** Of the last question that was put to it. */
  readonly last: {
    readonly outcome: OutcomeKind;
    readonly reason: string | null;
    readonly durationMs: number;
  } | null;
  /** Milliseconds that all its answers together took. */
  readonly answeredMs: number;
  /** When a resting one is asked again, milliseconds since the epoch. */
  readonly restsUntil: number | null;
}

/** What one question to one upstream came to. */
export interface Report {
  readonly url: string;
  readonly outcome: Outcome;
  readonly durationMs: number;
}

/** One other registry, and what is known of how it does. */
export class Upstream {
  readonly url: string;
  readonly #asking: Asking;
  readonly #circuit: Circuit;
  readonly #outcomes: Record<OutcomeKind, number> = {
    answered: 0,
    refused: 0,
    failed: 0,
    'timed-out': 0,
    paused: 0,
    skipped: 0,
    busy: 0,
    ourselves: 0,
  };
  /** Questions under way by what they ask: the same one is not put twice at a time. */
  readonly #underWay = new Map<string, Promise<Report>>();
  #last: UpstreamHealth['last'] = null;
  #answeredMs = 0;
  #isOurselves = false;

  constructor(url: string, asking: Asking, now: () => number) {
    this.url = url;
    this.#asking = asking;
    this.#circuit = new Circuit(now);
  }

  /**
   * Puts a question; never rejects. Those who ask the same while it is under way share the answer: registries that ask
   * each other in a ring, whatever they were told, wait for each other once and do not multiply.
   */
  ask(question: UpstreamQuestion): Promise<Report> {
    const id = JSON.stringify([question.written, question.size]);
    const known = this.#underWay.get(id);
    if (known !== undefined) return known;
    const asked = this.#ask(question).finally(() => this.#underWay.delete(id));
    this.#underWay.set(id, asked);
    return asked;
  }

  health(): Omit<UpstreamHealth, 'identifier'> {
    return {
      url: this.url,
      state: this.#state(),
      outcomes: { ...this.#outcomes },
      last: this.#last,
      answeredMs: this.#answeredMs,
      restsUntil: this.#circuit.until ?? null,
    };
  }

  async #ask(question: UpstreamQuestion): Promise<Report> {
    if (this.#isOurselves) return this.#report({ kind: 'ourselves', reason: 'it is this registry' }, 0);
    if (!this.#circuit.enter()) {
      return this.#report({ kind: 'skipped', reason: this.#last?.reason ?? 'it failed before' }, 0);
    }
    const start = performance.now();
    const { outcome, restMs } = await askUpstream(this.url, question, this.#asking);
    if (outcome.kind === 'ourselves') this.#isOurselves = true;
    if (restMs !== undefined) this.#circuit.rest(restMs);
    else if (isFailure(outcome)) this.#circuit.fail();
    else if (outcome.kind === 'busy') this.#circuit.cancel();
    else this.#circuit.succeed();
    return this.#report(outcome, performance.now() - start);
  }

  #report(outcome: Outcome, durationMs: number): Report {
    this.#outcomes[outcome.kind] += 1;
    if (outcome.kind === 'answered') this.#answeredMs += durationMs;
    if (outcome.kind !== 'skipped' && outcome.kind !== 'busy') {
      this.#last = {
        outcome: outcome.kind,
        reason: outcome.kind === 'answered' ? null : outcome.reason,
        durationMs,
      };
    }
    return { url: this.url, outcome, durationMs };
  }

  #state(): UpstreamHealth['state'] {
    if (this.#isOurselves) return 'ourselves';
    if (this.#circuit.until !== undefined) return 'resting';
    if (this.#circuit.failures > 0) return 'failing';
    if (this.#last === null) return 'unasked';
    return this.#last.outcome === 'refused' ? 'refusing' : 'well';
  }
}
