import { type ErrorCode, LarderError } from '../../errors.ts';

/** The closed table of everything for which a tool family, or the reply to its listing, is refused whole. */
export const FAMILY_REFUSALS = {
  'api-shape': 'INVALID_ARGUMENT',
  'reply-not-json': 'INVALID_ARGUMENT',
  'reply-too-deep': 'INVALID_ARGUMENT',
  'reply-too-large': 'PAYLOAD_TOO_LARGE',
  'reply-refused': 'INVALID_ARGUMENT',
  'rows-missing': 'INVALID_ARGUMENT',
  'rows-too-many': 'INVALID_ARGUMENT',
  'name-duplicate': 'INVALID_ARGUMENT',
} as const satisfies Record<string, ErrorCode>;

export type FamilyRefusalCode = keyof typeof FAMILY_REFUSALS;

/** What `appToolFamilySchemas` throws: which rule, and where in the reply or in the description of the API. */
export class ToolFamilyError extends LarderError {
  readonly reason: FamilyRefusalCode;
  /** RFC 6901, into the reply; into the API for `api-shape`. */
  readonly pointer: string;

  constructor(reason: FamilyRefusalCode, pointer: string, message: string, cause?: unknown) {
    super(FAMILY_REFUSALS[reason], message, cause === undefined ? {} : { cause });
    this.name = 'ToolFamilyError';
    this.reason = reason;
    this.pointer = pointer;
  }
}
