// A child process that imports through the writer's thread, both as built: `import-in-thread.mjs FILE COUNT`, with the
// fault that FAULT names. Writes a line to standard output for each import that was acknowledged, and at the end.
import { writeSync } from 'node:fs';
import { openServedRegistry } from '../../dist/registry/open-served-registry.js';

const [file, count] = process.argv.slice(2);
const registry = await openServedRegistry({
  file,
  thread: new URL('faulty-writer.mjs', import.meta.url),
  onWarning: ({ message, reason }) => writeSync(2, `${message}: ${reason}\n`),
  onFatal: () => process.exit(1),
});
for (let at = 0; at < Number(count); at++) {
  const entries = Array.from({ length: 20 }, (_, number) => ({
    identifier: `urn:air:source-${at % 8}.example:tool-${number}`,
    displayName: `Tool ${number}, revision ${at}`,
    type: 'application/ai-skill+md',
    url: `https://source-${at % 8}.example/${number}`,
    tags: [`revision-${at}`],
  }));
  const text = JSON.stringify({ entries });
  await registry.importManifest({ source: `source-${at % 8}`, text, origin: 'ard.json', allowEmpty: false });
  writeSync(1, `${at}\n`);
}
await registry.close();
writeSync(1, 'closed\n');
