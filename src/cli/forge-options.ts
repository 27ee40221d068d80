import type { Options } from './arguments.ts';

/** The flags of serving. */
export const SERVE_OPTIONS: Options = {
  http: {
    takes: 'value',
    value: '[HOST:]PORT',
    help: 'serve over HTTP at /mcp/NAME instead of standard input and output',
  },
};

/** The flags of `forge approve`. */
export const APPROVE_OPTIONS: Options = {};

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
