import { LarderError } from '../../errors.ts';
import type { Verdict } from '../../model/verdict.ts';
import type { WriterAnswer, WriterRequest } from './messages.ts';
import { joinList } from './slices.ts';
import type { Writer } from './writer.ts';

/** `Writer` over questions and answers. */
export function createRemoteWriter(
  ask: (request: WriterRequest) => Promise<WriterAnswer>,
  close: () => Promise<void>,
): Writer {
  let check: Promise<void> | undefined;

  return {
    async importManifest(manifest) {
      const answer = await ask({ method: 'importManifest', manifest });
      if (answer.method !== 'importManifest') throw wrongAnswer(answer);
      return { ...answer.result, verdicts: await joinList<Verdict>(answer.verdicts) };
    },
    async recordTrust(source, results) {
      const answer = await ask({ method: 'recordTrust', source, results });
      if (answer.method !== 'recordTrust') throw wrongAnswer(answer);
      return answer.result;
    },
    async recordSilence(source, since) {
      await ask({ method: 'recordSilence', source, since });
    },
    async removeSource(name) {
      const answer = await ask({ method: 'removeSource', name });
      if (answer.method !== 'removeSource') throw wrongAnswer(answer);
      return answer.result;
    },
    async publishRevision(revision, activate) {
      const answer = await ask({ method: 'publishRevision', revision, activate });
      if (answer.method !== 'publishRevision') throw wrongAnswer(answer);
      return answer.result;
    },
    async activateRevision(activation) {
      const answer = await ask({ method: 'activateRevision', activation });
      if (answer.method !== 'activateRevision') throw wrongAnswer(answer);
      return answer.result;
    },
    async createKey(name, scope) {
      const answer = await ask({ method: 'createKey', name, scope });
      if (answer.method !== 'createKey') throw wrongAnswer(answer);
      return answer.result;
    },
    async revokeKey(id) {
      const answer = await ask({ method: 'revokeKey', id });
      if (answer.method !== 'revokeKey') throw wrongAnswer(answer);
      return answer.result;
    },
    // One check at a time, however many ask: while a long write is under way they would pile up.
    async checkWritable() {
      check ??= ask({ method: 'checkWritable' })
        .then(() => undefined)
        .finally(() => {
          check = undefined;
        });
      await check;
    },
    close,
  };
}

function wrongAnswer(answer: WriterAnswer): LarderError {
  return new LarderError('INTERNAL_ERROR', `The writer answered ${answer.method}, which was not asked.`);
}
