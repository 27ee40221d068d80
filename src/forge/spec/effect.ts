import { Kind, type OperationDefinitionNode, parse } from 'graphql';
import type { ForgeMethod, ForgeTool } from './forge-spec.ts';

/** Methods that are meant to change nothing (RFC 9110 section 9.2.1). */
const SAFE: ReadonlySet<ForgeMethod> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Methods for which twice is as good as once, by what HTTP says of them. */
const IDEMPOTENT: ReadonlySet<ForgeMethod> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

/** The four hints of MCP, and the title where the spec has one. */
export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** True when calls are held until they are confirmed: as the spec says, else by what the request would do. */
export function isWrite(tool: ForgeTool): boolean {
  return tool.write ?? looksLikeWrite(tool);
}

/** True for requests that change something as far as their method or operation tells. */
export function looksLikeWrite(tool: ForgeTool): boolean {
  if (tool.request !== undefined) return !SAFE.has(tool.request.method);
  return tool.query === undefined || operationOf(tool.query) !== 'query';
}

/** What MCP clients are told of a tool's effect; the spec may say otherwise. */
export function annotationsOf(tool: ForgeTool): ToolAnnotations {
  const write = isWrite(tool);
  const idempotent = tool.request === undefined ? !write : IDEMPOTENT.has(tool.request.method);
  return {
    ...(tool.title === undefined ? {} : { title: tool.title }),
    readOnlyHint: !write,
    destructiveHint: write,
    idempotentHint: idempotent || !write,
    openWorldHint: true,
    ...tool.annotations,
  };
}

function operationOf(query: string): OperationDefinitionNode['operation'] | undefined {
  const operation = parse(query).definitions.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return operation?.operation;
}
