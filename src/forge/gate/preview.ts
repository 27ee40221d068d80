import type { JsonObject } from '../../model/entry.ts';
import type { RenderedRequest } from '../render/rendered-request.ts';

/** Before every line of the body: how the seed shows one. */
const BODY_INDENT = '    ';

/**
 * The request as the seed shows it (forge.md, "Writes are held until confirmed"): final address, the body byte for
 * byte behind an indent of four spaces, names of headers and never their values.
 */
export function showRequest(request: RenderedRequest): string {
  const { method, url, headers, body } = request;
  const lines = [`${method} ${url}`];
  if (body !== undefined) {
    lines.push('  body:', ...body.split('\n').map((line) => BODY_INDENT + line));
  }
  lines.push(`  headers: ${listHeaderNames({ headers }).join(', ')}`);
  return lines.join('\n');
}

/** A request that was not sent. */
export function showHeld(request: string): string {
  return `This has NOT been sent yet.\n\n${request}`;
}

/** The seed's closing two sentences. */
export function askForToken(token: string): string {
  return `To send exactly this, call again with confirm="${token}".\nAny change to the arguments invalidates the token.`;
}

/** The closing sentences where the operator approves, in the seed's shape. */
export function askForApproval(token: string, id: string): string {
  return (
    `The operator has to approve this first: larder forge approve ${id} --state FILE\n` +
    `To send exactly this after that, call again with confirm="${token}".\n` +
    'Any change to the arguments invalidates the token.'
  );
}

/** The same for programs. */
export function twinOfRequest({ method, url, headers, body }: RenderedRequest): JsonObject {
  return { method, url, headers: listHeaderNames({ headers }), ...(body === undefined ? {} : { body }) };
}

/** Sorted without regard to case; each once. */
function listHeaderNames({ headers }: Pick<RenderedRequest, 'headers'>): string[] {
  const names = [...new Map(headers.map(([name]) => [name.toLowerCase(), name])).entries()];
  return names.sort(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name);
}
