import { pointerTo } from '../../../intake/manifest/pointer.ts';
import { isHeaderName, isReservedHeader } from '../../../intake/openapi/header-names.ts';
import { quote } from '../../../model/quote.ts';
import { findNearest } from '../../../text/nearest.ts';
import { readPathTemplate } from '../../render/path-template.ts';
import type { ForgeParam, ForgeRequest, ForgeSpec, ForgeTool } from '../forge-spec.ts';
import type { Problems } from '../problem.ts';
import { credentialName } from './transport.ts';

/** Every placeholder and mapping of a REST tool is a parameter, and every parameter is used. True: it can be read. */
export function checkRestTool(
  spec: ForgeSpec,
  tool: ForgeTool,
  pointer: string,
  problems: Problems,
): boolean {
  const { request } = tool;
  if (request === undefined) return false;
  const at = `${pointer}/request`;
  const params = new Map(tool.params.map((param) => [param.name, param]));
  const used = new Set<string>();
  const use = (name: string, place: string): ForgeParam | undefined => {
    used.add(name);
    const param = params.get(name);
    if (param === undefined) problems.error('param-unknown', place, unknownParam(name, [...params.keys()]));
    return param;
  };
  const understood = checkPath(request, at, use, problems);
  for (const [field, name] of request.query) use(name, pointerTo(`${at}/query`, field));
  checkHeaders(spec, request, at, use, problems);
  checkBody(request, at, use, problems);
  for (const [i, { name }] of tool.params.entries()) {
    // A path that cannot be read may use it.
    if (used.has(name) || !understood || name === 'confirm') continue;
    const rule = `The request does not use ${quote(name)}: put it into the path, the query, the body or a header.`;
    problems.error('param-unused', `${pointer}/params/${i}`, rule);
  }
  return true;
}

type Use = (name: string, place: string) => ForgeParam | undefined;

function checkPath(request: ForgeRequest, at: string, use: Use, problems: Problems): boolean {
  const template = readPathTemplate(request.path);
  const pointer = `${at}/path`;
  if (typeof template === 'string') {
    problems.error('path-syntax', pointer, template);
    return false;
  }
  for (const name of template.placeholders) {
    const param = use(name, pointer);
    if (param === undefined) continue;
    if (!param.required && param.default === undefined) {
      problems.error(
        'path-optional',
        pointer,
        `${quote(name)} is part of the path, so it is required or has a default.`,
      );
    }
    checkScalar(param, pointer, 'A path', problems);
  }
  return true;
}

function checkHeaders(
  spec: ForgeSpec,
  request: ForgeRequest,
  at: string,
  use: Use,
  problems: Problems,
): void {
  const { auth, headers } = spec.transport;
  const seen = new Set([...headers.keys()].map((name) => name.toLowerCase()));
  if (auth.kind !== 'none') seen.add(credentialName(auth));
  for (const [field, name] of request.headers) {
    const pointer = pointerTo(`${at}/headers`, field);
    if (!isHeaderName(field))
      problems.error('header', pointer, `${quote(field)} is not the name of a header.`);
    else if (isReservedHeader(field)) {
      problems.error('header', pointer, `The header ${quote(field)} is none that a model may fill in.`);
    }
    if (seen.has(field.toLowerCase()))
      problems.error('header-twice', pointer, `The header ${quote(field)} is set twice.`);
    seen.add(field.toLowerCase());
    const param = use(name, pointer);
    if (param !== undefined) checkScalar(param, pointer, 'A header', problems);
  }
}

function checkBody(request: ForgeRequest, at: string, use: Use, problems: Problems): void {
  const { body, method } = request;
  if (body === undefined) return;
  if (method === 'GET' || method === 'HEAD') {
    problems.error('body-on-read', `${at}/body`, `${method} carries no body; put the fields into \`query\`.`);
  }
  if (typeof body === 'string') use(body, `${at}/body`);
  else for (const [field, name] of body) use(name, pointerTo(`${at}/body`, field));
}

function checkScalar(param: ForgeParam, pointer: string, place: string, problems: Problems): void {
  if (param.type !== 'array' && param.type !== 'object') return;
  problems.error('param-type', pointer, `${place} takes no ${param.type}, and ${quote(param.name)} is one.`);
}

function unknownParam(name: string, names: readonly string[]): string {
  const meant = findNearest(name, names);
  const hint = meant === undefined ? 'add it to `params`' : `did you mean ${quote(meant)}?`;
  return `The tool has no parameter ${quote(name)}; ${hint}`;
}
