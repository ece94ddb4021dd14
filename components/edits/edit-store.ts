import { v4 } from "uuid";
import { createEmitter } from "@/lib/client/observable";
import type { Record } from "@/lib/contract/records";
import { Conflicted } from "./conflicted";
import {
  type CellId,
  type Conflict,
  conflicted,
  type Edit,
  type Edits,
  type Failure,
  failed,
  failureCleared,
  made,
  noEdits,
  type Opened,
  postponed,
  refused,
  sendable,
  sending,
  settled,
  type Write,
} from "./edits";

/** Dependencies of a store; tests pass their own. */
export interface EditStoreWorld {
  /** Sends a write and returns its records as saved; rejects with `Conflicted` if someone else changed a cell first. */
  send(write: Write): Promise<readonly Record[]>;
  /** Called before each write: offers and marks made before it may no longer apply. */
  onWrite(): void;
  /** Describes the conflict of one edit. */
  conflictText(conflicted: Conflicted, mine: Edit): string;
  onSaved(records: readonly Record[]): void;
  onRefused(refusal: Refusal): void;
  /** True if a retry may succeed. */
  isPassing(error: unknown): boolean;
  /** True if the session has ended. Edits wait until someone signs in again. */
  isSignedOut(error: unknown): boolean;
  /** The edits that an error names, each with its reason; empty if it names none. */
  blamed(error: unknown, write: Write): ReadonlyMap<Edit, string>;
  /** Schedules the n-th attempt in a row. */
  retryLater(attempt: number, retry: () => void): void;
}

export interface Refusal {
  readonly count: number;
  /** The first reason, if there are several. */
  readonly reason: string;
  /** The text typed in an editor, if a single edit was refused. Its cell may no longer exist to show it. */
  readonly typed?: string;
}

/** The result of a write. */
export interface Outcome {
  /** The edits that were saved. */
  readonly saved: readonly Edit[];
  /** The number of edits that were not saved. */
  readonly refused: number;
}

/** `key` is given only for a write that was kept by the browser and is sent again. */
export type NewWrite = Omit<Write, "id" | "key"> & Partial<Pick<Write, "key">>;

export interface EditStore {
  get(): Edits;
  subscribe(listener: () => void): () => void;
  /** Records the value that a cell shows when its editor opens, to detect changes by others. */
  open(cell: CellId, shown: unknown): Opened;
  /** Shows values in their cells and sends them after earlier edits of the same records. */
  write(write: NewWrite): Promise<Outcome>;
  /** Marks a cell whose text could not be parsed; nothing is sent. */
  fail(cell: CellId, failure: Failure): void;
  clearFailure(cell: CellId): void;
  /** Writes one's own value after a conflict, unless someone has changed the cell again. */
  keepMine(conflict: Conflict): Promise<Outcome>;
  /** Resolves once all edits are settled. */
  whenSettled(): Promise<void>;
}

/** Keeps a table's edits until they are settled, even while another page is open. */
export function createEditStore(world: EditStoreWorld): EditStore {
  const changes = createEmitter();
  const waiting = new Map<number, { size: number; resolve: (outcome: Outcome) => void }>();
  let edits = noEdits;
  let written = 0;
  let attempts = 0;

  function change(next: Edits): void {
    edits = next;
    changes.emit();
  }

  function flush(): void {
    for (const write of sendable(edits)) {
      change(sending(edits, write));
      void deliver(write);
    }
  }

  async function deliver(write: Write): Promise<void> {
    try {
      const records = await world.send(write);
      attempts = 0;
      world.onSaved(records);
      change(settled(edits, write));
      conclude(write.id, write.edits);
    } catch (error) {
      const isSignedOut = world.isSignedOut(error);
      if (isSignedOut || world.isPassing(error)) {
        change(postponed(edits, write, { isSignedOut }));
        attempts += 1;
        world.retryLater(attempts, flush);
        return;
      }
      if (error instanceof Conflicted) yieldTo(write, error);
      else refuse(write, error);
    }
    flush();
  }

  /** Shows the other person's values without overwriting anything, and sends edits without a conflict again. */
  function yieldTo(write: Write, error: Conflicted): void {
    const reasons = new Map(error.mine.map((edit) => [edit, world.conflictText(error, edit)]));
    world.onSaved([error.record]);
    change(conflicted(edits, write, { record: error.record, reasons }));
    if (!edits.writes.has(write.id)) conclude(write.id, []);
  }

  /** Rolls back the edits that the server names and sends the others again; rolls back all if it names none. */
  function refuse(write: Write, error: unknown): void {
    const blamed = world.blamed(error, write);
    const [reason = error instanceof Error ? error.message : String(error)] = blamed.values();
    const reasons = blamed.size > 0 ? blamed : new Map(write.edits.map((edit) => [edit, reason]));
    change(refused(edits, write, reasons));
    if (!edits.writes.has(write.id)) conclude(write.id, []);
    const [first, ...others] = reasons.keys();
    const typed = first && others.length === 0 ? typedIn(first) : undefined;
    world.onRefused({ count: reasons.size, reason, ...(typed !== undefined && { typed }) });
  }

  function conclude(id: number, saved: readonly Edit[]): void {
    const { size = 0, resolve } = waiting.get(id) ?? {};
    waiting.delete(id);
    resolve?.({ saved, refused: size - saved.length });
  }

  function open({ recordId, fieldId }: CellId, shown: unknown): Opened {
    const waiting = edits.records.get(recordId)?.queue ?? [];
    const before = waiting.findLast((edit) => edit.fieldId === fieldId)?.opened;
    return { held: [shown, ...(before?.held ?? [])] };
  }

  function write(added: NewWrite): Promise<Outcome> {
    world.onWrite();
    written += 1;
    const id = written;
    change(made(edits, { key: v4(), ...added, id }));
    const outcome = new Promise<Outcome>((resolve) => {
      waiting.set(id, { size: added.edits.length, resolve });
    });
    // While the server is unreachable, the scheduled retry sends it.
    if (!edits.isUnreachable) flush();
    return outcome;
  }

  return {
    get: () => edits,
    subscribe: changes.subscribe,
    open,
    write,
    fail: (cell, failure) => change(failed(edits, cell, failure)),
    clearFailure: (cell) => change(failureCleared(edits, cell)),
    keepMine({ mine, record }) {
      const opened = { held: [record.data[mine.fieldId]] };
      return write({ edits: [{ ...mine, opened }] });
    },
    async whenSettled() {
      while (edits.writes.size > 0) {
        await new Promise<void>((resolve) => {
          const stop = this.subscribe(() => {
            stop();
            resolve();
          });
        });
      }
    },
  };
}

/** The text in an editor, as a person would read it; undefined for lists and files, whose drafts are not texts. */
function typedIn({ opened, draft, value }: Edit): string | undefined {
  return opened && draft !== "" && typeof value !== "object" ? draft : undefined;
}
