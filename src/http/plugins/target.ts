import { LarderError } from '../../errors.ts';
import type { HttpApp } from '../http-app.ts';
import { MAX_URI_LENGTH } from '../limits.ts';

/** Refuses request targets that Node still takes and we do not. */
export function addTargetCheck(app: HttpApp): void {
  app.addHook('onRequest', ({ originalUrl }, _reply, done) => {
    if (originalUrl.length <= MAX_URI_LENGTH) return done();
    throw new LarderError(
      'URI_TOO_LONG',
      `The request address has ${originalUrl.length} characters; ${MAX_URI_LENGTH} are taken.`,
    );
  });
}
