/** What ends this program from outside, and would leave the group behind. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Sends a signal to every process of a group; one that has ended is none any more. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * Ends the group when this program ends, however it does; gives what lifts the guard. A group of its own does not get
 * the Ctrl-C of the terminal. To be called before the group is there: a signal may come at any moment after.
 *
 * @param leader gives the leader, undefined while there is none
 */
export function guardProcessGroup(leader: () => number | undefined): () => void {
  const end = () => {
    const pid = leader();
    if (pid !== undefined) signalGroup(pid, 'SIGKILL');
  };
  const endBoth = (signal: NodeJS.Signals) => {
    end();
    release();
    process.kill(process.pid, signal);
  };
  const release = () => {
    process.off('exit', end);
    for (const signal of ENDING_SIGNALS) process.off(signal, endBoth);
  };
  process.on('exit', end);
  for (const signal of ENDING_SIGNALS) process.on(signal, endBoth);
  return release;
}
