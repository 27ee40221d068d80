import type { OperationInput } from '../../forage/operation.ts';
import { assignPaths } from '../../intake/mcp-tools/operation-paths.ts';
import { isWrite } from '../spec/effect.ts';
import type { ForgeSpec, ForgeTool } from '../spec/forge-spec.ts';
import { inputSchemaOf } from '../spec/input-schema.ts';

const HELD =
  'Held until confirmed: the first call sends nothing and shows the exact request, which is sent once it is confirmed.';

/** The tools of a spec as operations of a catalog, in the spec's order: what is served, as it is found. */
export function operationsOfForgeSpec(spec: ForgeSpec): readonly OperationInput[] {
  const pathOf = assignPaths(spec.tools.map(({ name }) => name));
  return spec.tools.map((tool) => ({
    path: pathOf(tool.name),
    effect: isWrite(tool) ? 'write' : 'read',
    description: tool.title === undefined ? tool.description : `${tool.title}. ${tool.description}`,
    ...notesOf(spec, tool),
    ...(pathOf(tool.name) === tool.name ? {} : { instructions: `The tool is called ${tool.name}.` }),
    inputSchema: inputSchemaOf(tool),
  }));
}

function notesOf({ transport }: ForgeSpec, tool: ForgeTool): { readonly capabilityNotes?: string } {
  const notes = [
    ...(isWrite(tool) ? [HELD] : []),
    ...(transport.auth.kind === 'none'
      ? []
      : ['The server needs a credential of the API; callers give none.']),
  ];
  return notes.length === 0 ? {} : { capabilityNotes: notes.join(' ') };
}
