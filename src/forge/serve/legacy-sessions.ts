import { randomUUID } from 'node:crypto';
import {
  isInitializeRequest,
  type McpServerFactory,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { declaresForms } from './elicitation.ts';

/** Sessions at a time: each is a client of an older revision that can put questions to a person. */
const MAX_SESSIONS = 256;
/** A session of which nothing was heard for so long is given up; the client begins another when it comes back. */
const MAX_IDLE_MS = 1_800_000;
const SESSION_HEADER = 'mcp-session-id';

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  lastUsed: number;
}

/** Sessions of the older revisions, whose servers ask by a request of their own and need somewhere to await the answer. */
export interface LegacySessions {
  /** Answers what belongs to a session or begins one; undefined: it needs none. */
  answer(request: Request): Promise<Response | undefined>;
  close(): Promise<void>;
}

/** `now` is a monotonic clock in milliseconds. */
export function openLegacySessions(
  factory: McpServerFactory,
  report: (message: string) => void,
  now: () => number = () => performance.now(),
): LegacySessions {
  // The one that was used longest ago is first.
  const sessions = new Map<string, Session>();

  const drop = async (id: string): Promise<void> => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.transport.close();
  };

  const makeRoom = async (): Promise<void> => {
    for (const [id, { lastUsed }] of sessions) {
      if (sessions.size < MAX_SESSIONS && now() - lastUsed < MAX_IDLE_MS) break;
      await drop(id);
    }
  };

  const begin = async (request: Request): Promise<Response> => {
    await makeRoom();
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { transport, lastUsed: now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    transport.onerror = (error) => report(error.message);
    const server = await factory({ era: 'legacy', requestInfo: request });
    await server.connect(transport);
    return transport.handleRequest(request);
  };

  return {
    async answer(request) {
      const id = request.headers.get(SESSION_HEADER);
      if (id === null) return (await asksForSession(request)) ? begin(request) : undefined;
      const session = sessions.get(id);
      if (session === undefined) return unknownSession();
      sessions.delete(id);
      sessions.set(id, session);
      session.lastUsed = now();
      return session.transport.handleRequest(request);
    },
    async close() {
      await Promise.all([...sessions.keys()].map(drop));
    },
  };
}

/** Only a client that can ask somebody is worth a session; all others are served without. */
async function asksForSession(request: Request): Promise<boolean> {
  if (request.method !== 'POST') return false;
  const text = await request.clone().text();
  // The word is cheaper to look for than the message is to parse.
  if (!text.includes('"initialize"')) return false;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    // What is not JSON is refused by whoever serves it.
    return false;
  }
  return isInitializeRequest(message) && declaresForms(message.params.capabilities);
}

function unknownSession(): Response {
  const error = { code: -32_001, message: 'There is no such session any more; begin another.' };
  return Response.json({ jsonrpc: '2.0', error, id: null }, { status: 404 });
}
