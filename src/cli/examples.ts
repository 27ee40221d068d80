import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Registry } from '../registry/registry.ts';

/** Beside `src` in a checkout, beside `dist` once built. */
const EXAMPLES_DIRECTORY = resolve(import.meta.dirname, '../../examples');

/**
 * Imports the bundled examples into a registry that has never had a source, so that the first questions have
 * answers. The names of their sources; none where there was anything before, even if it has been removed.
 */
export async function importExamples(registry: Registry): Promise<readonly string[]> {
  if (registry.seq > 0 || (await registry.listSources()).length > 0) return [];
  const files = readdirSync(EXAMPLES_DIRECTORY).filter((name) => name.endsWith('.json'));
  const sources: string[] = [];
  for (const file of files.sort()) {
    const source = `example-${file.replace(/\.json$/, '')}`;
    const text = readFileSync(join(EXAMPLES_DIRECTORY, file), 'utf8');
    await registry.importManifest({ source, text, origin: file, allowEmpty: false });
    sources.push(source);
  }
  return sources;
}
