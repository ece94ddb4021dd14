import * as z from "zod";
import { figuresOf } from "../../../server/structure/base-figures";
import { cursor, database } from "../arguments";
import { callOperation } from "../call-operation";
import { compactTable, fittingTable } from "../compact-table";
import { findTableIn } from "../find";
import { firstFitting } from "../fit";
import { pageOf } from "../pages";
import { tool } from "../tool";

export const describeDatabase = tool({
  name: "describe_database",
  title: "Describe a database",
  description:
    "Describes the tables of a database. Call it before you read or write records. `names` lists the tables with the number of their records, of which more than 1,000 may be estimated; `full` also lists the fields with their types and settings, and the views. Name `tables` to describe only those.",
  operations: ["GET /bases/{databaseId}"],
  input: z.strictObject({
    database,
    detail: z.enum(["names", "full"]).default("names"),
    tables: z.array(z.string()).max(100).optional().describe("Ids or names of tables; by default all."),
    cursor,
  }),
  hints: { isReadOnly: true },
  async run({ caller, args, databaseId }) {
    const base = await callOperation(caller, "GET /bases/{databaseId}", { params: { databaseId } });
    const wanted = new Set<string>();
    for (const ref of args.tables ?? []) wanted.add((await findTableIn(caller.actor, databaseId, ref)).id);
    const chosen = args.tables ? base.tables.filter(({ id }) => wanted.has(id)) : base.tables;
    const { records } = await figuresOf([{ ...base, tables: chosen }]);
    const countOf = (id: string) => records.get(id)?.count ?? null;
    const about = { database: { id: base.id, name: base.name }, role: base.role };
    if (args.detail === "names") {
      const { items, ...rest } = pageOf(
        chosen.map(({ id, name }) => ({ id, name, records: countOf(id) })),
        args,
      );
      return { ...about, ...asRows(items), ...rest };
    }
    const { items, ...rest } = pageOf(
      chosen.map((table) => ({ ...compactTable(table), records: countOf(table.id) })),
      { ...args, take: wholeTables },
    );
    return { ...about, tables: items, ...rest };
  },
});

/** Number of tables beyond which they are rows. */
const maxSingle = 20;

function asRows(tables: readonly { id: string; name: string; records: number | null }[]) {
  if (tables.length <= maxSingle) return { tables };
  const rows = tables.map(({ id, name, records }) => [id, name, records]);
  return { columns: ["id", "name", "records"], rows };
}

/** The first tables that fit, or a part of the first one. */
function wholeTables<Item extends Parameters<typeof fittingTable>[0]>(
  tables: readonly Item[],
  bytes: number,
): Item[] {
  const fitting = firstFitting(tables, bytes);
  const [first] = tables;
  return fitting.length > 0 || !first ? fitting : [{ ...first, ...fittingTable(first, bytes) }];
}
