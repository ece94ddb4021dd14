import { type Edit, type Edits, openConflicts, type Write } from "./edits";

/** A write to be kept in the browser. */
export type Keepable = Omit<Write, "id">;

/** The storage that keeps waiting writes; tests pass their own. */
export interface KeeperWorld {
  /** `at` gives the order of writes and stays the same when a write is kept again. */
  keep(write: Keepable, at: number): void;
  forget(key: string): void;
  newKey(): string;
  now(): number;
}

/**
 * Returns a function to call after every change of the edits. It keeps those that wait for the server or a decision,
 * and forgets the others.
 */
export function createKeeper({ keep, forget, newKey, now }: KeeperWorld): (edits: Edits) => void {
  /** The edits kept, by the key of their write. */
  const kept = new Map<string, { readonly edits: Keepable["edits"]; readonly at: number }>();
  let latest = 0;
  /** Writes made for conflicting edits: their resolution is a write of its own. */
  const conflicts = new WeakMap<Edit, Keepable>();

  function asWrite(mine: Edit): Keepable {
    const write = conflicts.get(mine) ?? { key: newKey(), edits: [mine] };
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
