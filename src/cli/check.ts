import { parseLocalConfig } from '../config.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, JSON_OPTION } from './connect.ts';

export const check: Command = {
  name: 'check',
  usage: ['check [--db FILE]'],
  about:
    'Checks that the database is sound: SQLite’s own check, references, and the invariants of the registry.',
  options: { ...JSON_OPTION, db: CONNECT_OPTIONS.db! },
  examples: [['larder check', 'exit code 1 and a line for each fault when it is not sound']],
  async run(args, terminal) {
    const { openExistingStore } = await import('./local-app.ts');
    const store = await openExistingStore(parseLocalConfig({ db: args.value('db') }).db);
    let faults: readonly string[];
    try {
      faults = await store.checkIntegrity();
    } finally {
      await store.close();
    }
    if (args.has('json')) terminal.out(`${toSafeJson({ sound: faults.length === 0, faults })}\n`);
    else if (faults.length === 0) terminal.out('The database is sound.\n');
    for (const fault of faults) terminal.err(`larder: ${cleanText(fault)}\n`);
    return faults.length === 0 ? EXIT.OK : EXIT.FAILED;
  },
};
