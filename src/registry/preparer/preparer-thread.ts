import { parentPort } from 'node:worker_threads';
import { servePreparer } from './serve-preparer.ts';

if (parentPort !== null) servePreparer(parentPort);
