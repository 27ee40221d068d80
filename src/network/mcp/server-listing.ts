import { setTimeout } from 'node:timers/promises';
import {
  ProtocolError,
  SdkHttpError,
  StreamableHTTPClientTransport,
  type VersionNegotiationMode,
} from '@modelcontextprotocol/client';
import type { Egress } from '../../egress/egress.ts';
import { EgressError } from '../../egress/egress-error.ts';
import { LarderError } from '../../errors.ts';
import { printable } from '../../model/quote.ts';
import { END_GRACE_MS, LISTING_DEADLINE_MS, MAX_MESSAGE_LENGTH } from './bounds.ts';
import { CommandTransport } from './command-transport.ts';
import { connectClient, type ListingQuestion, listTools, type ServerListing } from './list-tools.ts';

export interface ListingOptions {
  /** What this client calls itself. */
  readonly version: string;
  /** From the start to the last tool, milliseconds. */
  readonly deadlineMs?: number;
}

/** The newest revision of the protocol, which has no handshake. */
const STATELESS = { pin: '2026-07-28' } as const;

/**
 * Lists the tools of a server that a shell command starts. The handshake of the older revisions comes first, which most
 * servers know; a server that refuses it is started anew and asked the newest way, because some end at what they do
 * not understand. Whatever happens, nothing that the command has started is left.
 *
 * Errors: UNAVAILABLE, with what the command said last; INVALID_ARGUMENT and PAYLOAD_TOO_LARGE for a listing that
 * cannot be taken.
 */
export async function listToolsOfCommand(
  command: string,
  environment: Readonly<Record<string, string>>,
  options: ListingOptions,
): Promise<ServerListing> {
  const question = ask(options);
  let transport: CommandTransport | undefined;
  const connect = (mode: VersionNegotiationMode) => {
    transport = new CommandTransport(command, environment);
    return connectClient(transport, mode, question);
  };
  try {
    const client = await connect('legacy').catch((error: unknown) => {
      if (error instanceof ProtocolError) return connect(STATELESS);
      throw error;
    });
    try {
      return await listTools(client, question);
    } finally {
      await client.close();
    }
  } catch (error) {
    throw toLarderError(error, 'The command', question, transport?.describeEnd());
  }
}

/**
 * Lists the tools of a server at an address, over streamable HTTP, of whichever revision it speaks. The key is sent to
 * the origin of the address only: redirects within it are followed by the client, all others by nobody.
 *
 * Errors: as above.
 */
export async function listToolsOfUrl(
  egress: Egress,
  url: URL,
  options: ListingOptions & { readonly key?: string | undefined },
): Promise<ServerListing> {
  const question = ask(options);
  const { key } = options;
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: (input, init) => egress.webFetch(input, { ...init, redirect: 'manual' }),
    ...(key === undefined ? {} : { requestInit: { headers: { authorization: `Bearer ${key}` } } }),
    reconnectionOptions: NO_RECONNECTION,
  });
  try {
    const client = await connectClient(transport, 'auto', question);
    try {
      return await listTools(client, question);
    } finally {
      // A courtesy to servers that keep sessions; one that takes it amiss has given its tools all the same.
      const goodbye = transport.terminateSession().catch(() => {});
      await Promise.race([goodbye, setTimeout(END_GRACE_MS, undefined, { ref: false })]);
      await client.close();
    }
  } catch (error) {
    throw toLarderError(error, url.host, question, undefined);
  }
}

/** A listing is over in seconds: a stream that breaks is not taken up again. */
const NO_RECONNECTION = {
  maxRetries: 0,
  initialReconnectionDelay: 1_000,
  maxReconnectionDelay: 1_000,
  reconnectionDelayGrowFactor: 1,
} as const;

function ask({ version, deadlineMs = LISTING_DEADLINE_MS }: ListingOptions): ListingQuestion {
  return { version, signal: AbortSignal.timeout(deadlineMs), timeout: deadlineMs };
}

function toLarderError(
  error: unknown,
  who: string,
  { timeout, signal }: ListingQuestion,
  end: string | undefined,
): LarderError {
  if (error instanceof LarderError) return error;
  const why = signal.aborted
    ? `it did not list its tools within ${timeout / 1000} s`
    : (end ?? reasonOf(error) ?? 'it does not speak MCP');
  const message = `${who} gave no tools: ${printable(why.slice(0, MAX_MESSAGE_LENGTH))}`;
  return new LarderError('UNAVAILABLE', message, { cause: error });
}

/** The innermost reason: what leaves the program says more exactly why than the client that asked for it. */
function reasonOf(error: unknown): string | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof EgressError) return cause.message;
  }
  if (error instanceof SdkHttpError) {
    const isRedirect = error.status >= 300 && error.status < 400;
    return `it answered ${error.status}${isRedirect ? ', a redirect; give its target if you trust it' : ''}`;
  }
  return error instanceof Error ? error.message : undefined;
}
