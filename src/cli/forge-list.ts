import { annotationsOf, isWrite } from '../forge/spec/effect.ts';
import type { ForgeSpec, ForgeTool } from '../forge/spec/forge-spec.ts';
import { descriptionOf, inputSchemaOf } from '../forge/spec/input-schema.ts';
import { nameOfOperation } from '../forge/spec/query-document.ts';
import type { Arguments } from './arguments.ts';
import { cleanText, toSafeJson } from './clean.ts';
import { EXIT, type Exit } from './command.ts';
import { formatTable } from './table.ts';
import type { Terminal } from './terminal.ts';

const COLUMNS = ['TOOL', 'EFFECT', 'REQUEST', 'ARGUMENTS', 'WHAT IT DOES'].map((title) => ({ title }));

/** Prints the tools of specs: a table a spec, or what MCP clients would see of them as JSON. */
export function listTools(specs: readonly ForgeSpec[], args: Arguments, terminal: Terminal): Exit {
  if (args.has('json')) {
    const shown = specs.map(({ name, tools }) => ({
      name,
      tools: tools.map((tool) => ({
        name: tool.name,
        description: descriptionOf(tool),
        inputSchema: inputSchemaOf(tool),
        annotations: annotationsOf(tool),
      })),
    }));
    terminal.out(`${toSafeJson({ specs: shown })}\n`);
    return EXIT.OK;
  }
  for (const [i, { name, transport, tools }] of specs.entries()) {
    const gap = i === 0 ? '' : '\n';
    terminal.out(`${gap}${cleanText(name)} (${transport.kind}, ${cleanText(transport.url)})\n`);
    terminal.out(formatTable(COLUMNS, tools.map(rowOf), terminal.columns));
  }
  return EXIT.OK;
}

function rowOf(tool: ForgeTool): readonly string[] {
  const { request } = tool;
  const names = tool.params.map((param) =>
    param.required && param.default === undefined ? param.name : `[${param.name}]`,
  );
  return [
    tool.name,
    isWrite(tool) ? 'write, held' : 'read',
    request === undefined ? nameOfOperation(tool.query ?? '') : `${request.method} ${request.path}`,
    names.join(' '),
    tool.description,
  ];
}
