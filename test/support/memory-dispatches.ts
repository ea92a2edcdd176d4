// What dispatches keep for sub-agents, in memory: the same rules as the files of the real ones, told by contracts/dispatches.ts.
import type { Place, Turn } from "../../src/agents/event.ts";
import type { Dispatches, Stashed } from "../../src/engine/ports.ts";

type Stash = { readonly turn: Turn; readonly ways: readonly Stashed[]; waits: boolean };

/** All sessions of one world; a place is a session and, at a start, an agent. */
export function openMemoryDispatches(): (place: Place) => Dispatches {
  const stashes = new Map<string, Stash[]>();
  const started = new Set<string>();
  return ({ session, agent }) => {
    const key = (type: string) => JSON.stringify([session, type]);
    return {
      stash: (type, turn, ways) => {
        if (session !== null) stashes.set(key(type), [...(stashes.get(key(type)) ?? []), { turn, ways, waits: true }]);
      },
      collect: (type, turn) => {
        const self = JSON.stringify([session, agent]);
        if (session === null || started.has(self)) return [];
        started.add(self);
        const all = stashes.get(key(type)) ?? [];
        const fitting = all.filter((s) => s.turn === null || turn === null || s.turn === turn);
        const mine = fitting.find((s) => s.waits);
        if (mine === undefined) return [];
        mine.waits = false;
        const isOver = !fitting.some((s) => s.waits);
        if (isOver)
          stashes.set(
            key(type),
            all.filter((s) => !fitting.includes(s)),
          );
        return [...new Map(fitting.flatMap((s) => s.ways).map((w) => [w.way, w])).values()];
      },
    };
  };
}
