import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { createRegistryServer } from '../mcp/create-server.ts';
import { cleanText } from './clean.ts';
import { type Command, EXIT } from './command.ts';
import { CONNECT_OPTIONS, connect } from './connect.ts';
import { readVersion } from './run.ts';

export const mcp: Command = {
  name: 'mcp',
  usage: ['mcp'],
  about:
    'Serves the registry over MCP on standard input and output: the tools explore, search, get_entry, list_operations and\n' +
    'describe_operation. It only reads. A running registry serves the same tools at /mcp.',
  options: CONNECT_OPTIONS,
  examples: [
    ['larder mcp', 'the database of this machine'],
    ['larder mcp --url https://registry.example', 'a running registry'],
  ],
  async run(args, terminal) {
    const door = await connect(args, 'read');
    try {
      const version = readVersion();
      const serving = serveStdio(() => createRegistryServer(version, (ask) => door.request(ask)), {
        onerror: (error) => terminal.err(`larder: ${cleanText(error.message)}\n`),
      });
      await new Promise<void>((resolve) => terminal.stdin.once('close', resolve).once('end', resolve));
      await serving.close();
    } finally {
      await door.close();
    }
    return EXIT.OK;
  },
};
