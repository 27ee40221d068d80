import { EgressError, type EgressErrorCode } from './egress-error.ts';

/** Codes of Node's HTTP parser and of zlib, as far as they say more than that the connection was lost. */
const CODES: readonly (readonly [start: string, code: EgressErrorCode, message: string])[] = [
  ['HPE_HEADER_OVERFLOW', 'headers-too-large', 'answered with headers that are larger than is taken'],
  ['HPE_INVALID_EOF_STATE', 'connection-lost', 'ended the connection before its answer was complete'],
  ['HPE_', 'malformed-response', 'did not answer in HTTP'],
  ['Z_', 'encoding-refused', 'sent a body whose compression is damaged'],
  ['ERR_BROTLI', 'encoding-refused', 'sent a body whose compression is damaged'],
  ['ERR__ERROR_FORMAT', 'encoding-refused', 'sent a body whose compression is damaged'],
  ['ERR_PADDING', 'encoding-refused', 'sent a body whose compression is damaged'],
];

/** What a failure under way is called. `shown` is the target as messages name it. */
export function failureOf(error: unknown, shown: string, sent: boolean): EgressError {
  if (error instanceof EgressError) {
    if (error.sent === sent) return error;
    return new EgressError(error.code, error.message, { sent, cause: error.cause });
  }
  const nodeCode = error instanceof Error && 'code' in error ? String(error.code) : '';
  const [, code, message] = CODES.find(([start]) => nodeCode.startsWith(start)) ?? [
    '',
    'connection-lost' as const,
    'ended the connection before its answer was complete',
  ];
  return new EgressError(code, `${shown} ${message}`, { sent, cause: error });
}
