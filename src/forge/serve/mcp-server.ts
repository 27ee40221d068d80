import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  type InputRequiredResult,
  inputRequired,
  type McpServerFactory,
  ProtocolError,
  ProtocolErrorCode,
  type ReadResourceResult,
  type RequestStateCodec,
  Server,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject, member } from '../../model/entry.ts';
import { type Asked, callTool, type Serving } from './call-tool.ts';
import { declaresForms } from './elicitation.ts';
import { listTools } from './tool-list.ts';

/** How long a client may go by what it was told: a spec does not change while it is served. */
const CACHE_TTL_MS = 300_000;
/** An answer may come this much later than its token lives, so that it is the gate that refuses it, with a fresh preview. */
const LATE_ANSWER_MS = 600_000;
/** The one question that a write asks. */
const QUESTION = 'send';

/** What comes back with the answer to the question; signed, and good for one send because its token is. */
interface AskedState {
  readonly token: string;
}

/** Serves one spec to MCP clients of both eras: a fresh server for each connection or request, all over one `serving`. */
export function createServerFactory(serving: Serving): McpServerFactory {
  const { spec, gate, secret, elicit, requireApproval } = serving;
  const tools = new Map(spec.tools.map((tool) => [tool.name, tool]));
  const list = listTools(spec);
  const codec = createRequestStateCodec<AskedState>({
    key: secret,
    ttlSeconds: Math.ceil((gate.ttlMs + LATE_ANSWER_MS) / 1_000),
    bind: (context) => `${context.mcpReq.method} ${spec.digest}`,
  });
  const hint = { ttlMs: CACHE_TTL_MS, cacheScope: 'private' } as const;

  return ({ era }) => {
    const server = new Server(
      { name: spec.name, version: spec.version ?? '0' },
      {
        capabilities: { tools: {}, resources: {} },
        ...(spec.instructions === undefined ? {} : { instructions: spec.instructions }),
        cacheHints: { 'tools/list': hint, 'server/discover': hint },
        // Somebody who is asked later than this would say yes to what has expired.
        inputRequired: { roundTimeoutMs: gate.ttlMs },
        requestState: { verify: codec.verify },
      },
    );
    server.onerror = (error) => serving.report(error.message);

    const canAsk = (context: ServerContext): boolean => {
      if (!elicit || requireApproval) return false;
      const declared: unknown =
        era === 'modern' ? capabilitiesIn(context.mcpReq.envelope) : server.getClientCapabilities();
      return declaresForms(declared);
    };

    server.setRequestHandler('tools/list', (request) => list(request.params?.cursor));
    server.setRequestHandler('tools/call', async (request, context) => {
      const tool = tools.get(request.params.name);
      if (tool === undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${request.params.name}`);
      }
      const outcome = await guard(serving, () =>
        callTool(serving, tool, argumentsOf(request.params.arguments), {
          signal: context.mcpReq.signal,
          canAsk: canAsk(context),
          asked: findAnswer(context),
        }),
      );
      if (outcome.kind === 'result') return outcome.result satisfies CallToolResult;
      return ask(codec, outcome.message, outcome.token, context);
    });
    // Kept answers are given to whoever was told their address, and shown to nobody else.
    server.setRequestHandler('resources/list', () => ({ resources: [] }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
    server.setRequestHandler('resources/read', (request) => readKept(serving, request.params.uri));
    return server;
  };
}

async function ask(
  codec: RequestStateCodec<AskedState>,
  message: string,
  token: string,
  context: ServerContext,
): Promise<InputRequiredResult> {
  return inputRequired({
    inputRequests: {
      [QUESTION]: inputRequired.elicit({
        message,
        requestedSchema: {
          type: 'object',
          properties: {
            [QUESTION]: { type: 'boolean', title: 'Send exactly this request', default: false },
          },
          required: [QUESTION],
        },
      }),
    },
    requestState: await codec.mint({ token }, context),
  });
}

/** The state has been verified; the answer is the client's, and anything but a clear yes is none. */
function findAnswer({ mcpReq }: ServerContext): Asked | undefined {
  const state: unknown = mcpReq.requestState();
  if (!isJsonObject(state)) return undefined;
  const token = member(state, 'token');
  if (typeof token !== 'string') return undefined;
  const response: unknown = mcpReq.inputResponses?.[QUESTION];
  if (!isJsonObject(response)) return { token, answer: 'cancelled' };
  const action = member(response, 'action');
  if (action !== 'accept') return { token, answer: action === 'decline' ? 'declined' : 'cancelled' };
  const content = member(response, 'content');
  const yes = isJsonObject(content) && member(content, QUESTION) === true;
  return { token, answer: yes ? 'yes' : 'declined' };
}

function capabilitiesIn(envelope: unknown): unknown {
  return isJsonObject(envelope) ? member(envelope, CLIENT_CAPABILITIES_META_KEY) : undefined;
}

function argumentsOf(args: unknown): JsonObject {
  return isJsonObject(args) ? args : {};
}

function readKept({ kept }: Serving, uri: string): ReadResourceResult {
  const answer = kept.find(uri);
  if (answer === undefined) {
    throw new ProtocolError(
      ProtocolErrorCode.InvalidParams,
      'There is no such answer, or it is older than five minutes. Call the tool again if it only reads.',
    );
  }
  const { mimeType, content } = answer;
  const body =
    typeof content === 'string' ? { text: content } : { blob: Buffer.from(content).toString('base64') };
  return { contents: [{ uri, mimeType, ...body }] };
}

/** What failed inside is the operator's to read: the client learns only that it did. */
async function guard<T>({ report }: Serving, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    report(error instanceof Error ? (error.stack ?? error.message) : String(error));
    throw new ProtocolError(
      ProtocolErrorCode.InternalError,
      'Something failed inside the server; its log says what.',
    );
  }
}
