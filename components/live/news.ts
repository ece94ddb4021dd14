import { type Edits, shownValue } from "@/components/edits/edits";
import { isSameValue } from "@/components/edits/same-value";
import type { LinkableTable } from "@/components/open-table/linkable-tables";
import type { ChangeEntry } from "@/lib/contract/changes";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { dependentsOf, readsOf } from "@/lib/field-types/reads";

/** The data of a database that the browser has loaded. */
export interface AtHand {
  /** The tables as shown in the tabs. */
  readonly tabs: readonly LinkableTable[];
  /** The tables whose fields and views are loaded. */
  readonly tables: readonly Table[];
  /** The loaded records of a table by id; a record may be loaded more than once. */
  readonly recordsOf: (tableId: string) => ReadonlyMap<string, readonly Record[]>;
  readonly editsOf: (tableId: string) => Edits;
}

/** The data to reload after changes. */
export interface News {
  /** The tables whose records, or their order, changed. */
  readonly records: ReadonlySet<string>;
  /** The tables in which names of records changed. */
  readonly names: ReadonlySet<string>;
  /** True if fields or views changed. */
  readonly hasStructure: boolean;
  /** True if server-rendered parts changed: the names of the database and its tables, or which tables exist. */
  readonly hasPage: boolean;
  /** True if something was deleted or restored. */
  readonly hasTrash: boolean;
}

/** Compares changes with the loaded data. One's own changes are usually loaded already and cause no reload. */
export function newsIn(changes: readonly ChangeEntry[], atHand: AtHand): News {
  const records = new Set<string>();
  const written = new Map<string, Set<string>>();
  let [hasStructure, hasPage] = [false, false];
  for (const entry of changes) {
    const { kind, tableId } = entry;
    const isHeld = kind === "record" ? holdsRecord(entry, atHand) : holdsPart(entry, atHand);
    const isOfRecords = kind === "record" || kind === "import";
    if (isOfRecords && tableId !== null) noteFields(written, tableId, fieldsOf(entry));
    else if (!isHeld && kind !== "base") hasStructure = true;
    if (isOnPage(entry) && !showsOnPage(entry, atHand)) hasPage = true;
    if (!isHeld && (isOfRecords || kind === "field") && tableId !== null) records.add(tableId);
  }
  const names = new Set([...written.keys()].filter((id) => changesNames(id, { written, atHand })));
  for (const tableId of readersOf(written, atHand.tables)) records.add(tableId);
  const hasTrash = changes.some(({ before, after }) => before === null || after === null);
  return { records, names, hasStructure, hasPage, hasTrash };
}

/** Tests whether every loaded copy of a record shows the change. A record that is not loaded may now match the view. */
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

/** Tests whether an entry affects server-rendered parts of the page. A deleted view may be the open one. */
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

/** Tests whether a table, field or view is loaded with the change. */
function holdsPart({ kind, tableId, id, after }: ChangeEntry, { tables }: AtHand): boolean {
  const table = tables.find((each) => each.id === tableId);
  if (!table || kind === "base" || kind === "record" || kind === "import") return false;
  const part = partsOf[kind](table, id);
  if (!part || after === null) return part === undefined && after === null;
  return Object.entries(after).every(([name, value]) => isSameValue(part[name], value));
}

/** Finds a part of a table by the kind of log entry, with its properties as named in the log. */
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

function fieldsOf({ kind, before, after }: ChangeEntry): string[] {
  const sides = [before ?? {}, after ?? {}];
  return kind === "import"
    ? sides.flatMap(({ fieldIds }) => (fieldIds as string[] | undefined) ?? [])
    : sides.flatMap(Object.keys);
}

/** The written field ids, by table. */
type Written = Map<string, Set<string>>;

function noteFields(written: Written, tableId: string, fieldIds: readonly string[]): void {
  const known = written.get(tableId) ?? new Set();
  for (const fieldId of fieldIds) known.add(fieldId);
  written.set(tableId, known);
}

/** Tests whether names of records changed. The primary field of a table that is not loaded is unknown: assumes so. */
function changesNames(
  tableId: string,
  { written, atHand }: { readonly written: Written; readonly atHand: AtHand },
): boolean {
  const table = atHand.tables.find(({ id }) => id === tableId);
  if (!table) return true;
  const changed = written.get(tableId) ?? new Set();
  const { primaryFieldId, fields } = table;
  return changed.has(primaryFieldId) || dependentsOf(changed, fields).some(({ id }) => id === primaryFieldId);
}

/** The tables with fields that depend on written values of other records, directly or through other fields. */
function readersOf(written: Written, tables: readonly Table[]): string[] {
  const fields = tables.flatMap((table) => table.fields);
  const changed = new Set([...written.values()].flatMap((ids) => [...ids]));
  for (const { id } of dependentsOf(changed, fields)) changed.add(id);
  return tables
    .filter((table) => table.fields.some((field) => readsOtherRecords(field, { table, changed })))
    .map(({ id }) => id);
}

/** Tests whether a field reads changed values of other records, in linked tables or its own. */
function readsOtherRecords(
  field: Field,
  { table, changed }: { readonly table: Table; readonly changed: ReadonlySet<string> },
): boolean {
  const own = new Map(table.fields.map((each) => [each.id, each]));
  const reads = readsOf(field);
  const hasOwnLink = reads.some((id) => own.get(id)?.template.tableId === table.id);
  return reads.some((id) => changed.has(id) && (hasOwnLink || !own.has(id)));
}
