import { writeSync } from 'node:fs';
import { manifestText, openTestRegistry, testEntry } from './registry.ts';

/**
 * A child process that imports: `import-loop.ts FILE COUNT [hold]`. After each import that was acknowledged it
 * writes one line to standard output; with `hold` it then keeps the database open until it is killed.
 */
const [file = '', count = '0', hold] = process.argv.slice(2);
const test = await openTestRegistry({ file });
for (let at = 0; at < Number(count); at++) {
  await test.registry.importManifest({
    source: `s${at % 5}`,
    text: manifestText([testEntry(`n${at % 5}`, { description: `revision ${at}` })]),
    origin: 'ard.json',
    allowEmpty: false,
  });
  writeSync(1, `${at}\n`);
}
if (hold === 'hold') process.stdin.resume();
else await test.close();
