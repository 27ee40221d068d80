import { LarderError } from '../errors.ts';
import type { Door } from './door.ts';
import { findError } from './error-answer.ts';
import { openLocal } from './local-app.ts';

/**
 * A door to a database without a server: the same app answers in this process, so that a question means the same
 * in both. Who can open the file may do everything. Errors: those of opening the store.
 */
export async function openLocalDoor(
  config: { readonly db: string; readonly publicUrl: string; readonly frontier?: boolean },
  purpose: 'read' | 'write',
): Promise<Door> {
  const { app, registry, close } = await openLocal({ ...config, readonly: purpose === 'read' });
  return {
    async request({ method, path, body, text }) {
      const payload = text ?? (body === undefined ? undefined : JSON.stringify(body));
      const response = await app.inject({
        method,
        url: path,
        headers: {
          accept: 'application/json',
          ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(payload === undefined ? {} : { payload }),
      });
      if (response.statusCode === 204) return undefined;
      const answer: unknown = response.json();
      if (response.statusCode < 400) return answer;
      throw (
        findError(answer) ?? new LarderError('INTERNAL_ERROR', `the answer has status ${response.statusCode}`)
      );
    },
    async importManifest(manifest) {
      const {
        created: _,
        nestedCatalogs: __,
        signed: ___,
        ...answer
      } = await registry.importManifest(manifest);
      return answer;
    },
    close,
  };
}
