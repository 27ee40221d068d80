import { parseEgressConfig } from '../config.ts';
import { createEgress } from '../egress/create-egress.ts';
import type { Egress } from '../egress/egress.ts';
import { EgressError } from '../egress/egress-error.ts';
import { LarderError } from '../errors.ts';
import type { Arguments, Options } from './arguments.ts';

/** The flag of every command that sends requests to hosts that its operands name. */
export const EGRESS_OPTIONS: Options = {
  'egress-allow': {
    takes: 'value',
    value: 'LIST',
    help: 'what may be reached beyond the public Internet: 10.0.0.0/8,127.0.0.1:8080 (default LARDER_EGRESS_ALLOW)',
  },
};

/**
 * @param alsoAllowed what the command itself lets be reached, because its operand names it
 *
 * Errors: ConfigError, INVALID_ARGUMENT.
 */
export function openEgress(args: Arguments, alsoAllowed: readonly string[] = []): Egress {
  const { egressAllow, dnsServers } = parseEgressConfig({ egressAllow: args.value('egress-allow') });
  return createEgress({
    allow: [...egressAllow, ...alsoAllowed],
    ...(dnsServers.length === 0 ? {} : { dnsServers }),
  });
}

/** What a failed request is to whoever asked for it. */
export function toLarderError(error: unknown): unknown {
  return error instanceof EgressError ? new LarderError('NOT_FOUND', error.message, { cause: error }) : error;
}
