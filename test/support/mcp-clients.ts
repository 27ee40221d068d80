import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { onTestFinished } from 'vitest';

/** What the tests ask of a client, whichever SDK it is of. */
export interface McpClient {
  readonly instructions: string | undefined;
  listTools(): Promise<readonly { readonly name: string; readonly inputSchema: unknown }[]>;
  callTool(name: string, args: Record<string, unknown>): Promise<ToolAnswer>;
}

export interface ToolAnswer {
  readonly isError: boolean;
  readonly texts: readonly string[];
  readonly structured: unknown;
}

/** How to reach a server. */
export type Reach =
  | { readonly url: string; readonly headers?: Record<string, string> }
  | { readonly command: string; readonly args: readonly string[] };

/** Each protocol era by its own SDK, and the newer SDK in both. */
export const CLIENTS: Readonly<Record<string, (reach: Reach) => Promise<McpClient>>> = {
  'SDK 1, 2025-11-25': connectOld,
  'SDK 2, legacy': (reach) => connectNew(reach, 'legacy'),
  'SDK 2, 2026-07-28': (reach) => connectNew(reach, 'modern'),
};

async function connectOld(reach: Reach): Promise<McpClient> {
  const client = new OldClient({ name: 'test', version: '1' });
  const transport =
    'url' in reach
      ? new OldHttpTransport(new URL(reach.url), { requestInit: { headers: reach.headers ?? {} } })
      : new OldStdioTransport({ command: reach.command, args: [...reach.args], stderr: 'ignore' });
  // The SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<OldClient['connect']>[0]);
  onTestFinished(() => client.close());
  return {
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args) => readAnswer(await client.callTool({ name, arguments: args })),
  };
}

async function connectNew(reach: Reach, era: 'legacy' | 'modern'): Promise<McpClient> {
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  );
  const transport =
    'url' in reach
      ? new StreamableHTTPClientTransport(new URL(reach.url), {
          requestInit: { headers: reach.headers ?? {} },
        })
      : new StdioClientTransport({ command: reach.command, args: [...reach.args], stderr: 'ignore' });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    callTool: async (name, args) => readAnswer(await client.callTool({ name, arguments: args })),
  };
}

function readAnswer(result: object): ToolAnswer {
  const {
    content = [],
    structuredContent,
    isError,
  } = result as {
    readonly content?: readonly { readonly type: string; readonly text?: string }[];
    readonly structuredContent?: unknown;
    readonly isError?: boolean;
  };
  return {
    isError: isError === true,
    texts: content.map(({ text }) => text ?? ''),
    structured: structuredContent,
  };
}
