import { z } from 'zod';
import { ERRORS, type ErrorCode } from '../../errors.ts';

/** The body of every error answer (the seed's `Error`; v0.91 appendix B). */
export const errorBody = z
  .strictObject({
    errorCode: z.string().meta({
      description: 'Standard uppercase error classification code.',
      example: 'INVALID_ARGUMENT',
    }),
    message: z.string().meta({
      description: 'Human-readable description explaining the error.',
      example: "query.filter.tags[3]: expected a string. Write numbers and booleans as strings: '5'.",
    }),
  })
  .meta({ id: 'Error' });

export type ErrorBody = z.infer<typeof errorBody>;

export type ErrorStatus = (typeof ERRORS)[ErrorCode]['status'];

/** Statuses that any request can get before a route is chosen: they stand in no operation. */
export const SHARED_STATUSES = [404, 405, 408, 414, 431] as const satisfies readonly ErrorStatus[];

/** The error code whose status this is; the table has one code a status. */
export function codeOfStatus(status: number): ErrorCode | undefined {
  return CODES.get(status);
}

const CODES: ReadonlyMap<number, ErrorCode> = new Map(
  (Object.keys(ERRORS) as ErrorCode[]).map((code) => [ERRORS[code].status, code]),
);

/** Declares error statuses on a route; the document folds each into one entry of `components.responses`. */
export function errorResponses<S extends ErrorStatus>(
  ...statuses: readonly S[]
): Record<S, typeof errorBody> {
  return Object.fromEntries(statuses.map((status) => [status, errorBody])) as Record<S, typeof errorBody>;
}

/** What every route can answer: a wrong key, a wrong Host or scope, an Accept we cannot meet, too many requests, a fault. */
export const COMMON_ERRORS = [401, 403, 406, 429, 500] as const satisfies readonly ErrorStatus[];
/** What every route with a body can answer besides. */
export const BODY_ERRORS = [400, 413, 415] as const satisfies readonly ErrorStatus[];
