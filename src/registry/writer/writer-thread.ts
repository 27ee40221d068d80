import { parentPort, workerData } from 'node:worker_threads';
import { serveWriter, type WriterThreadData } from './serve-writer.ts';

const data: WriterThreadData = workerData;
if (parentPort !== null) await serveWriter(parentPort, data);
