import type { FastifyReply, FastifyRequest } from 'fastify';
import { LarderError } from '../errors.ts';
import { MAX_HELD_BODY_BYTES } from './limits.ts';

/** About as long as one large publication takes. */
const RETRY_SECONDS = 5;

/**
 * Counts the bytes of bodies that are in memory, from their arrival to the answer: a body of the largest size is
 * fine, fifty of them at once are not.
 */
export class HeldBodies {
  #bytes = 0;
  readonly #held = new WeakMap<FastifyRequest, number>();

  /** Adds what has arrived of a body. Errors: UNAVAILABLE when there is no room for it now. */
  add(request: FastifyRequest, bytes: number): void {
    if (this.#bytes + bytes > MAX_HELD_BODY_BYTES) {
      throw new LarderError('UNAVAILABLE', 'Too many large bodies are being worked on; try again.', {
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    this.#bytes += bytes;
    this.#held.set(request, (this.#held.get(request) ?? 0) + bytes);
  }

  /** Forgets a body when its request is over: answered, or broken off, which is no answer. */
  watch(request: FastifyRequest, reply: FastifyReply): void {
    const release = (): void => {
      this.#bytes -= this.#held.get(request) ?? 0;
      this.#held.delete(request);
    };
    reply.raw.once('finish', release).once('close', release);
  }
}
