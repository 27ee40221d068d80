/** A shared memory, or what alone holds one, and its bytes. */
export type Held = readonly [memory: object, bytes: number];

/** From so many bytes on, the collector is made to look: what V8 lets ordinary buffers grow by before it does. */
const NUDGE_BYTES = 64 * 1024 * 1024;

/**
 * Watches for shared memory that nothing needs any more. V8 does not see its size, and where little else happens it
 * would not collect for hours: then a merge leaves twice an index behind, and each update a set of live bits. An
 * ordinary buffer of some size, never touched and forgotten at once, makes it collect soon, in small steps. What was let go of
 * last may wait for the next time.
 */
export class LetGo {
  #held: ReadonlyMap<object, number> = new Map();
  /** Since the collector was last made to look. */
  #bytes = 0;

  /** Takes in all that is held now; what is no longer among it was let go. */
  follow(held: Iterable<Held>): void {
    const now = new Map(held);
    for (const [memory, bytes] of this.#held) if (!now.has(memory)) this.#bytes += bytes;
    this.#held = now;
    if (this.#bytes < NUDGE_BYTES) return;
    this.#bytes = 0;
    makeCollectorLook();
  }
}

function makeCollectorLook(): void {
  try {
    new ArrayBuffer(2 * NUDGE_BYTES);
  } catch (error) {
    // There is no address space for it, and V8 has collected before it said so.
    if (!(error instanceof RangeError)) throw error;
  }
}
