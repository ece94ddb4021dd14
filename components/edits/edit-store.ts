import { v4 } from "uuid";
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
  forgiven,
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
import { isSameValue } from "./same-value";

/** The world around a store; tests give another. */
export interface EditStoreWorld {
  /** Sends a write and gives its records as they are then; fails with `Conflicted` where somebody else was first. */
  send(write: Write): Promise<readonly Record[]>;
  /** Called before a write is made: what was offered or marked until then may be over. */
  onWrite(): void;
  /** A record as it is now, with its `ETag`. */
  read(recordId: string): Promise<TaggedRecord>;
  /** What an edit conflicts with, in words. */
  conflictText(conflicted: Conflicted, mine: Edit): string;
  onSaved(records: readonly Record[]): void;
  onRefused(refusal: Refusal): void;
  /** Whether trying the same again later may help. */
  isPassing(error: unknown): boolean;
  /** Whether nobody is signed in any more: what was typed waits until somebody is. */
  isSignedOut(error: unknown): boolean;
  /** The edits that an error is about, each with its reason, where it says so. */
  blamed(error: unknown, write: Write): ReadonlyMap<Edit, string>;
  /** Calls back when it is time for another attempt, the n-th in a row. */
  retryLater(attempt: number, retry: () => void): void;
}

export interface TaggedRecord {
  readonly record: Record;
  readonly tag: string;
}

export interface Refusal {
  readonly count: number;
  /** The first, where there are several. */
  readonly reason: string;
  /** What was typed in an editor, if one edit alone was refused: its cell may not be there any more to give it back. */
  readonly typed?: string;
}

/** What became of a write. */
export interface Outcome {
  /** The edits that are stored. */
  readonly saved: readonly Edit[];
  /** How many are not. */
  readonly refused: number;
}

/** The key is given where the write was made before, and kept. */
export type NewWrite = Omit<Write, "id" | "key"> & Partial<Pick<Write, "key">>;

export interface EditStore {
  get(): Edits;
  subscribe(listener: () => void): () => void;
  /** An editor is opened on a cell that shows a value: what it holds then is remembered, to find out who changed it. */
  open(cell: CellId, shown: unknown): Opened;
  /** Shows values in their cells and sends them, after the edits of the same records that came before. */
  write(write: NewWrite): Promise<Outcome>;
  /** Marks a cell whose text is not a value; nothing is sent. */
  fail(cell: CellId, failure: Failure): void;
  forgive(cell: CellId): void;
  /** Writes what was typed after all, unless somebody has changed the cell once more. */
  keepMine(conflict: Conflict): Promise<Outcome>;
  /** When every edit that was made is settled. */
  whenSettled(): Promise<void>;
}

/** Keeps a table's edits until they are settled, whatever page is looked at meanwhile. */
export function createEditStore(world: EditStoreWorld): EditStore {
  const listeners = new Set<() => void>();
  const waiting = new Map<number, { size: number; resolve: (outcome: Outcome) => void }>();
  let edits = noEdits;
  let written = 0;
  let attempts = 0;

  function change(next: Edits): void {
    edits = next;
    for (const listener of listeners) listener();
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

  /** The other's values are shown and nothing is overwritten; what does not conflict is sent again. */
  function yieldTo(write: Write, error: Conflicted): void {
    const reasons = new Map(error.mine.map((edit) => [edit, world.conflictText(error, edit)]));
    world.onSaved([error.record]);
    change(conflicted(edits, write, { record: error.record, reasons }));
    if (!edits.writes.has(write.id)) conclude(write.id, []);
  }

  /** What the server names is taken back, and the rest sent again; all of it, where it names nothing. */
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
    // What waits moves the version on: it is read once that is settled.
    const tag = waiting.length > 0 ? Promise.resolve(undefined) : tagWhile({ recordId, fieldId }, shown);
    return { held: [shown, ...(before?.held ?? [])], tag };
  }

  /** The version in which a cell holds a value; undefined where that is not the one that there is. */
  async function tagWhile({ recordId, fieldId }: CellId, value: unknown): Promise<string | undefined> {
    try {
      const { record, tag } = await world.read(recordId);
      return isSameValue(record.data[fieldId], value) ? tag : undefined;
    } catch {
      // It is found out when the edit is sent.
      return undefined;
    }
  }

  function write(added: NewWrite): Promise<Outcome> {
    world.onWrite();
    written += 1;
    const id = written;
    change(made(edits, { key: v4(), ...added, id }));
    const outcome = new Promise<Outcome>((resolve) => {
      waiting.set(id, { size: added.edits.length, resolve });
    });
    // While no server is found, the next attempt is what sends it.
    if (!edits.isUnreachable) flush();
    return outcome;
  }

  return {
    get: () => edits,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open,
    write,
    fail: (cell, failure) => change(failed(edits, cell, failure)),
    forgive: (cell) => change(forgiven(edits, cell)),
    keepMine({ mine, record }) {
      const opened = { held: [record.data[mine.fieldId]], tag: Promise.resolve(undefined) };
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

/** What a person would read in an editor; of lists and files it holds something else. */
function typedIn({ opened, draft, value }: Edit): string | undefined {
  return opened && draft !== "" && typeof value !== "object" ? draft : undefined;
}
