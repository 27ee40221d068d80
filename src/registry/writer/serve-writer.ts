import type { MessagePort } from 'node:worker_threads';
import { createIndexWriter, type IndexWriter } from '../../index/index-writer.ts';
import type { StatementHook } from '../../store/database.ts';
import { openStore } from '../../store/open-store.ts';
import { elect } from '../election.ts';
import { snapshotOf } from '../snapshot-file.ts';
import {
  errorData,
  type NumberedRequest,
  type WriterAnswer,
  type WriterMessage,
  type WriterRequest,
} from './messages.ts';
import { openWriter } from './open-writer.ts';
import { sliceList } from './slices.ts';
import type { Writer } from './writer.ts';

/** What a thread is started with. */
export interface WriterThreadData {
  /** The database file. */
  readonly file: string;
}

/** The part of a MessagePort that the writer uses. */
export interface WriterPort {
  postMessage(message: WriterMessage, transfer?: readonly MessagePort[]): void;
  on(event: 'message', listener: (message: NumberedRequest) => void): unknown;
  close(): void;
}

export interface WriterFaults {
  readonly createIndex?: () => IndexWriter;
  readonly onStatement?: StatementHook;
}

/**
 * Opens the store and the index and does what is asked through the port, until it is asked to close. Tests bring
 * faults.
 */
export async function serveWriter(
  port: WriterPort,
  { file }: WriterThreadData,
  faults: WriterFaults = {},
): Promise<void> {
  let writer: Writer;
  try {
    const { onStatement } = faults;
    const store = await openStore({ file, elect, ...(onStatement === undefined ? {} : { onStatement }) });
    writer = await openWriter({
      store,
      snapshot: snapshotOf(file),
      readonly: false,
      createIndex: faults.createIndex ?? createIndexWriter,
      now: Date.now,
      publish: (view) => port.postMessage({ kind: 'view', view }),
      onWarning: (warning) => port.postMessage({ kind: 'warning', warning }),
      onFatal: (error) => port.postMessage({ kind: 'fatal', error: errorData(error) }),
    });
  } catch (error) {
    port.postMessage({ kind: 'fatal', error: errorData(error) });
    port.close();
    return;
  }
  port.on('message', ({ number, request }) => {
    perform(writer, request).then(
      (answer) => {
        if (request.method === 'close') port.postMessage({ kind: 'closed' });
        port.postMessage({ kind: 'answer', number, answer }, portsOf(answer));
        if (request.method === 'close') port.close();
      },
      (error) => port.postMessage({ kind: 'refusal', number, error: errorData(error) }),
    );
  });
  port.postMessage({ kind: 'opened' });
}

function portsOf(answer: WriterAnswer): readonly MessagePort[] {
  return answer.method === 'importManifest' ? [answer.verdicts.port] : [];
}

async function perform(writer: Writer, request: WriterRequest): Promise<WriterAnswer> {
  const { method } = request;
  switch (method) {
    case 'importManifest': {
      const { verdicts, ...result } = await writer.importManifest(request.manifest);
      return { method, result, verdicts: sliceList(verdicts) };
    }
    case 'recordTrust':
      return { method, result: await writer.recordTrust(request.source, request.results) };
    case 'recordSilence':
      await writer.recordSilence(request.source, request.since);
      return { method };
    case 'removeSource':
      return { method, result: await writer.removeSource(request.name) };
    case 'publishRevision':
      return { method, result: await writer.publishRevision(request.revision, request.activate) };
    case 'activateRevision':
      return { method, result: await writer.activateRevision(request.activation) };
    case 'createKey':
      return { method, result: await writer.createKey(request.name, request.scope) };
    case 'revokeKey':
      return { method, result: await writer.revokeKey(request.id) };
    case 'checkWritable':
      await writer.checkWritable();
      return { method };
    case 'close':
      await writer.close();
      return { method };
  }
}
