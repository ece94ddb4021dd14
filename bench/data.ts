import type { Base } from "@/lib/contract/bases";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { type Api, post } from "./api";

/** A table to measure. */
export interface BenchTable {
  readonly id: string;
  readonly databaseId: string;
  readonly fields: readonly Field[];
  /** The URL path of its records. */
  readonly path: string;
}

/** A table with the version of its database, which the product's statements name. */
export type StampedTable = BenchTable & { readonly version: number };

const stages = ["Open", "Won", "Lost"];

const fields = [
  { name: "Name", type: "single_line_text" },
  { name: "Notes", type: "long_text" },
  { name: "Email", type: "email" },
  { name: "Site", type: "url" },
  { name: "Amount", type: "number" },
  { name: "Count", type: "number" },
  { name: "Price", type: "currency" },
  { name: "Done", type: "checkbox" },
  { name: "Stage", type: "single_select", template: { options: stages.map((label) => ({ label })) } },
  { name: "Due", type: "date" },
  { name: "City", type: "single_line_text" },
  { name: "Code", type: "single_line_text" },
];

/** Rules of fields by name. */
export type FieldRules = {
  readonly [name: string]: { readonly isRequired?: boolean; readonly isUnique?: boolean };
};

const phases = Array.from({ length: 20 }, (_, index) => `Phase ${index + 1}`);

/** A field for boards, with twenty stacks. */
export const phase = {
  name: "Phase",
  type: "single_select",
  template: { options: phases.map((label) => ({ label })) },
};

/** The phase of the record with this number. The first has a tenth of the records. */
export function phaseOf(n: number) {
  return { Phase: n % 10 === 0 ? phases[0] : phases[1 + (n % (phases.length - 1))] };
}

interface TableDraft {
  readonly rules?: FieldRules;
  /** Fields besides the twelve. */
  readonly more?: readonly object[];
}

/** Creates a table of twelve fields, and more, in a new database. */
export async function makeTable(api: Api, { rules = {}, more = [] }: TableDraft = {}): Promise<BenchTable> {
  const { id: databaseId } = await post<Base>(api, "/api/v1/bases", { name: "Bench" });
  const tables = `/api/v1/bases/${databaseId}/tables`;
  const { id, fields: made } = await post<Table>(api, tables, {
    name: "Deals",
    fields: [...fields.map((field) => ({ ...field, ...rules[field.name] })), ...more],
  });
  return { id, databaseId, fields: made, path: `${tables}/${id}/records` };
}

/** The maximum of one call. */
const perCall = 2_000;

/**
 * Creates `rows` records. Returns their ids and the number created per second. With two callers the server parses one
 * call while the database executes the other; with one caller the records are created in order.
 */
export async function fill(
  api: Api,
  table: BenchTable,
  { rows, callers, more = () => ({}) }: { rows: number; callers: number; more?: (n: number) => object },
): Promise<{ recordIds: string[]; perSecond: number }> {
  const recordIds: string[] = [];
  let next = 0;
  const start = performance.now();
  await Promise.all(Array.from({ length: callers }, makeRecords));
  return { recordIds, perSecond: (rows / (performance.now() - start)) * 1000 };

  async function makeRecords(): Promise<void> {
    while (next < rows) {
      const from = next;
      next = Math.min(rows, from + perCall);
      const records = Array.from({ length: next - from }, (_, index) => ({
        ...recordOf(from + index),
        ...more(from + index),
      }));
      const made = await post<{ records: Record[] }>(api, `${table.path}/bulk`, { records });
      for (const record of made.records) recordIds.push(record.id);
    }
  }
}

/** The cells of the record with this number, by field name. */
export function recordOf(n: number) {
  return {
    Name: `Record ${n}`,
    Notes: `Some notes on record ${n}, which go on for a while`,
    Email: `person${n}@example.com`,
    Site: `https://example.com/records/${n}`,
    Amount: n / 10,
    Count: n,
    Price: n * 1.5,
    Done: n % 2 === 0,
    Stage: stages[n % stages.length],
    // Thirty days have a two-hundredth of the records.
    Due: new Date(Date.UTC(2020, 0, 1 + (n % 6_000))).toISOString().slice(0, 10),
    City: `City ${(n * 7919) % 1000}`,
    Code: `C-${n}`,
  };
}
