import type { MessagePort } from 'node:worker_threads';
import { errorData } from '../writer/messages.ts';
import { INLINE_PREPARER } from './inline-preparer.ts';
import type { PreparerAnswer, PreparerRequest } from './messages.ts';

/** Prepares what is asked for through the port, one after the other. */
export function servePreparer(port: MessagePort): void {
  port.on('message', (request: PreparerRequest) => {
    perform(request).then(
      (answer) => port.postMessage(answer, portsOf(answer)),
      (error) => port.postMessage({ method: 'refusal', error: errorData(error) } satisfies PreparerAnswer),
    );
  });
}

async function perform(request: PreparerRequest): Promise<PreparerAnswer> {
  const { method } = request;
  switch (method) {
    case 'prepare':
      return { method, publication: await INLINE_PREPARER.prepare(request.draft) };
    case 'preview':
      return { method, text: await INLINE_PREPARER.preview(request.question) };
  }
}

function portsOf(answer: PreparerAnswer): readonly MessagePort[] {
  if (answer.method !== 'prepare') return [];
  const { operations, unsupported } = answer.publication;
  return unsupported === undefined ? [operations.port] : [operations.port, unsupported.port];
}
