import {
  CLOCK_TOLERANCE_MS,
  type HeldCall,
  type HeldCalls,
  MAX_HELD_CALLS,
} from '../../store/forge-state.ts';

/** The calls that wait, for as long as this process lives. Same rules as those in a state file. */
export function holdInMemory(): HeldCalls {
  // In the order in which they came, which is that of their age.
  const calls = new Map<string, HeldCall>();
  let latest = 0;

  const settle = (now: number): void => {
    if (now + CLOCK_TOLERANCE_MS < latest) {
      calls.clear();
      latest = now;
    }
    latest = Math.max(latest, now);
    for (const [id, { expiresAt }] of calls) if (expiresAt <= now) calls.delete(id);
  };

  return {
    hold(call, now) {
      settle(now);
      calls.set(call.id, call);
      const [oldest] = calls.keys();
      if (calls.size > MAX_HELD_CALLS && oldest !== undefined) calls.delete(oldest);
    },
    find(id, now) {
      settle(now);
      return calls.get(id);
    },
    take(id, now) {
      settle(now);
      const call = calls.get(id);
      calls.delete(id);
      return call;
    },
    list(now) {
      settle(now);
      return [...calls.values()];
    },
    approve(id, now) {
      settle(now);
      const call = calls.get(id);
      if (call?.channel !== 'approval') return undefined;
      const approved = { ...call, approvedAt: call.approvedAt ?? now };
      calls.set(id, approved);
      return approved;
    },
  };
}
