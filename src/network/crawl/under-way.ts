/** Work that has begun, for those who have to wait until it is done. */
export class UnderWay {
  readonly #works = new Set<Promise<unknown>>();

  /** Begins at once, so that what the caller has just looked at still holds. */
  begin<T>(work: () => Promise<T>): Promise<T> {
    const begun = work();
    this.#works.add(begun);
    const forget = (): void => void this.#works.delete(begun);
    begun.then(forget, forget);
    return begun;
  }

  /** Resolves when all that has begun is done, one way or the other. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#works);
  }
}
