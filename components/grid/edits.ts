export interface CellId {
  readonly recordId: string;
  readonly fieldId: string;
}

/** A person's change of one cell, on its way to the server. */
export interface Edit extends CellId {
  /** Tells two edits of one cell apart. */
  readonly id: number;
  readonly value: unknown;
  /** What was typed, to be given back if the value is refused. */
  readonly draft: string;
}

/** Why a cell did not take what was typed, and what that was. Stays until the next edit of the cell. */
export interface Failure {
  readonly reason: string;
  readonly draft: string;
}

/** What is known of one record beyond what the server has answered. */
export interface RecordEdits {
  /** In the order in which they were made; only the first is under way. */
  readonly queue: readonly Edit[];
  readonly isSending: boolean;
  readonly failures: { readonly [fieldId: string]: Failure };
}

/**
 * The optimistic state: which edits are not yet settled, by record. A cell shows its last edit, and when that
 * is gone what the server answered, so that taking an edit away is all there is to a rollback.
 */
export interface Edits {
  readonly records: ReadonlyMap<string, RecordEdits>;
  /** Whether the last attempt to send found no server. */
  readonly isUnreachable: boolean;
}

export const noEdits: Edits = { records: new Map(), isUnreachable: false };

/** An edit is made: it waits in line behind the others of its record, and what failed before is forgotten. */
export function made(edits: Edits, edit: Edit): Edits {
  return withRecord(edits, edit.recordId, (before) => ({
    ...before,
    queue: [...before.queue, edit],
    failures: without(before.failures, edit.fieldId),
  }));
}

/** How many edits are under way at once: after a time without network there may be hundreds. */
const atOnce = 4;

/** The edits that may be sent now: the first of each record, so that no two of one record overtake each other. */
export function sendable({ records }: Edits): Edit[] {
  const all = [...records.values()];
  const underWay = all.filter(({ isSending }) => isSending).length;
  return all
    .flatMap(({ queue, isSending }) => (isSending ? [] : queue.slice(0, 1)))
    .slice(0, Math.max(0, atOnce - underWay));
}

export function sending(edits: Edits, { recordId }: Edit): Edits {
  return withRecord(edits, recordId, (before) => ({ ...before, isSending: true }));
}

/** The server took it. */
export function settled(edits: Edits, edit: Edit): Edits {
  return { ...withRecord(edits, edit.recordId, (before) => dequeued(before, edit)), isUnreachable: false };
}

/** The server refused it: the value before is back, marked with the reason, unless a later edit is waiting. */
export function refused(edits: Edits, edit: Edit, reason: string): Edits {
  const gone = settled(edits, edit);
  return isWaiting(gone, edit) ? gone : failed(gone, edit, { reason, draft: edit.draft });
}

/** Nothing was sent: what was typed is not a value of the cell. */
export function failed(edits: Edits, cell: CellId, failure: Failure): Edits {
  return withRecord(edits, cell.recordId, (before) => ({
    ...before,
    failures: { ...before.failures, [cell.fieldId]: failure },
  }));
}

/** The mark is taken away without another value: the cell was edited, and left as it is. */
export function forgiven(edits: Edits, cell: CellId): Edits {
  if (!failureOf(edits.records.get(cell.recordId), cell.fieldId)) return edits;
  return withRecord(edits, cell.recordId, (before) => ({
    ...before,
    failures: without(before.failures, cell.fieldId),
  }));
}

/** No server was found: the edit stays first in line. */
export function postponed(edits: Edits, { recordId }: Edit): Edits {
  return {
    ...withRecord(edits, recordId, (before) => ({ ...before, isSending: false })),
    isUnreachable: true,
  };
}

export function countWaiting({ records }: Edits): number {
  let count = 0;
  for (const { queue } of records.values()) count += queue.length;
  return count;
}

/** What a cell shows: its last edit, else what the server has answered. */
export function shownValue(record: RecordEdits | undefined, fieldId: string, answered: unknown): unknown {
  const last = record?.queue.findLast((edit) => edit.fieldId === fieldId);
  return last ? last.value : answered;
}

export function failureOf(record: RecordEdits | undefined, fieldId: string): Failure | undefined {
  return record && Object.hasOwn(record.failures, fieldId) ? record.failures[fieldId] : undefined;
}

/** A record's entry is replaced, and dropped when nothing is left in it. */
function withRecord(edits: Edits, recordId: string, change: (before: RecordEdits) => RecordEdits): Edits {
  const records = new Map(edits.records);
  const changed = change(records.get(recordId) ?? nothing);
  if (changed.queue.length === 0 && Object.keys(changed.failures).length === 0) records.delete(recordId);
  else records.set(recordId, changed);
  return { ...edits, records };
}

const nothing: RecordEdits = { queue: [], isSending: false, failures: {} };

function dequeued(before: RecordEdits, edit: Edit): RecordEdits {
  return { ...before, queue: before.queue.filter(({ id }) => id !== edit.id), isSending: false };
}

function isWaiting(edits: Edits, { recordId, fieldId }: Edit): boolean {
  return edits.records.get(recordId)?.queue.some((edit) => edit.fieldId === fieldId) ?? false;
}

function without(failures: RecordEdits["failures"], fieldId: string): RecordEdits["failures"] {
  const { [fieldId]: _, ...rest } = failures;
  return rest;
}
