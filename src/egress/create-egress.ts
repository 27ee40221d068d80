import type { Egress, EgressOptions } from './egress.ts';
import { EgressError } from './egress-error.ts';

/** Errors: LarderError (INVALID_ARGUMENT) for an allowance or a name server that cannot be read. */
export function createEgress(_options: EgressOptions = {}): Egress {
  const refuse = (): never => {
    throw new EgressError('closed', 'nothing is sent yet');
  };
  return {
    fetch: async () => refuse(),
    webFetch: async () => refuse(),
    resolveDns: async () => refuse(),
    close() {},
  };
}
