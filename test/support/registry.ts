import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { elect } from '../../src/registry/election.ts';
import { openRegistry } from '../../src/registry/open-registry.ts';
import type { Registry } from '../../src/registry/registry.ts';
import { snapshotOf } from '../../src/registry/snapshot-file.ts';
import type { TrustPolicy } from '../../src/registry/trust/policy.ts';
import type { WriterWarning } from '../../src/registry/writer/warning.ts';
import type { StatementHook } from '../../src/store/database.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';

export interface TestRegistry {
  readonly registry: Registry;
  readonly store: Store;
  readonly file: string;
  /** The registry's clock: epoch milliseconds, moved by the test. */
  readonly clock: { now: number };
  /** What `onFatal` was called with. */
  readonly fatal: unknown[];
  /** What `onWarning` was called with. */
  readonly warnings: readonly WriterWarning[];
  /** Closes and removes the temporary directory, where there is one. */
  close(): Promise<void>;
}

/** 2026-01-01T00:00:00Z: where the clocks of tests begin. */
export const TEST_EPOCH = 1_767_225_600_000;

/** Where the registries of tests say that they are. */
export const TEST_BASE_URL = 'https://registry.example.com';

/** Opens a real registry on a SQLite file: on `file`, or on one in a temporary directory of its own. */
export async function openTestRegistry(
  options: {
    readonly file?: string;
    readonly onStatement?: StatementHook;
    readonly baseUrl?: string;
    readonly trustPolicy?: TrustPolicy;
  } = {},
): Promise<TestRegistry> {
  const directory = options.file === undefined ? await mkdtemp(join(tmpdir(), 'larder-')) : undefined;
  const file = options.file ?? join(directory ?? '', 'larder.db');
  const store = await openStore({
    file,
    elect,
    ...(options.onStatement === undefined ? {} : { onStatement: options.onStatement }),
  });
  const clock = { now: TEST_EPOCH };
  const fatal: unknown[] = [];
  const warnings: WriterWarning[] = [];
  const registry = await openRegistry({
    store,
    snapshot: snapshotOf(file),
    readonly: false,
    baseUrl: () => options.baseUrl ?? TEST_BASE_URL,
    ...(options.trustPolicy === undefined ? {} : { trustPolicy: options.trustPolicy }),
    now: () => clock.now,
    onWarning: (warning) => warnings.push(warning),
    onFatal: (error) => fatal.push(error),
  });
  return {
    registry,
    store,
    file,
    clock,
    fatal,
    warnings,
    async close() {
      await registry.close();
      if (directory !== undefined) await rm(directory, { recursive: true, force: true });
    },
  };
}

/** Closes a registry, and opens its database again at the same moment of its clock. */
export async function reopen(test: TestRegistry): Promise<TestRegistry> {
  await test.registry.close();
  const again = await openTestRegistry({ file: test.file });
  again.clock.now = test.clock.now;
  return again;
}

/** A manifest of these entries, as text. */
export function manifestText(entries: readonly unknown[]): string {
  return JSON.stringify({ specVersion: '0.91', entries });
}

/** A valid entry; members given replace or extend the usual ones. */
export function testEntry(name: string, members: Readonly<Record<string, unknown>> = {}) {
  return {
    identifier: `urn:air:example.com:${name}`,
    displayName: `Entry ${name}`,
    type: 'application/mcp-server-card+json',
    url: `https://example.com/${name}.json`,
    description: `What ${name} offers.`,
    ...members,
  };
}
