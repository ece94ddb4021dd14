import type { Record } from "@/lib/contract/records";

export interface CellId {
  readonly recordId: string;
  readonly fieldId: string;
}

/** A person's change of one cell. */
export interface Edit extends CellId {
  readonly value: unknown;
  /** The typed text, shown again if the value is refused. */
  readonly draft: string;
  /**
   * Set for text typed in an editor: it must not overwrite someone else's newer value. Left out, the value replaces any
   * other.
   */
  readonly opened?: Opened;
  /** The cell that the value was moved from. */
  readonly movedFrom?: CellId;
}

/** A cell as it was when its editor was opened. */
export interface Opened {
  /** The value it showed. If that was a pending edit, also the value to return to if that edit is refused. */
  readonly held: readonly unknown[];
}

/** Edits that are sent together and saved all or none. */
export interface Write {
  /** Identifies the write within the store. */
  readonly id: number;
  /** The `Idempotency-Key`: the write is applied once, however often and from whichever tab it is sent. */
  readonly key: string;
  readonly edits: readonly Edit[];
  /** Joins writes to one undo step; left out, the write is a step of its own. */
  readonly changeSetId?: string;
  /** The name of that step in messages of undo and redo. */
  readonly changeSetName?: string;
  /** Adds options that the values name and their fields lack. */
  readonly addsOptions?: true;
}

/** A queued edit, with the id of its write. */
export interface QueuedEdit extends Edit {
  readonly write: number;
}

/** Why a cell refused a typed text, and that text. Kept until the next edit of the cell, or until one is cancelled. */
export interface Failure {
  readonly reason: string;
  readonly draft: string;
  /** Set if someone else changed the cell meanwhile: a person chooses between the values. */
  readonly conflict?: Conflict;
}

export interface Conflict {
  readonly mine: Edit;
  /** The record with the other person's value. */
  readonly record: Record;
}

/** An unresolved conflict and its description. */
export interface OpenConflict extends Conflict {
  readonly reason: string;
}

/** The local state of a record on top of the server's response. */
export interface RecordEdits {
  /** In order of creation; only edits of the first write can be under way. */
  readonly queue: readonly QueuedEdit[];
  readonly failures: { readonly [fieldId: string]: Failure };
}

/**
 * The optimistic state: unsettled edits by record. A cell shows its last edit, or else the server's value, so removing
 * an edit is the whole rollback.
 */
export interface Edits {
  readonly records: ReadonlyMap<string, RecordEdits>;
  /** In order of creation. */
  readonly writes: ReadonlyMap<number, Write & { readonly isSending: boolean }>;
  /** True if the last attempt to send did not reach the server or was not signed in. */
  readonly isUnreachable: boolean;
  /** True if the session has ended. */
  readonly isSignedOut: boolean;
}

const reached = { isUnreachable: false, isSignedOut: false };

export const noEdits: Edits = { records: new Map(), writes: new Map(), ...reached };

/** Queues the edits of a write behind others of their records, and clears the failures of their cells. */
export function made(edits: Edits, write: Write): Edits {
  const records = new Map(edits.records);
  for (const [recordId, ofRecord] of byRecord(write.edits)) {
    const before = records.get(recordId) ?? nothing;
    records.set(recordId, {
      queue: [...before.queue, ...ofRecord.map((edit) => ({ ...edit, write: write.id }))],
      failures: without(before.failures, ofRecord),
    });
  }
  return { ...edits, records, writes: new Map(edits.writes).set(write.id, { ...write, isSending: false }) };
}

/** The maximum number of concurrent requests: after a time offline, hundreds of writes may be waiting. */
const atOnce = 4;

/** The writes that can be sent now: those first in line for all their records, so that none overtakes another. */
export function sendable({ records, writes }: Edits): Write[] {
  const all = [...writes.values()];
  const underWay = all.filter(({ isSending }) => isSending).length;
  const free: Write[] = [];
  for (const write of all) {
    if (free.length >= atOnce - underWay) break;
    const isFirst = ({ recordId }: Edit) => records.get(recordId)?.queue[0]?.write === write.id;
    if (!write.isSending && write.edits.every(isFirst)) free.push(write);
  }
  return free;
}

export function sending(edits: Edits, { id }: Write): Edits {
  return withWrite(edits, id, (write) => ({ ...write, isSending: true }));
}

/** Removes a write that was saved. */
export function settled(edits: Edits, { id }: Write): Edits {
  const write = edits.writes.get(id);
  if (!write) return edits;
  const writes = new Map(edits.writes);
  writes.delete(id);
  return { records: dequeued(edits, id, write.edits), writes, ...reached };
}

/**
 * Rolls back refused edits and marks their cells with the reasons, unless a later edit of the cell is waiting. The rest
 * of the write stays in line.
 */
export function refused(edits: Edits, { id }: Write, reasons: ReadonlyMap<Edit, string>): Edits {
  const failures = [...reasons].map(([edit, reason]): [Edit, Failure] => [
    edit,
    { reason, draft: edit.draft },
  ]);
  return withoutFailed(edits, id, new Map(failures));
}

/**
 * Rolls back conflicting edits. Their cells show the other person's value, marked, and keep the typed text. The rest of
 * the write stays in line.
 */
export function conflicted(
  edits: Edits,
  { id }: Write,
  { record, reasons }: { readonly record: Record; readonly reasons: ReadonlyMap<Edit, string> },
): Edits {
  const failures = [...reasons].map(([mine, reason]): [Edit, Failure] => [
    mine,
    { reason, draft: mine.draft, conflict: { mine, record } },
  ]);
  return withoutFailed(edits, id, new Map(failures));
}

/** The conflicts that wait for a decision. */
export function openConflicts({ records }: Edits): OpenConflict[] {
  return [...records.values()].flatMap(({ failures }) =>
    Object.values(failures).flatMap(({ conflict, reason }) => (conflict ? [{ ...conflict, reason }] : [])),
  );
}

/** Marks a cell whose text could not be parsed. Nothing was sent. */
export function failed(edits: Edits, { recordId, fieldId }: CellId, failure: Failure): Edits {
  return withRecord(edits, recordId, (before) => ({
    ...before,
    failures: { ...before.failures, [fieldId]: failure },
  }));
}

/** Clears the mark of a cell that was edited without a change. */
export function failureCleared(edits: Edits, cell: CellId): Edits {
  if (!failureOf(edits.records.get(cell.recordId), cell.fieldId)) return edits;
  return withRecord(edits, cell.recordId, (before) => ({
    ...before,
    failures: without(before.failures, [cell]),
  }));
}

/** Keeps a write in line that did not reach the server or was not signed in. */
export function postponed(edits: Edits, { id }: Write, { isSignedOut }: Pick<Edits, "isSignedOut">): Edits {
  const waiting = withWrite(edits, id, (write) => ({ ...write, isSending: false }));
  return { ...waiting, isUnreachable: true, isSignedOut };
}

export function countWaiting({ writes }: Edits): number {
  let count = 0;
  for (const write of writes.values()) count += write.edits.length;
  return count;
}

/** The number of cells marked with a failure. */
export function countFailed({ records }: Edits): number {
  return [...records.values()].reduce((sum, { failures }) => sum + Object.keys(failures).length, 0);
}

/** The value a cell shows: its last edit, or else the server's value. */
export function shownValue(record: RecordEdits | undefined, fieldId: string, answered: unknown): unknown {
  const last = record?.queue.findLast((edit) => edit.fieldId === fieldId);
  return last ? last.value : answered;
}

export function failureOf(record: RecordEdits | undefined, fieldId: string): Failure | undefined {
  return record && Object.hasOwn(record.failures, fieldId) ? record.failures[fieldId] : undefined;
}

/** Groups edits by record, in order. */
export function byRecord(edits: readonly Edit[]): Map<string, Edit[]> {
  const records = new Map<string, Edit[]>();
  for (const edit of edits) {
    const ofRecord = records.get(edit.recordId);
    if (ofRecord) ofRecord.push(edit);
    else records.set(edit.recordId, [edit]);
  }
  return records;
}

const nothing: RecordEdits = { queue: [], failures: {} };

function withWrite(
  edits: Edits,
  id: number,
  change: (write: Write & { isSending: boolean }) => Write & { isSending: boolean },
): Edits {
  const write = edits.writes.get(id);
  return write ? { ...edits, writes: new Map(edits.writes).set(id, change(write)) } : edits;
}

/** Replaces the entry of a record, and removes it once it is empty. */
function withRecord(edits: Edits, recordId: string, change: (before: RecordEdits) => RecordEdits): Edits {
  const records = new Map(edits.records);
  keep(records, recordId, change(records.get(recordId) ?? nothing));
  return { ...edits, records };
}

function keep(records: Map<string, RecordEdits>, recordId: string, { queue, failures }: RecordEdits): void {
  if (queue.length === 0 && Object.keys(failures).length === 0) records.delete(recordId);
  else records.set(recordId, { queue, failures });
}

function dequeued({ records }: Edits, write: number, gone: readonly Edit[]): Edits["records"] {
  const rest = new Map(records);
  for (const [recordId, ofRecord] of byRecord(gone)) {
    const before = rest.get(recordId);
    if (!before) continue;
    const isGone = (edit: QueuedEdit) =>
      edit.write === write && ofRecord.some(({ fieldId }) => fieldId === edit.fieldId);
    keep(rest, recordId, { ...before, queue: before.queue.filter((edit) => !isGone(edit)) });
  }
  return rest;
}

/** Removes edits from their write and marks their cells. */
function withoutFailed(edits: Edits, id: number, failures: ReadonlyMap<Edit, Failure>): Edits {
  const write = edits.writes.get(id);
  if (!write) return edits;
  const rest = write.edits.filter((edit) => !failures.has(edit));
  const writes = new Map(edits.writes);
  if (rest.length === 0) writes.delete(id);
  else writes.set(id, { ...write, edits: rest, isSending: false });
  const gone = { records: dequeued(edits, id, [...failures.keys()]), writes, ...reached };
  return marked(gone, failures);
}

function marked(edits: Edits, failures: ReadonlyMap<Edit, Failure>): Edits {
  const records = new Map(edits.records);
  for (const [{ recordId, fieldId }, failure] of failures) {
    const before = records.get(recordId) ?? nothing;
    if (before.queue.some((edit) => edit.fieldId === fieldId)) continue;
    records.set(recordId, { ...before, failures: { ...before.failures, [fieldId]: failure } });
  }
  return { ...edits, records };
}

function without(failures: RecordEdits["failures"], cells: readonly CellId[]): RecordEdits["failures"] {
  const isGone = (name: string) => cells.some(({ fieldId }) => fieldId === name);
  return Object.fromEntries(Object.entries(failures).filter(([name]) => !isGone(name)));
}
