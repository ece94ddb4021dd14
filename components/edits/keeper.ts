import { type Edit, type Edits, openConflicts, type Write } from "./edits";

/** A write as it is to be kept. */
export type Keepable = Omit<Write, "id">;

/** The storage that keeps waiting writes; tests pass their own. */
export interface KeeperWorld {
  /** `at` tells in which order writes were made, however often one is kept anew. */
  keep(write: Keepable, at: number): void;
  forget(key: string): void;
  mintKey(): string;
  now(): number;
}

/** Keeps what waits for the server or for a decision, and nothing else: it is called whenever edits have changed. */
export function createKeeper({ keep, forget, mintKey, now }: KeeperWorld): (edits: Edits) => void {
  /** The edits that are kept, by the key of their write. */
  const kept = new Map<string, { readonly edits: Keepable["edits"]; readonly at: number }>();
  let latest = 0;
  /** Of edits that conflict: once decided they are a write of their own. */
  const conflicts = new WeakMap<Edit, Keepable>();

  function asWrite(mine: Edit): Keepable {
    const write = conflicts.get(mine) ?? { key: mintKey(), edits: [mine] };
    conflicts.set(mine, write);
    return write;
  }

  return (edits) => {
    const waiting = [...edits.writes.values(), ...openConflicts(edits).map(({ mine }) => asWrite(mine))];
    for (const write of waiting) {
      const before = kept.get(write.key);
      if (before?.edits === write.edits) continue;
      latest = Math.max(now(), latest + 1);
      const at = before?.at ?? latest;
      keep(write, at);
      kept.set(write.key, { edits: write.edits, at });
    }
    const keys = new Set(waiting.map(({ key }) => key));
    for (const key of kept.keys()) {
      if (keys.has(key)) continue;
      forget(key);
      kept.delete(key);
    }
  };
}
