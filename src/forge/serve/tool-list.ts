import {
  type ListToolsResult,
  ProtocolError,
  ProtocolErrorCode,
  type Tool,
} from '@modelcontextprotocol/server';
import { annotationsOf } from '../spec/effect.ts';
import type { ForgeSpec, ForgeTool } from '../spec/forge-spec.ts';
import { descriptionOf, inputSchemaOf } from '../spec/input-schema.ts';

/** Tools on one page: many clients read only the first. */
export const TOOLS_PAGE_SIZE = 200;

/**
 * The tools of a spec in its order, page by page; the function takes the cursor that the page before gave. A cursor
 * belongs to one version of one spec. Errors: InvalidParams of the protocol.
 */
export function listTools(
  spec: ForgeSpec,
  pageSize = TOOLS_PAGE_SIZE,
): (cursor: string | undefined) => ListToolsResult {
  const tools = spec.tools.map(describeTool);
  const cursorOf = (offset: number): string =>
    Buffer.from(`${spec.digest.slice(0, 16)}.${offset}`).toString('base64url');
  const offsets = new Map<string, number>();
  for (let offset = pageSize; offset < tools.length; offset += pageSize)
    offsets.set(cursorOf(offset), offset);

  return (cursor) => {
    const offset = cursor === undefined ? 0 : offsets.get(cursor);
    if (offset === undefined) {
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'cursor: not one that this list gave; start again without it.',
      );
    }
    const end = offset + pageSize;
    return {
      tools: tools.slice(offset, end),
      ...(end < tools.length ? { nextCursor: cursorOf(end) } : {}),
    };
  };
}

function describeTool(tool: ForgeTool): Tool {
  return {
    name: tool.name,
    ...(tool.title === undefined ? {} : { title: tool.title }),
    description: descriptionOf(tool),
    inputSchema: { ...inputSchemaOf(tool), type: 'object' },
    annotations: annotationsOf(tool),
  };
}
