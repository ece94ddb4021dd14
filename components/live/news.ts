import { type Edits, shownValue } from "@/components/edits/edits";
import { isSameValue } from "@/components/edits/same-value";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import type { ChangeEntry } from "@/lib/contract/changes";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { dependentsOf, readsOf } from "@/lib/field-types/reads";

/** What the page has at hand of the database. */
export interface AtHand {
  /** The tables of the database as the page names them, in their order. */
  readonly tabs: readonly LinkableTable[];
  /** Those whose fields and views are held. */
  readonly tables: readonly Table[];
  /** The records of a table that are held, some of them more than once. */
  readonly recordsOf: (tableId: string) => ReadonlyMap<string, readonly Record[]>;
  readonly editsOf: (tableId: string) => Edits;
}

/** What has to be read again after changes. */
export interface News {
  /** The tables whose records are others, or in another order. */
  readonly records: ReadonlySet<string>;
  /** The tables some of whose records are called otherwise. */
  readonly names: ReadonlySet<string>;
  /** Whether tables have other fields or views. */
  readonly hasStructure: boolean;
  /** Whether what the server draws is another: names of tables and of the database, and what there is at all. */
  readonly hasPage: boolean;
  /** Whether something was deleted or brought back. */
  readonly hasTrash: boolean;
}

/** What is new in changes to who has this at hand: what one has written oneself mostly is there already. */
export function newsIn(changes: readonly ChangeEntry[], atHand: AtHand): News {
  const records = new Set<string>();
  const written = new Map<string, Set<string>>();
  let [hasStructure, hasPage] = [false, false];
  for (const entry of changes) {
    const { kind, tableId } = entry;
    const isHeld = kind === "record" ? holdsRecord(entry, atHand) : holdsPart(entry, atHand);
    if (kind === "record" && tableId !== null) noteFields(written, tableId, fieldsOf(entry));
    else if (!isHeld && kind !== "base") hasStructure = true;
    if (isOnPage(entry) && !showsOnPage(entry, atHand)) hasPage = true;
    if (!isHeld && (kind === "record" || kind === "field") && tableId !== null) records.add(tableId);
  }
  const names = new Set([...written.keys()].filter((id) => changesNames(id, { written, atHand })));
  for (const tableId of readersOf(written, atHand.tables)) records.add(tableId);
  const hasTrash = changes.some(({ before, after }) => before === null || after === null);
  return { records, names, hasStructure, hasPage, hasTrash };
}

/** Whether a record shows what it was changed to wherever it is held. One that is held nowhere may have come into sight. */
function holdsRecord({ tableId, id, after }: ChangeEntry, { recordsOf, editsOf }: AtHand): boolean {
  if (after === null || tableId === null) return false;
  const held = recordsOf(tableId).get(id) ?? [];
  const edits = editsOf(tableId).records.get(id);
  const shows = ({ data }: Record) =>
    Object.entries(after).every(
      ([fieldId, value]) =>
        Object.hasOwn(data, fieldId) && isSameValue(shownValue(edits, fieldId, data[fieldId]), value),
    );
  return held.length > 0 && held.every(shows);
}

/** Whether an entry is about something that the server draws; a view that is gone may be the one that is shown. */
function isOnPage({ kind, before, after }: ChangeEntry): boolean {
  if (kind === "base" || (kind === "view" && after === null)) return true;
  return kind === "table" && (before === null || after === null || Object.hasOwn(after, "name"));
}

function showsOnPage({ kind, id, after }: ChangeEntry, { tabs }: AtHand): boolean {
  const tab = tabs.find((each) => each.id === id);
  if (kind === "table") return after === null ? tab === undefined : tab?.name === after.name;
  return (
    kind === "base" &&
    isSameValue(
      after?.tableOrder,
      tabs.map((each) => each.id),
    )
  );
}

type Properties = { readonly [name: string]: unknown };

/** Whether a table, a field or a view is at hand as it was changed to be. */
function holdsPart({ kind, tableId, id, after }: ChangeEntry, { tables }: AtHand): boolean {
  const table = tables.find((each) => each.id === tableId);
  if (!table || kind === "base" || kind === "record") return false;
  const part = partsOf[kind](table, id);
  if (!part || after === null) return part === undefined && after === null;
  return Object.entries(after).every(([name, value]) => isSameValue(part[name], value));
}

/** The parts of a table by the names that the log gives their properties. */
const partsOf: {
  readonly [Kind in "table" | "field" | "view"]: (table: Table, id: string) => Properties | undefined;
} = {
  table: ({ name, primaryFieldId, fields, views }) => ({
    name,
    primaryFieldId,
    fieldOrder: fields.map(({ id }) => id),
    viewOrder: views.map(({ id }) => id),
  }),
  field: ({ fields }, id) => fields.find((field) => field.id === id),
  view({ views }, id) {
    const view = views.find((each) => each.id === id);
    return view && { ...view, ...view.config };
  },
};

function fieldsOf({ before, after }: ChangeEntry): string[] {
  return [...Object.keys(before ?? {}), ...Object.keys(after ?? {})];
}

/** The fields that were written, by their tables. */
type Written = Map<string, Set<string>>;

function noteFields(written: Written, tableId: string, fieldIds: readonly string[]): void {
  const known = written.get(tableId) ?? new Set();
  for (const fieldId of fieldIds) known.add(fieldId);
  written.set(tableId, known);
}

/** Of a table that is not at hand it is not known which field names its records. */
function changesNames(
  tableId: string,
  { written, atHand }: { readonly written: Written; readonly atHand: AtHand },
): boolean {
  const table = atHand.tables.find(({ id }) => id === tableId);
  return !table || (written.get(tableId)?.has(table.primaryFieldId) ?? false);
}

/** The tables with fields that read what was written to other records, themselves or by way of another field. */
function readersOf(written: Written, tables: readonly Table[]): string[] {
  const fields = tables.flatMap((table) => table.fields);
  const changed = new Set([...written.values()].flatMap((ids) => [...ids]));
  for (const { id } of dependentsOf(changed, fields)) changed.add(id);
  return tables
    .filter((table) => table.fields.some((field) => readsOtherRecords(field, { table, changed })))
    .map(({ id }) => id);
}

/** Whether a field reads what has changed from other records: those of linked tables, or of its own that are linked. */
function readsOtherRecords(
  field: Field,
  { table, changed }: { readonly table: Table; readonly changed: ReadonlySet<string> },
): boolean {
  const own = new Map(table.fields.map((each) => [each.id, each]));
  const reads = readsOf(field);
  const hasOwnLink = reads.some((id) => own.get(id)?.template.tableId === table.id);
  return reads.some((id) => changed.has(id) && (hasOwnLink || !own.has(id)));
}
