/** Where a command writes and reads: the process's streams, or a test's. */
export interface Terminal {
  /** Answers. */
  readonly out: (text: string) => void;
  /** Errors, warnings and progress. */
  readonly err: (text: string) => void;
  /** Columns of the screen that `out` goes to; undefined when it goes to a file or another program. */
  readonly columns: number | undefined;
  /** True when `err` goes to a screen, so that a line may be written over. */
  readonly live: boolean;
  readonly stdin: NodeJS.ReadableStream;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    live: process.stderr.isTTY === true,
    stdin: process.stdin,
  };
}
