import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into the server before it (`--import`): measures how late its main thread's event loop is, and tells the
 * parent when asked. The server itself knows nothing of it.
 */
const NANOSECONDS = 1_000_000;
/** The finest that Node's timer has. What is measured includes this wait, so it is taken off. */
const RESOLUTION_MS = 1;

export interface LoopDelay {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

if (isMainThread && process.send !== undefined) {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  const above = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS);
  process.on('message', (message) => {
    if (message === 'reset') histogram.reset();
    if (message !== 'read') return;
    const delay: LoopDelay = {
      p50: above(histogram.percentile(50)),
      p99: above(histogram.percentile(99)),
      max: above(histogram.max),
    };
    process.send?.(delay);
  });
  // The channel alone must not keep a server alive that was told to stop.
  process.channel?.unref();
}
