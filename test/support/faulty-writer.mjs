// The writer's thread with one fault, which FAULT names. It strikes at the tenth import or after it.
import { parentPort, workerData } from 'node:worker_threads';
import { createIndexWriter } from '../../dist/index/index-writer.js';
import { serveWriter } from '../../dist/registry/writer/serve-writer.js';

const STRIKES_AT = 10;
const fault = process.env.FAULT;
let commits = 0;
const isDue = (name) => name === fault && commits >= STRIKES_AT;

function kill(name) {
  if (isDue(name)) process.kill(process.pid, 'SIGKILL');
}

function createFaultyIndex() {
  const index = createIndexWriter();
  return {
    get seq() {
      return index.seq;
    },
    apply(seq, changes) {
      if (isDue('apply throws')) throw new Error('injected');
      if (isDue('thread exits')) process.exit(0);
      if (isDue('thread throws')) {
        setImmediate(() => {
          throw new Error('injected');
        });
      }
      const view = index.apply(seq, changes);
      kill('view is built');
      return view;
    },
    *merge() {
      const steps = index.merge();
      for (;;) {
        const { done, value } = steps.next();
        if (!done || value !== undefined) kill('merge is under way');
        if (done) return value;
        yield;
      }
    },
    compact: () => index.compact(),
    load: () => index.load(),
    *saveSnapshot() {
      for (const chunk of index.saveSnapshot()) {
        yield chunk;
        kill('snapshot is half-written');
      }
    },
    loadSnapshot: (chunks) => index.loadSnapshot(chunks),
  };
}

const port = {
  postMessage(message, transfer) {
    if (message.kind === 'opened') commits = 0;
    if (message.kind === 'answer') kill('view is sent');
    if (message.kind === 'closed') kill('snapshot is renamed');
    parentPort.postMessage(message, transfer);
  },
  on: (event, listener) => parentPort.on(event, listener),
  close: () => parentPort.close(),
};

await serveWriter(port, workerData, {
  createIndex: createFaultyIndex,
  onStatement(sql) {
    if (sql !== 'COMMIT') return;
    commits++;
    kill('commit is durable');
  },
});
