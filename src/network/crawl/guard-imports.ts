import { LarderError } from '../../errors.ts';
import type { Registry } from '../../registry/registry.ts';
import type { UnderWay } from './under-way.ts';
import { refuseRefused, type VisitorOptions } from './visitor.ts';

type GuardedRegistry = Pick<Registry, 'importManifest' | 'recordTrust' | 'recordSilence'>;

/**
 * The registry as a crawl may use it: nothing comes in from a domain that was refused while its host was answering, and
 * whoever refuses one can wait for what is coming in. Errors: VisitRefused.
 */
export function guardImports(
  registry: GuardedRegistry,
  refusedBy: VisitorOptions['refusedBy'],
  imports: UnderWay,
): GuardedRegistry {
  return {
    recordSilence: (source, since) => registry.recordSilence(source, since),
    async importManifest(manifest) {
      refuseRefused(manifest.origin, refusedBy);
      if (manifest.servedFrom) refuseRefused(`https://${manifest.servedFrom}`, refusedBy);
      return imports.begin(() => registry.importManifest(manifest));
    },
    async recordTrust(source, results) {
      try {
        return await registry.recordTrust(source, results);
      } catch (error) {
        // Signatures take their time; meanwhile the source may have been taken out.
        if (error instanceof LarderError && error.code === 'NOT_FOUND') return { changed: 0 };
        throw error;
      }
    },
  };
}
