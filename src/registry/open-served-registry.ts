import { createFastIndex } from '../index/fast-index.ts';
import { openStore } from '../store/open-store.ts';
import { elect } from './election.ts';
import { joinRegistry } from './join-registry.ts';
import { startPreparer } from './preparer/start-preparer.ts';
import type { BaseUrl } from './projected-url.ts';
import type { Registry } from './registry.ts';
import type { TrustPolicy } from './trust/policy.ts';
import { startWriter, type WriterThreadOptions } from './writer/start-writer.ts';

export interface ServedRegistryOptions extends Omit<WriterThreadOptions, 'publish'> {
  readonly baseUrl: BaseUrl;
  /** `flag` when absent. */
  readonly trustPolicy?: TrustPolicy;
}

/**
 * Opens the registry of a server: a thread of its own owns the write connection, parses, builds, merges and saves;
 * another prepares what is published; this one answers, reads rows over a connection that only reads, and makes each new view the one that answers.
 * Errors: those of opening the store.
 */
export async function openServedRegistry(options: ServedRegistryOptions): Promise<Registry> {
  const index = createFastIndex();
  const writer = await startWriter({ ...options, publish: (view) => index.adopt(view) });
  try {
    const reader = await openStore({ file: options.file, elect, readonly: true });
    const close = async (): Promise<void> => {
      // The last connection folds the write-ahead log back into the database, which one that only reads cannot do.
      await reader.close();
      await writer.close();
    };
    return joinRegistry({
      reader,
      index,
      writer: { ...writer, close },
      preparer: startPreparer(),
      baseUrl: options.baseUrl,
      trustPolicy: options.trustPolicy,
    });
  } catch (error) {
    await writer.close();
    throw error;
  }
}
