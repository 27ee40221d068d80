import { parseLocalConfig } from '../config.ts';
import { parseAnswer, UPSTREAMS_ANSWER } from './answers.ts';
import { toSafeJson } from './clean.ts';
import { openRemoteDoor } from './client.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, JSON_OPTION, readKey } from './connect.ts';
import { formatTable } from './table.ts';
import { UsageError } from './usage.ts';

export const upstreams: Command = {
  name: 'upstreams',
  usage: ['upstreams [--ask TEXT] [--url URL]'],
  about:
    'Shows how the other registries do that a running registry asks too, since it was started. Which those are, its setting\n' +
    'LARDER_UPSTREAMS says.',
  options: {
    ask: { takes: 'value', value: 'TEXT', help: 'put this question to all of them first' },
    ...JSON_OPTION,
    url: {
      takes: 'value',
      value: 'URL',
      help: 'base address of the registry (default http://HOST:PORT, as serve has it)',
    },
    'key-file': {
      ...CONNECT_OPTIONS['key-file']!,
      help: 'the key stands in this file (default: LARDER_KEY)',
    },
  },
  examples: [
    ['larder upstreams', 'how each does'],
    ["larder upstreams --ask 'will it rain'", 'ask them something, and see who answers'],
  ],
  async run(args, terminal) {
    if (args.positionals.length > 0) throw new UsageError('upstreams takes flags only');
    const door = openRemoteDoor(
      args.value('url') ?? parseLocalConfig({}).publicUrl,
      readKey(args.value('key-file')),
    );
    const text = args.value('ask');
    if (text !== undefined) {
      await door.request({ method: 'POST', path: '/search', body: { query: { text }, federation: 'auto' } });
    }
    const answer = await door.request({ method: 'GET', path: '/upstreams' });
    terminal.out(args.has('json') ? `${toSafeJson(answer)}\n` : formatUpstreams(answer, terminal.columns));
    return EXIT.OK;
  },
};

function formatUpstreams(answer: unknown, columns: number | undefined): string {
  const { items } = parseAnswer(UPSTREAMS_ANSWER, answer);
  if (items.length === 0) {
    return 'This registry asks no others; larder serve --upstreams names those that it is to ask.\n';
  }
  const numbers = ['ANSWERED', 'FAILED', 'TIMED OUT'].map((title) => ({ title, right: true }));
  return formatTable(
    [
      { title: 'UPSTREAM' },
      { title: 'STATE' },
      ...numbers,
      { title: 'LAST' },
      { title: 'MS', right: true },
      { title: 'WHY' },
    ],
    items.map(({ url, state, outcomes, last }) => [
      url,
      state,
      outcomes.answered,
      outcomes.failed,
      outcomes['timed-out'],
      last?.outcome,
      last?.durationMs,
      last?.reason,
    ]),
    columns,
  );
}
