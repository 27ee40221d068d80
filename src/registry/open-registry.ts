import { createFastIndex } from '../index/fast-index.ts';
import { createIndexWriter } from '../index/index-writer.ts';
import type { Store } from '../store/store.ts';
import { joinRegistry } from './join-registry.ts';
import { INLINE_PREPARER } from './preparer/inline-preparer.ts';
import type { BaseUrl } from './projected-url.ts';
import type { Registry } from './registry.ts';
import type { TrustPolicy } from './trust/policy.ts';
import { openWriter } from './writer/open-writer.ts';
import type { WriterWarning } from './writer/warning.ts';

export interface RegistryOptions {
  readonly store: Store;
  /** Where the snapshot of the index is, or will be. */
  readonly snapshot: string;
  /** The store is open for reading only, and the snapshot is not written. */
  readonly readonly: boolean;
  readonly baseUrl: BaseUrl;
  /** `flag` when absent. */
  readonly trustPolicy?: TrustPolicy;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly onWarning: (warning: WriterWarning) => void;
  /** A commit is durable but the index could not follow: the process has to exit, the restart repairs. */
  readonly onFatal: (error: unknown) => void;
}

/** Opens the registry over a store, with reading and writing in this thread. The registry closes the store. */
export async function openRegistry(options: RegistryOptions): Promise<Registry> {
  const index = createFastIndex({ now: options.now });
  const writer = await openWriter({
    ...options,
    createIndex: createIndexWriter,
    publish: (view) => index.adopt(view),
  });
  return joinRegistry({
    reader: options.store,
    index,
    writer,
    preparer: INLINE_PREPARER,
    baseUrl: options.baseUrl,
    trustPolicy: options.trustPolicy,
  });
}
