import type { Base } from "../contract/bases";
import type { Field } from "../contract/fields";
import type { Record } from "../contract/records";
import type { Table } from "../contract/tables";
import { firstView } from "../contract/view-types";
import { initialConfig } from "../contract/views";
import { fieldTypeOf } from "../field-types";

/**
 * A working example of a call; omitted parts are made from the shapes. Query values that are sent as JSON are given
 * as values. The tests of the document validate examples.
 */
export interface Example {
  readonly body?: unknown;
  readonly query?: { readonly [name: string]: unknown };
}

/** The table and record that examples use. */
export interface World {
  readonly base: Base;
  readonly table: Table;
  readonly record: Record;
  /** Valid values by field name. */
  readonly values: { readonly [name: string]: unknown };
  /** The values beside the record's id, as in a bulk update. */
  readonly row: { readonly [name: string]: unknown };
}

/** Creates examples for an existing table, with an invented record. */
export function worldOf(base: Base, table: Table): World {
  return withRecord(base, table, valuesOf(table));
}

/** Creates the examples of the general document. All parts match their shapes, and the calls work. */
export function exampleWorld(origin: string): World {
  const base = exampleBase(origin);
  const [table] = base.tables;
  if (!table) throw new Error("the example has a table");
  return withRecord(base, table, {
    Name: "Annual plan",
    Amount: 1200,
    Stage: "Open",
    Closes: "2026-03-31",
  });
}

/** The name of a table's primary field. */
export function primaryName({ fields, primaryFieldId }: Table): string {
  return fields.find((field) => field.id === primaryFieldId)?.name ?? primaryFieldId;
}

/** A value for each field whose values depend on nothing else. */
function valuesOf(table: Table): World["values"] {
  const values: { [name: string]: unknown } = {};
  for (const field of table.fields) {
    const value = likelyValue(field);
    if (value !== undefined) values[field.name] = value;
  }
  return values;
}

/** Leaves out links and files, which must exist in the database. */
function likelyValue(field: Field): unknown {
  const { storage, isComputed, examples } = fieldTypeOf(field);
  if (isComputed || storage === "links" || storage === "files") return undefined;
  const [label] = labelsIn(field.template);
  return firstValid([label, ...examples.map((each) => each.input)], field);
}

/** The first valid candidate that is not empty, as returned in responses. */
function firstValid(candidates: unknown[], field: Field): unknown {
  const { value, empty } = fieldTypeOf(field);
  const read = candidates.map((each) => value(field.template).safeParse(each));
  return read.find(({ success, data }) => success && data !== empty)?.data;
}

function labelsIn(template: Field["template"]): unknown[] {
  const { options } = template;
  return Array.isArray(options) ? options.map((each: { label?: unknown }) => each.label) : [];
}

function withRecord(base: Base, table: Table, values: World["values"]): World {
  const cells = table.fields.map(
    (field) => [field, Object.hasOwn(values, field.name) ? values[field.name] : untouched(field)] as const,
  );
  const record: Record = {
    id: "019c3a5e-7d2b-7c41-9a6f-2f8e1d0b4c33",
    data: Object.fromEntries(cells.map(([field, value]) => [field.id, value])),
    fields: Object.fromEntries(cells.map(([field, value]) => [field.name, value])),
    createdAt: moment,
    updatedAt: moment,
  };
  // In a bulk update, `recordId` is the id of the record, never a field.
  const { recordId: _, ...others } = values;
  return { base, table, record, values, row: { recordId: record.id, ...others } };
}

/** The value of a cell that nobody has written. */
function untouched(field: Field): unknown {
  const { column, empty, examples, isComputed } = fieldTypeOf(field);
  if (column === "createdAt" || column === "updatedAt") return moment;
  if (!isComputed || Array.isArray(empty)) return empty;
  return firstValid(
    examples.map((each) => each.input),
    field,
  );
}

const moment = "2026-01-31T09:30:00.000Z";

function exampleBase(origin: string): Base {
  const id = "5f0c1e9a7b3d2468";
  const tableId = "t7nWkPzq4Rd";
  const fields: Field[] = [
    { id: "f3VbHs9KxLm", name: "Name", type: "single_line_text", template: {}, order: 0 },
    {
      id: "fQ8rTnYc2Ud",
      name: "Amount",
      type: "currency",
      template: { currencySymbol: "$", decimalPlaces: 2, numberFormat: "local" },
      order: 1,
    },
    {
      id: "fZp5GwJ6vEa",
      name: "Stage",
      type: "single_select",
      template: {
        options: [
          { value: "k7Rp", label: "Open", color: "blue" },
          { value: "Xw3d", label: "Won", color: "green" },
        ],
        disableColors: false,
      },
      order: 2,
    },
    { id: "fM4tSx1BhNf", name: "Closes", type: "date", template: { dateFormat: "local" }, order: 3 },
  ];
  const table: Table = {
    id: tableId,
    name: "Deals",
    order: 0,
    primaryFieldId: "f3VbHs9KxLm",
    fields,
    views: [{ id: "vL2dCy8FqTe", ...firstView, config: initialConfig(firstView.type, fields) }],
    url: `${origin}/database/${id}/${tableId}`,
  };
  return {
    id,
    name: "Sales",
    tables: [table],
    createdAt: moment,
    updatedAt: moment,
    url: `${origin}/database/${id}`,
  };
}
