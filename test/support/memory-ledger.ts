// Ledgers that remember in memory what the real ones keep on disk: one for each session and agent.
import type { Place } from "../../src/agents/event.ts";
import type { Disclosure, Ledger, Showing } from "../../src/engine/ports.ts";
import type { WayId } from "../../src/ways/way.ts";

export type MemoryLedgers = {
  /** Each call is one event of the place's session and agent. */
  readonly open: (place: Place) => Ledger;
  /** Every disclosure of every ledger, in order. */
  readonly disclosures: readonly Disclosure[];
};

/** `isTaken`: what another process has claimed a moment ago. */
export function openMemoryLedgers(isTaken: (id: WayId) => boolean = () => false): MemoryLedgers {
  const states = new Map<string, { epoch: number; readonly showings: Map<WayId, Showing> }>();
  const disclosures: Disclosure[] = [];
  const open = (place: Place): Ledger => {
    const key = JSON.stringify([place.session ?? crypto.randomUUID(), place.agent]);
    const state = states.get(key) ?? { epoch: 0, showings: new Map() };
    states.set(key, state);
    const epoch = ++state.epoch;
    const claimed = new Set<WayId>();
    const shown = new Set(state.showings.keys());
    const before = new Map(state.showings);
    return {
      shown,
      epoch,
      showing: (id) => before.get(id) ?? null,
      claim: (id, tokens) => {
        if (isTaken(id) || claimed.has(id)) return false;
        claimed.add(id);
        state.showings.set(id, { epoch, tokens });
        return true;
      },
      record: (lines) => void disclosures.push(...lines),
      begin: (source, seed, tokens) => {
        if (source !== "resume" && source !== "fork")
          for (const known of [shown, before, state.showings]) known.clear();
        for (const id of seed) {
          if (shown.has(id)) continue;
          shown.add(id);
          for (const showings of [before, state.showings]) showings.set(id, { epoch, tokens });
        }
      },
    };
  };
  return { open, disclosures };
}
