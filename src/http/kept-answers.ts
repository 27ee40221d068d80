import type { FastifyReply, FastifyRequest } from 'fastify';
import { TextCache } from '../model/text-cache.ts';
import type { Registry } from '../registry/registry.ts';
import type { HttpApp } from './http-app.ts';
import { KEPT_ANSWER_LIFETIME_MS, MAX_KEPT_ANSWER_LENGTH, MAX_KEPT_ANSWERS_BYTES } from './limits.ts';

/**
 * Bodies of answers 200, by the text of their questions: who asks the same again while the registry says the same
 * is answered without a look at it. A new view forgets them all. Whoever may ask gets the same answer, so
 * nothing here knows of callers; that they may ask has been seen to before.
 */
export class KeptAnswers {
  readonly #registry: Pick<Registry, 'seq'>;
  readonly #now: () => number;
  readonly #answers = new TextCache<string>(MAX_KEPT_ANSWERS_BYTES);
  /** The view that the answers are of. */
  #seq = -1;
  /** When they are forgotten, by the clock. */
  #until = 0;

  constructor(registry: Pick<Registry, 'seq'>, now: () => number = Date.now) {
    this.#registry = registry;
    this.#now = now;
  }

  /** What the same request was answered before, of the view that answers now. */
  find(request: FastifyRequest): string | undefined {
    this.#follow();
    return this.#answers.find(questionOf(request));
  }

  /** Keeps an answer to a question that came when the view was `seq`, unless a later view may have made it. */
  keep(request: FastifyRequest, seq: number, answer: string): void {
    this.#follow();
    if (seq !== this.#seq || answer.length > MAX_KEPT_ANSWER_LENGTH) return;
    this.#answers.keep(questionOf(request), answer);
  }

  #follow(): void {
    const now = this.#now();
    if (this.#seq === this.#registry.seq && now < this.#until) return;
    this.#answers.clear();
    this.#seq = this.#registry.seq;
    this.#until = now + KEPT_ANSWER_LIFETIME_MS;
  }
}

/**
 * Answers again what was answered before, on the routes that keep their answers (`keepsAnswers`), before anything is
 * made of the body.
 */
export function addKeptAnswers(app: HttpApp, answers: KeptAnswers): void {
  app.addHook('preValidation', (request, reply, done) => {
    const kept = request.routeOptions.config?.keepsAnswers === true ? answers.find(request) : undefined;
    if (kept === undefined) done();
    else sendJson(reply, kept);
  });
}

/** Sends text that is JSON already. */
export function sendJson(reply: FastifyReply, text: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(text);
}

/** The whole target, because a query string is a part of the question, if only to be refused. */
function questionOf({ url, bodyText }: FastifyRequest): string {
  return `${url} ${bodyText}`;
}
