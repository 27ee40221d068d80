import { Agent, type ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';
import { openConnection, type Pin } from './connection.ts';
import { IDLE_CONNECTION_MS, MAX_KEPT_HOSTS } from './limits.ts';

/** What a request of ours hands to its agent. */
export interface PinnedRequest extends ClientRequestArgs {
  readonly pin: Pin;
}

/** Connects to the pinned address and nowhere else: what Node would connect to is not looked at. */
class PinnedAgent extends Agent {
  override createConnection(
    options: ClientRequestArgs,
    callback?: (error: Error | null, stream: Duplex) => void,
  ): undefined {
    // Set by `sendOnce` on every request that is given such an agent.
    const { pin } = options as PinnedRequest;
    // Beside an error there is no stream, which Node's types do not say.
    const fail = callback as ((error: Error) => void) | undefined;
    openConnection(pin).then(
      (socket) => callback?.(null, socket),
      (error: Error) => fail?.(error),
    );
    return undefined;
  }
}

/** Connections that are kept for the next request to the same address of the same origin. */
export class Connections {
  /** The longest unused first. */
  readonly #agents = new Map<string, Agent>();

  /** An agent whose idle connections all go to this address of this origin. */
  kept({ target, address }: Pick<Pin, 'target' | 'address'>): Agent {
    const key = `${target.origin} ${address.text}`;
    const agent =
      this.#agents.get(key) ??
      new PinnedAgent({ keepAlive: true, timeout: IDLE_CONNECTION_MS, maxFreeSockets: 4 });
    this.#agents.delete(key);
    this.#agents.set(key, agent);
    for (const oldest of this.#agents.keys()) {
      if (this.#agents.size <= MAX_KEPT_HOSTS) break;
      this.#agents.delete(oldest);
    }
    return agent;
  }

  /** An agent for one request, whose connection ends with it. */
  fresh(): Agent {
    return new PinnedAgent({ keepAlive: false });
  }

  close(): void {
    for (const agent of this.#agents.values()) agent.destroy();
    this.#agents.clear();
  }
}
