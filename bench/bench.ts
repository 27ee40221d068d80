import { parseArgs } from 'node:util';
import { INDEX_KINDS } from './engines/larder.ts';
import { measureQuestions } from './parts/questions.ts';

const { values } = parseArgs({
  options: {
    index: { type: 'string', default: 'plain' },
    size: { type: 'string', default: '10000' },
    peers: { type: 'string', default: 'sqlite,duckdb' },
  },
});
await measureQuestions({
  entries: Number(values.size),
  kind: INDEX_KINDS.find((k) => k === values.index)!,
  peers: values.peers.split(','),
});
