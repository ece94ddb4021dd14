import type { Record } from "@/lib/contract/records";

export interface CellId {
  readonly recordId: string;
  readonly fieldId: string;
}

/** A person's change of one cell. */
export interface Edit extends CellId {
  readonly value: unknown;
  /** What was typed, to be given back if the value is refused. */
  readonly draft: string;
  /** Of what was typed in an editor: nobody's newer value is overwritten then. Left out: it takes the place of any. */
  readonly opened?: Opened;
  /** The cell that the value is moved from. */
  readonly movedFrom?: CellId;
}

/** A cell as it was when its editor was opened. */
export interface Opened {
  /** What it showed; and where that was an edit still on its way, also what is there if that is refused. */
  readonly held: readonly unknown[];
  /** The `ETag` of the record that held it, as far as that is known. */
  readonly tag: Promise<string | undefined>;
}

/** Edits that are sent together, on their way to the server: all of them are stored, or none. */
export interface Write {
  /** Tells two writes apart. */
  readonly id: number;
  /** Its `Idempotency-Key`: it is done once, however often and from whichever tab it is sent. */
  readonly key: string;
  readonly edits: readonly Edit[];
  /** Joins writes to one step of undo; left out: the write is a step of its own. */
  readonly changeSetId?: string;
  /** Names that step, for the messages of undo and redo. */
  readonly changeSetName?: string;
  /** Options that the values name and their fields lack are added. */
  readonly addsOptions?: true;
}

/** An edit in line, by the write that it is part of. */
export interface QueuedEdit extends Edit {
  readonly write: number;
}

/** Why a cell did not take what was typed, and what that was. Stays until the next edit of the cell. */
export interface Failure {
  readonly reason: string;
  readonly draft: string;
  /** Where somebody else has changed the cell meanwhile: a person decides which of the values it keeps. */
  readonly conflict?: Conflict;
}

export interface Conflict {
  readonly mine: Edit;
  /** As it was found, with the value of the other. */
  readonly record: Record;
}

/** A conflict that nobody has decided yet, and what it is about in words. */
export interface OpenConflict extends Conflict {
  readonly reason: string;
}

/** What is known of one record beyond what the server has answered. */
export interface RecordEdits {
  /** In the order in which they were made; only those of the first write are under way. */
  readonly queue: readonly QueuedEdit[];
  readonly failures: { readonly [fieldId: string]: Failure };
}

/**
 * The optimistic state: which edits are not yet settled, by record. A cell shows its last edit, and when that
 * is gone what the server answered, so that taking an edit away is all there is to a rollback.
 */
export interface Edits {
  readonly records: ReadonlyMap<string, RecordEdits>;
  /** In the order in which they were made. */
  readonly writes: ReadonlyMap<number, Write & { readonly isSending: boolean }>;
  /** Whether the last attempt to send found no server, or none that lets one in. */
  readonly isUnreachable: boolean;
  /** Whether that was because nobody is signed in any more. */
  readonly isSignedOut: boolean;
}

const reached = { isUnreachable: false, isSignedOut: false };

export const noEdits: Edits = { records: new Map(), writes: new Map(), ...reached };

/** Edits are made: they wait in line behind the others of their records, and what failed before is forgotten. */
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

/** How many writes are under way at once: after a time without network there may be hundreds. */
const atOnce = 4;

/** The writes that may be sent now: those that are the first of all their records, so that none overtakes another. */
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

/** The server took it. */
export function settled(edits: Edits, { id }: Write): Edits {
  const write = edits.writes.get(id);
  if (!write) return edits;
  const writes = new Map(edits.writes);
  writes.delete(id);
  return { records: dequeued(edits, id, write.edits), writes, ...reached };
}

/**
 * The server refused some edits of it, each for a reason: the values before are back, marked with it, unless a
 * later edit of the cell is waiting. What is left of the write stays in line.
 */
export function refused(edits: Edits, { id }: Write, reasons: ReadonlyMap<Edit, string>): Edits {
  const failures = [...reasons].map(([edit, reason]): [Edit, Failure] => [
    edit,
    { reason, draft: edit.draft },
  ]);
  return withoutFailed(edits, id, new Map(failures));
}

/**
 * Somebody else has changed these cells since their editors were opened: they show the other's value, marked, and
 * what was typed is kept. What is left of the write stays in line.
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

/** The conflicts that wait for a person. */
export function openConflicts({ records }: Edits): OpenConflict[] {
  return [...records.values()].flatMap(({ failures }) =>
    Object.values(failures).flatMap(({ conflict, reason }) => (conflict ? [{ ...conflict, reason }] : [])),
  );
}

/** Nothing was sent: what was typed is not a value of the cell. */
export function failed(edits: Edits, { recordId, fieldId }: CellId, failure: Failure): Edits {
  return withRecord(edits, recordId, (before) => ({
    ...before,
    failures: { ...before.failures, [fieldId]: failure },
  }));
}

/** The mark is taken away without another value: the cell was edited, and left as it is. */
export function forgiven(edits: Edits, cell: CellId): Edits {
  if (!failureOf(edits.records.get(cell.recordId), cell.fieldId)) return edits;
  return withRecord(edits, cell.recordId, (before) => ({
    ...before,
    failures: without(before.failures, [cell]),
  }));
}

/** No server was found, or none that lets one in: the write stays where it is in line. */
export function postponed(edits: Edits, { id }: Write, { isSignedOut }: Pick<Edits, "isSignedOut">): Edits {
  const waiting = withWrite(edits, id, (write) => ({ ...write, isSending: false }));
  return { ...waiting, isUnreachable: true, isSignedOut };
}

export function countWaiting({ writes }: Edits): number {
  let count = 0;
  for (const write of writes.values()) count += write.edits.length;
  return count;
}

/** How many cells are marked, as they did not take what was typed. */
export function countFailed({ records }: Edits): number {
  return [...records.values()].reduce((sum, { failures }) => sum + Object.keys(failures).length, 0);
}

/** What a cell shows: its last edit, else what the server has answered. */
export function shownValue(record: RecordEdits | undefined, fieldId: string, answered: unknown): unknown {
  const last = record?.queue.findLast((edit) => edit.fieldId === fieldId);
  return last ? last.value : answered;
}

export function failureOf(record: RecordEdits | undefined, fieldId: string): Failure | undefined {
  return record && Object.hasOwn(record.failures, fieldId) ? record.failures[fieldId] : undefined;
}

/** Edits by their records, in their order. */
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

/** A record's entry is replaced, and dropped when nothing is left in it. */
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

/** Takes edits out of their write and marks their cells. */
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
