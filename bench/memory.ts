const MIB = 1024 * 1024;

/** Resident memory of this process, MiB, after a collection where `--expose-gc` allows one. */
export function residentMiB(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage.rss() / MIB;
}

/** The most that this process has had resident at one time, MiB. */
export function peakMiB(): number {
  return process.resourceUsage().maxRSS / 1024;
}
