import { EgressError } from '../egress-error.ts';
import { Turnstile } from '../turnstile.ts';
import { askNameServer } from './exchange.ts';
import { DNS_ROUNDS, DNS_TIMEOUT_MS, MAX_DNS_QUESTIONS } from './limits.ts';
import { type DnsReply, makeQuestion, type WireRecord } from './message.ts';
import type { NameServer } from './name-server.ts';
import { readRecords } from './read-records.ts';
import type { DnsRecordOf, DnsType } from './record.ts';

export type Resolver = <T extends DnsType>(
  name: string,
  type: T,
  signal: AbortSignal,
) => Promise<readonly DnsRecordOf<T>[]>;

/** A stub resolver: asks recursive servers one after the other, twice, until one has an answer. */
export function createResolver(servers: readonly NameServer[]): Resolver {
  const questions = new Turnstile({ open: MAX_DNS_QUESTIONS, waiting: MAX_DNS_QUESTIONS });
  return async (name, type, signal) => {
    const leave = await questions.enter(signal);
    try {
      return readRecords(type, await ask(servers, name, type, signal));
    } finally {
      leave();
    }
  };
}

async function ask(
  servers: readonly NameServer[],
  name: string,
  type: DnsType,
  signal: AbortSignal,
): Promise<readonly WireRecord[]> {
  let reason = 'there is no name server';
  for (let round = 0; round < DNS_ROUNDS; round++) {
    for (const server of servers) {
      const question = makeQuestion(name, type);
      if (question === undefined) return [];
      const late = AbortSignal.timeout(DNS_TIMEOUT_MS);
      const answer = await askNameServer(server, question, AbortSignal.any([signal, late])).catch(
        (error: unknown): DnsReply => {
          signal.throwIfAborted();
          return { outcome: 'failed', reason: late.aborted ? 'no answer in time' : reasonOf(error) };
        },
      );
      if (answer.outcome === 'answered') return answer.records;
      if (answer.outcome === 'failed') reason = answer.reason;
    }
  }
  throw new EgressError('name-lookup-failed', `${name.slice(0, 100)} could not be looked up: ${reason}`);
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'the server could not be asked';
}
