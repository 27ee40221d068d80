import type { Options } from './arguments.ts';

/** The flags of serving. */
export const SERVE_OPTIONS: Options = {
  http: {
    takes: 'value',
    value: '[HOST:]PORT',
    help: 'serve over HTTP at /mcp/NAME instead of standard input and output',
  },
  'confirm-ttl': {
    takes: 'value',
    value: 'SECONDS',
    help: 'how long a shown request can be confirmed (default 300)',
  },
  state: {
    takes: 'value',
    value: 'FILE',
    help: 'keep what waits in this SQLite file, for several processes and for approve',
  },
  audit: {
    takes: 'value',
    value: 'FILE',
    help: 'append previews, approvals, sends and outcomes to this file, JSON lines',
  },
  'require-approval': {
    takes: 'flag',
    help: 'writes wait for larder forge approve; needs --state',
  },
  'no-elicit': { takes: 'flag', help: 'never ask the person at the client; tokens only' },
  'allow-private': { takes: 'flag', help: 'APIs may be on this machine and in private networks' },
  'allow-host': {
    takes: 'list',
    value: 'NAME',
    help: 'with --http: a name by which this server is called, beside localhost',
  },
};

/** The flags of `forge approve`. */
export const APPROVE_OPTIONS: Options = {
  yes: { takes: 'flag', help: 'approve: do not ask, the request was read elsewhere' },
};

/** The flags of `forge from-openapi`. */
export const FROM_OPENAPI_OPTIONS: Options = {
  select: {
    takes: 'list',
    value: '"METHOD /path"',
    help: 'from-openapi: an operation to take over; may be given several times',
  },
  url: {
    takes: 'value',
    value: 'URL',
    help: 'from-openapi: where the API is; servers of the document are hints only',
  },
  auth: {
    takes: 'value',
    value: 'KIND',
    help: 'from-openapi: none, bearer:VARIABLE, basic:USER_VARIABLE[:PASSWORD_VARIABLE] or header:NAME:VARIABLE',
  },
  name: {
    takes: 'value',
    value: 'NAME',
    help: 'from-openapi: name of the spec (default: made from the title)',
  },
};
