import type { Record } from "@/lib/contract/records";
import {
  type CellId,
  type Edit,
  type Edits,
  type Failure,
  failed,
  forgiven,
  made,
  noEdits,
  postponed,
  refused,
  sendable,
  sending,
  settled,
} from "./edits";

/** The world around a store; tests give another. */
export interface EditStoreWorld {
  /** Sends the PATCH and gives the record as it is then. */
  send(edit: Edit): Promise<Record>;
  onSaved(record: Record): void;
  onRefused(edit: Edit, reason: string): void;
  /** Whether trying the same again later may help. */
  isPassing(error: unknown): boolean;
  /** Calls back when it is time for another attempt, the n-th in a row. */
  retryLater(attempt: number, retry: () => void): void;
}

export interface NewEdit extends Omit<Edit, "id"> {}

export interface EditStore {
  get(): Edits;
  subscribe(listener: () => void): () => void;
  /** Shows a value in its cell and sends it, after the edits of the same record that came before. */
  write(edit: NewEdit): void;
  /** Marks a cell whose text is not a value; nothing is sent. */
  fail(cell: CellId, failure: Failure): void;
  forgive(cell: CellId): void;
}

/** Keeps a table's edits until they are settled, whatever page is looked at meanwhile. */
export function createEditStore(world: EditStoreWorld): EditStore {
  const listeners = new Set<() => void>();
  let edits = noEdits;
  let edited = 0;
  let attempts = 0;

  function change(next: Edits): void {
    edits = next;
    for (const listener of listeners) listener();
  }

  function flush(): void {
    for (const edit of sendable(edits)) {
      change(sending(edits, edit));
      void deliver(edit);
    }
  }

  async function deliver(edit: Edit): Promise<void> {
    try {
      const record = await world.send(edit);
      attempts = 0;
      world.onSaved(record);
      change(settled(edits, edit));
    } catch (error) {
      if (world.isPassing(error)) {
        change(postponed(edits, edit));
        attempts += 1;
        world.retryLater(attempts, flush);
        return;
      }
      const reason = error instanceof Error ? error.message : String(error);
      change(refused(edits, edit, reason));
      world.onRefused(edit, reason);
    }
    flush();
  }

  return {
    get: () => edits,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    write(edit) {
      edited += 1;
      change(made(edits, { ...edit, id: edited }));
      // While no server is found, the next attempt is what sends it.
      if (!edits.isUnreachable) flush();
    },
    fail: (cell, failure) => change(failed(edits, cell, failure)),
    forgive: (cell) => change(forgiven(edits, cell)),
  };
}
