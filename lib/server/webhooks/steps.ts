import type { WebhookEvent } from "../../contract/webhook-events";
import { groupBy } from "../group-by";
import type { Entry } from "../log/change-log";
import { openOut } from "../log/change-rows";
import type { Place } from "../log/log-place";
import type { MadeRow } from "../log/present-entries";

/** Entries of the log that one transaction has written, which follow each other. */
export interface Window {
  readonly rows: readonly MadeRow[];
  /** The position before the first. */
  readonly after: Place;
  /** True for all entries of the transaction. */
  readonly isWhole: boolean;
  /** The tables that the transaction has created or deleted. */
  readonly newTableIds: ReadonlySet<string>;
  /** The fields whose type the transaction has changed. */
  readonly retypedIds: ReadonlySet<string>;
}

/** The largest number of records in one event. */
export const recordsPerEvent = 500;

/** A part of a window that becomes at most one event of each webhook, or several if it is too large for one. */
export interface Step {
  readonly window: Window;
  /** Undefined for changes that no event reports. */
  readonly type: WebhookEvent | undefined;
  readonly tableId: string | null;
  /** The row of the first item, whose author and time are those of the event. */
  readonly row: MadeRow;
  /** The changes to report, one row each. */
  readonly items: readonly StepItem[];
  /** The number of the step's items in the window, and of those before it. */
  readonly count: number;
  readonly from: number;
  /** The number of its first item that is not sent yet. */
  readonly start: number;
  /** True if nothing follows it in the window. */
  readonly isLast: boolean;
  readonly part: number;
  readonly parts: number;
}

/** A change of one thing. */
export interface StepItem {
  /** Its number among the items of the step. */
  readonly index: number;
  readonly row: MadeRow;
}

/** Divides a window into the steps in which its events are sent. The result depends on the log alone. */
export function stepsOf(window: Window): Step[] {
  const rows = window.rows.flatMap(rowsOfOne);
  const steps: Step[] = [];
  let from = 0;
  for (const group of groupBy(rows, groupOf).values()) {
    const parts = Math.ceil(group.length / recordsPerEvent);
    for (let part = 1; part <= parts; part += 1) {
      const own = group.slice((part - 1) * recordsPerEvent, part * recordsPerEvent);
      const [row] = own as [MadeRow];
      const count = own.length;
      const items = own.flatMap((each, index) => {
        const reported = reportedOf(each, window);
        return reported ? [{ index, row: reported }] : [];
      });
      const isLast = from + count === rows.length;
      const place = { from, count, start: 0, isLast, part, parts };
      steps.push({ window, type: typeOf(row), tableId: row.tableId, row, items, ...place });
      from += count;
    }
  }
  return steps;
}

/** The rest of these steps after so many items of their window. */
export function stepsAfter(steps: readonly Step[], sent: number): Step[] {
  return steps
    .filter(({ from, count }) => from + count > sent)
    .map((step) => {
      const start = Math.max(0, sent - step.from);
      return start === 0 ? step : { ...step, start, items: step.items.filter(({ index }) => index >= start) };
    });
}

/** Splits a row about many records into one for each, except conversions, which change no records. */
function rowsOfOne(row: MadeRow): MadeRow[] {
  if (row.lastId === null || isConversion(row)) return [row];
  return openOut(row).map(({ itemId, before, after }) => {
    return { ...row, recordId: itemId, lastId: null, before, after };
  });
}

/** True for a row about many records whose cells a changed type has converted. */
function isConversion({ kind, lastId, before, after }: MadeRow): boolean {
  return kind === "record" && lastId !== null && before !== null && after !== null;
}

function groupOf(row: MadeRow): string {
  const isTogether = row.kind === "record";
  return [row.kind, sideOf(row), row.tableId, isTogether ? isConversion(row) : row.number].join(" ");
}

type Side = "created" | "updated" | "deleted";

function sideOf({ before, after }: Pick<MadeRow, "before" | "after">): Side {
  if (before === null) return "created";
  return after === null ? "deleted" : "updated";
}

/** The type of the event about a change; undefined if none reports it. */
function typeOf(row: MadeRow): WebhookEvent | undefined {
  return types[row.kind](row);
}

const types: { readonly [Kind in Entry["kind"]]: (row: MadeRow) => WebhookEvent | undefined } = {
  record: (row) => (isConversion(row) ? undefined : `record.${sideOf(row)}`),
  table: (row) => `table.${sideOf(row)}`,
  field: (row) => `field.${sideOf(row)}`,
  view: (row) => `view.${sideOf(row)}`,
  // Nothing is sent while the database is in the trash.
  base: ({ after }) => (after === null ? undefined : "database.updated"),
  import: ({ before, after }) =>
    before === null ? (after?.created ? "record.created" : "record.updated") : "record.deleted",
};

/** The change with the cells to report; undefined if it is part of another one. */
function reportedOf(row: MadeRow, { newTableIds, retypedIds }: Window): MadeRow | undefined {
  if (row.kind === "field" || row.kind === "view") {
    return newTableIds.has(row.tableId ?? "") ? undefined : row;
  }
  if (row.kind !== "record" || sideOf(row) !== "updated") return row;
  const isReported = (key: string) => key !== "position" && !retypedIds.has(key);
  const keys = Object.keys(row.after ?? {}).filter(isReported);
  if (keys.length === 0) return undefined;
  const pick = (values: MadeRow["after"]) =>
    Object.fromEntries(keys.map((key) => [key, values?.[key] ?? null]));
  return { ...row, before: pick(row.before), after: pick(row.after) };
}

/** The facts about the structure that a transaction has changed, from its rows about tables and fields. */
export function structureIn(
  rows: readonly Pick<MadeRow, "kind" | "itemId" | "before" | "after">[],
): Pick<Window, "newTableIds" | "retypedIds"> {
  const idsOf = (kind: Entry["kind"], isWanted: (row: (typeof rows)[number]) => boolean) =>
    new Set(rows.flatMap((row) => (row.kind === kind && isWanted(row) ? (row.itemId ?? []) : [])));
  return {
    newTableIds: idsOf("table", (row) => sideOf(row) !== "updated"),
    retypedIds: idsOf("field", (row) => sideOf(row) === "updated" && "type" in (row.after ?? {})),
  };
}
