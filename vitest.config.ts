import { defineConfig } from 'vitest/config';

/**
 * `npm test` runs everything but the slow suites and what needs the Internet; `vitest run --project slow` and
 * `--project live` run those.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'fast',
          include: ['test/**/*.test.ts'],
          exclude: ['test/**/*.slow.test.ts', 'test/**/*.live.test.ts'],
          // Loading the app anew for each file costs half the time; tests share no state but modules, which keep none.
          isolate: false,
          // Many wait for processes and disks, so the core that vitest would leave free is better used.
          maxWorkers: '100%',
          // Tests that start processes take seconds; on a machine that is busy with other things, many times that.
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'slow',
          include: ['test/**/*.slow.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'live',
          include: ['test/**/*.live.test.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
