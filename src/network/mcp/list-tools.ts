import { Client, type Transport, type VersionNegotiationMode } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { invalidArgument, LarderError } from '../../errors.ts';
import { CopyRefusal, copyJson } from '../../forage/copy-json.ts';
import { MAX_LISTING_BYTES, MAX_PAGES, MAX_TOOLS } from '../../intake/mcp-tools/bounds.ts';
import { type ListedTool, tooManyTools } from '../../intake/mcp-tools/read-listing.ts';
import type { Json } from '../../model/entry.ts';

/** What a server says of itself and of its tools. All of it is a stranger's text. */
export interface ServerListing {
  readonly name: string | undefined;
  readonly title: string | undefined;
  readonly instructions: string | undefined;
  /** The revision that was agreed on. */
  readonly protocol: string | undefined;
  /** Of all pages. */
  readonly tools: readonly ListedTool[];
}

export interface ListingQuestion {
  /** What this client calls itself. */
  readonly version: string;
  readonly signal: AbortSignal;
  /** Milliseconds for one answer. */
  readonly timeout: number;
}

const PAGE = z.looseObject({
  tools: z.array(z.unknown()).max(MAX_TOOLS),
  nextCursor: z.unknown().optional(),
});

/** Connects in the given mode; a transport that does not come so far is closed. Errors: what the client throws. */
export async function connectClient(
  transport: Transport,
  mode: VersionNegotiationMode,
  { version, signal, timeout }: ListingQuestion,
): Promise<Client> {
  const client = new Client({ name: 'larder', version }, { versionNegotiation: { mode } });
  try {
    await client.connect(transport, { signal, timeout });
  } catch (error) {
    await transport.close();
    throw error;
  }
  return client;
}

/**
 * Reads all pages of `tools/list`; calls no tool.
 *
 * Errors: what the client throws; INVALID_ARGUMENT and PAYLOAD_TOO_LARGE for a listing beyond the bounds, or whose
 * pages do not end.
 */
export async function listTools(
  client: Client,
  { signal, timeout }: ListingQuestion,
): Promise<ServerListing> {
  const tools: Json[] = [];
  const cursors = new Set<string>();
  let left = MAX_LISTING_BYTES;
  for (let cursor: string | undefined; ; ) {
    const request = { method: 'tools/list', params: cursor === undefined ? {} : { cursor } };
    const page = await client.request(request, PAGE, { signal, timeout });
    if (tools.length + page.tools.length > MAX_TOOLS) throw tooManyTools(tools.length + page.tools.length);
    for (const tool of page.tools) left = take(tool, left, tools);
    if (typeof page.nextCursor !== 'string') break;
    cursor = page.nextCursor;
    if (cursors.has(cursor) || cursors.size >= MAX_PAGES) {
      throw invalidArgument('The pages of the listing do not come to an end.');
    }
    cursors.add(cursor);
  }
  const server = client.getServerVersion();
  return {
    name: server?.name,
    title: server?.title,
    instructions: client.getInstructions(),
    protocol: client.getNegotiatedProtocolVersion(),
    tools: tools.map((tool, at) => ({ tool, pointer: `/tools/${at}` })),
  };
}

/** Adds a copy of the tool, and gives the bytes that are left for others. */
function take(tool: unknown, left: number, tools: Json[]): number {
  try {
    const copy = copyJson(tool, left, 'as-written');
    tools.push(copy);
    return left - Buffer.byteLength(JSON.stringify(copy));
  } catch (error) {
    if (!(error instanceof CopyRefusal)) throw error;
    if (error.kind === 'too-large') {
      throw new LarderError('PAYLOAD_TOO_LARGE', `The listing is larger than ${MAX_LISTING_BYTES} bytes.`);
    }
    // It counts as a tool without a name, so that it costs none of the others.
    tools.push(null);
    return left;
  }
}
