/** The requests that are on their way, so that a program that is closing can wait for them. */
export interface Sends {
  track<T>(send: Promise<T>): Promise<T>;
  /** Resolves when nothing is on its way any more. */
  idle(): Promise<void>;
}

export function countSends(): Sends {
  const running = new Set<Promise<unknown>>();
  return {
    async track(send) {
      running.add(send);
      try {
        return await send;
      } finally {
        running.delete(send);
      }
    },
    async idle() {
      while (running.size > 0) await Promise.allSettled(running);
    },
  };
}
