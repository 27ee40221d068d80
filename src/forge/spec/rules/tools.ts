import { looksLikeWrite } from '../effect.ts';
import type { ForgeSpec, ForgeTool } from '../forge-spec.ts';
import type { Problems } from '../problem.ts';
import { checkGraphqlTool } from './graphql.ts';
import { checkParams } from './params.ts';
import { findRepeated } from './repeated.ts';
import { checkRestTool } from './rest.ts';

/** Every tool by itself, and their names together. */
export function checkTools(spec: ForgeSpec, problems: Problems): void {
  for (const at of findRepeated(spec.tools.map(({ name }) => name))) {
    problems.error(
      'duplicate-tool',
      `/tools/${at}/name`,
      `Another tool is called ${spec.tools[at]?.name} already.`,
    );
  }
  for (const [at, tool] of spec.tools.entries()) {
    const pointer = `/tools/${at}`;
    checkParams(tool, pointer, problems);
    if (!checkKind(spec.transport.kind, tool, pointer, problems)) continue;
    const understood =
      spec.transport.kind === 'rest'
        ? checkRestTool(spec, tool, pointer, problems)
        : checkGraphqlTool(tool, pointer, problems);
    if (understood) checkWrite(tool, pointer, problems);
  }
}

/** True when the tool has what its transport sends. */
function checkKind(kind: 'rest' | 'graphql', tool: ForgeTool, pointer: string, problems: Problems): boolean {
  const [needed, foreign] =
    kind === 'rest' ? (['request', ['query', 'variables']] as const) : (['query', ['request']] as const);
  for (const key of foreign) {
    if (tool[key] === undefined) continue;
    problems.error(
      'wrong-transport',
      `${pointer}/${key}`,
      `\`${key}\` is for another transport; this one is ${kind}.`,
    );
  }
  if (tool[needed] !== undefined) return true;
  const what = kind === 'rest' ? 'a `request` with method and path' : 'a `query` and its `variables`';
  problems.error(
    'missing',
    `${pointer}/${needed}`,
    `The tool has no \`${needed}\`; over ${kind} it has ${what}.`,
  );
  return false;
}

function checkWrite(tool: ForgeTool, pointer: string, problems: Problems): void {
  const changes = looksLikeWrite(tool);
  const what = tool.request === undefined ? (changes ? 'a mutation' : 'a query') : tool.request.method;
  if (changes && tool.write === undefined) {
    problems.error(
      'write-missing',
      `${pointer}/write`,
      `\`write\` is missing: ${what} changes things as a rule. Say true, and calls wait for a yes; say false where it only reads.`,
    );
  }
  if (!changes && tool.write === true) {
    problems.warn(
      'write-on-read',
      `${pointer}/write`,
      `\`write\` holds every call of what only reads (${what}).`,
    );
  }
  if (tool.write === true && tool.annotations?.readOnlyHint === true) {
    problems.warn(
      'annotation-contradicts',
      `${pointer}/annotations/readOnlyHint`,
      'Clients are told that this only reads, and its calls are held as writes.',
    );
  }
}
