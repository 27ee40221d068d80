import { type Logger, pino } from 'pino';

/** Bytes of lines that wait while standard error takes none; later ones are dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;

/**
 * The log on standard error, one JSON object a line. Where it cannot be written (a full disk, a reader that is gone)
 * lines are lost and nothing else: without a listener each line would throw into the request that it is about.
 */
export function openLog(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: MAX_WAITING_BYTES });
  destination.on('error', () => {});
  return pino({ level }, destination);
}
