import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as OldStdioTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as OldHttpTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { onTestFinished } from 'vitest';
import type { Reach } from './mcp-clients.ts';

/** Answers a question that the server puts to the person at the client. */
export type Answerer = (message: string) => {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Record<string, boolean | string>;
};

/** One block of an answer. */
export interface Block {
  readonly type: string;
  readonly text?: string;
  readonly uri?: string;
  readonly mimeType?: string;
}

export interface ForgeAnswer {
  readonly isError: boolean;
  /** Of the first block. */
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly structured: { readonly [member: string]: unknown } | undefined;
}

/** What a resource has. */
export interface Contents {
  readonly text?: string | undefined;
  readonly blob?: string | undefined;
  readonly mimeType?: string | undefined;
}

export interface ForgeClient {
  readonly instructions: string | undefined;
  listTools(): Promise<
    readonly {
      readonly name: string;
      readonly inputSchema: object;
      readonly annotations?: object | undefined;
    }[]
  >;
  call(name: string, args?: Record<string, unknown>, signal?: AbortSignal): Promise<ForgeAnswer>;
  read(uri: string): Promise<Contents>;
  close(): Promise<void>;
}

export type Connect = (reach: Reach, answerer?: Answerer) => Promise<ForgeClient>;

/** Each protocol era by its own SDK, and the newer SDK in both. */
export const FORGE_CLIENTS: Readonly<
  Record<'SDK 1, 2025-11-25' | 'SDK 2, legacy' | 'SDK 2, 2026-07-28', Connect>
> = {
  'SDK 1, 2025-11-25': connectOld,
  'SDK 2, legacy': (reach, answerer) => connectNew(reach, 'legacy', answerer),
  'SDK 2, 2026-07-28': (reach, answerer) => connectNew(reach, 'modern', answerer),
};

interface Started {
  readonly env?: Record<string, string>;
}

async function connectOld(reach: Reach & Started, answerer?: Answerer): Promise<ForgeClient> {
  const client = new OldClient(
    { name: 'test', version: '1' },
    { capabilities: answerer === undefined ? {} : { elicitation: {} } },
  );
  if (answerer !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, (request) => answerer(request.params.message));
  }
  const transport =
    'url' in reach
      ? new OldHttpTransport(new URL(reach.url), { requestInit: { headers: reach.headers ?? {} } })
      : new OldStdioTransport({
          command: reach.command,
          args: [...reach.args],
          stderr: 'ignore',
          env: reach.env ?? {},
        });
  // The SDK's own types disagree under exactOptionalPropertyTypes.
  await client.connect(transport as Parameters<OldClient['connect']>[0]);
  onTestFinished(() => client.close());
  return {
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, signal) =>
      readAnswer(
        await client.callTool({ name, arguments: args }, undefined, signal === undefined ? {} : { signal }),
      ),
    read: async (uri) => firstOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

async function connectNew(
  reach: Reach & Started,
  era: 'legacy' | 'modern',
  answerer?: Answerer,
): Promise<ForgeClient> {
  const client = new Client(
    { name: 'test', version: '1' },
    {
      versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } },
      capabilities: answerer === undefined ? {} : { elicitation: { form: {} } },
    },
  );
  if (answerer !== undefined) {
    client.setRequestHandler('elicitation/create', (request) => answerer(request.params.message));
  }
  const transport =
    'url' in reach
      ? new StreamableHTTPClientTransport(new URL(reach.url), {
          requestInit: { headers: reach.headers ?? {} },
        })
      : new StdioClientTransport({
          command: reach.command,
          args: [...reach.args],
          stderr: 'ignore',
          env: reach.env ?? {},
        });
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args = {}, signal) =>
      readAnswer(await client.callTool({ name, arguments: args }, signal === undefined ? {} : { signal })),
    read: async (uri) => firstOf((await client.readResource({ uri })).contents),
    close: () => client.close(),
  };
}

function firstOf(contents: readonly Contents[]): Contents {
  const [first] = contents;
  if (first === undefined) throw new Error('the resource has no contents');
  return first;
}

function readAnswer(result: object): ForgeAnswer {
  const {
    content = [],
    structuredContent,
    isError,
  } = result as {
    readonly content?: readonly Block[];
    readonly structuredContent?: { readonly [member: string]: unknown };
    readonly isError?: boolean;
  };
  return {
    isError: isError === true,
    text: content[0]?.text ?? '',
    blocks: content,
    structured: structuredContent,
  };
}
