// A real MCP server over stdio that lists tools in pages: node mcp-tools-server.mjs KIND [TOOLS] [PAGE]
// KIND is the SDK and the revisions it speaks; the kinds that begin with `bad-` are no servers one would want.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

const [kind = '', tools = '5', page = '2'] = process.argv.slice(2);
const SERVER = { name: 'shop', title: 'The Shop', version: '1.0.0' };
const INSTRUCTIONS = 'Ask for a basket first.';

const TOOLS = Array.from({ length: Number(tools) }, (_, i) => ({
  name: `shop.item-${i}`,
  title: `Item ${i}`,
  description: `Buys item ${i}.`,
  inputSchema: {
    type: 'object',
    properties: { count: { type: 'integer', minimum: 1 } },
    required: ['count'],
    additionalProperties: false,
  },
  annotations: { readOnlyHint: i % 2 === 0 },
}));

function listPage(cursor) {
  const start = cursor === undefined ? 0 : Number(cursor);
  const end = start + Number(page);
  return { tools: TOOLS.slice(start, end), ...(end < TOOLS.length ? { nextCursor: String(end) } : {}) };
}

async function serveSdk1() {
  const { Server } = await import('@modelcontextprotocol/sdk/server/index.js');
  const { StdioServerTransport } = await import('@modelcontextprotocol/sdk/server/stdio.js');
  const { ListToolsRequestSchema } = await import('@modelcontextprotocol/sdk/types.js');
  const server = new Server(SERVER, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => listPage(params?.cursor));
  await server.connect(new StdioServerTransport());
}

async function serveSdk2(legacy) {
  const { Server } = await import('@modelcontextprotocol/server');
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
  const make = () => {
    const server = new Server(SERVER, { capabilities: { tools: {} }, instructions: INSTRUCTIONS });
    server.setRequestHandler('tools/list', ({ params }) => listPage(params?.cursor));
    return server;
  };
  serveStdio(make, { legacy });
}

/** Speaks just enough of 2024-11-05 to misbehave in `tools/list`. */
function serveBadly(list) {
  const say = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'initialize') {
      const result = { protocolVersion: '2024-11-05', capabilities: { tools: {} }, serverInfo: SERVER };
      say({ id, result });
    } else if (method === 'tools/list') list(id, say);
  });
}

/** Nothing but SIGKILL ends it. */
function stay() {
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1_000);
}

const BAD = {
  'bad-silent': () => stay(),
  'bad-ended': () => {
    process.stderr.write('reading the configuration\nno API key: set SHOP_KEY\n');
    process.exit(3);
  },
  'bad-noise': () => {
    process.stdout.write('Welcome to the shop!\n{"not":"a message"}\n');
    serveBadly((id, say) => say({ id, result: { tools: TOOLS, nextCursor: null } }));
  },
  'bad-loop': () => serveBadly((id, say) => say({ id, result: { tools: TOOLS, nextCursor: 'again' } })),
  'bad-endless': () => {
    let pages = 0;
    serveBadly((id, say) => say({ id, result: { tools: TOOLS, nextCursor: String(pages++) } }));
  },
  'bad-refusal': () =>
    serveBadly((id, say) => say({ id, error: { code: -32603, message: 'closed \u001b[2J for today' } })),
  'bad-shape': () => serveBadly((id, say) => say({ id, result: { items: [] } })),
  'bad-deep': () =>
    serveBadly((id) =>
      process.stdout.write(
        `{"jsonrpc":"2.0","id":${id},"result":{"tools":${'['.repeat(100_000)}${']'.repeat(100_000)}}}\n`,
      ),
    ),
  'bad-tool': () =>
    serveBadly((id, say) => {
      let deep = {};
      for (let i = 0; i < 300; i++) deep = { items: deep };
      say({ id, result: { tools: [{ name: 'deep', inputSchema: deep }, 5, ...TOOLS] } });
    }),
  'bad-flood': () =>
    serveBadly(() => {
      const chunk = 'x'.repeat(1024 * 1024);
      const write = () => {
        while (process.stdout.write(chunk));
        process.stdout.once('drain', write);
      };
      write();
    }),
  // Says its own process and that of a child in the description of its tool, and never ends by itself.
  'bad-stubborn': () => {
    const child = spawn(process.execPath, [import.meta.filename, 'bad-silent'], { stdio: 'ignore' });
    stay();
    serveBadly((id, say) =>
      say({ id, result: { tools: [{ ...TOOLS[0], description: `${process.pid} ${child.pid}` }] } }),
    );
  },
  'bad-environment': () =>
    serveBadly((id, say) =>
      say({ id, result: { tools: [{ ...TOOLS[0], description: Object.keys(process.env).join(' ') }] } }),
    ),
};

if (kind === 'sdk-1') await serveSdk1();
else if (kind === 'sdk-2') await serveSdk2('serve');
else if (kind === 'sdk-2-stateless') await serveSdk2('reject');
else BAD[kind]();
