import * as z from "zod";
import { recordAggregate } from "../../../contract/aggregates";
import { inTable, view } from "../arguments";
import { callOperation } from "../call-operation";
import { findTableIn, findViewIn } from "../find";
import { firstFitting, listBytes, sizeOf } from "../fit";
import { tool } from "../tool";
import { fieldNames } from "./read-page";

const { filter, timeZone, search, groupBy, aggregates } = recordAggregate.shape;

export const aggregateRecords = tool({
  name: "aggregate_records",
  title: "Aggregate records",
  description:
    'Counts records and computes sums, averages and other functions over all records of a table, or by group. Example: {"groupBy": [{"field": "Stage"}], "aggregates": [{"field": "Amount", "function": "sum"}]}.',
  operations: ["POST /bases/{databaseId}/tables/{tableId}/records/aggregate"],
  input: z.strictObject({
    ...inTable,
    filter,
    timeZone,
    query: search.describe("Only records that contain this text in any cell."),
    view: view.optional().describe("A view whose filter applies."),
    groupBy,
    aggregates: aggregates.prefault([]).describe("By default only the number of records."),
  }),
  hints: { isReadOnly: true },
  async run({ caller, args, sent, databaseId }) {
    const table = await findTableIn(caller.actor, databaseId, args.table);
    const place = { databaseId, tableId: table.id };
    const view = args.view === undefined ? undefined : await findViewIn(caller.actor, place, args.view);
    const { filter, timeZone, query: search, groupBy } = sent;
    const { groups, hasMore } = await callOperation(
      caller,
      "POST /bases/{databaseId}/tables/{tableId}/records/aggregate",
      {
        params: place,
        body: {
          filter,
          timeZone,
          search,
          groupBy,
          aggregates: sent.aggregates ?? [],
          ...(view && { viewId: view.id }),
        },
      },
    );
    const names = await fieldNames(caller, place);
    const nameOf = (ref: string) => names.get(ref) ?? ref;
    const keys = args.groupBy.map(({ field }) => nameOf(field));
    const columns = [
      ...keys,
      "count",
      ...args.aggregates.map((each) => `${each.function}(${nameOf(each.field)})`),
    ];
    const rows = groups.map(({ key, count, values }) => {
      const byName = new Map(Object.entries(key).map(([id, value]) => [nameOf(id), value]));
      return [...keys.map((name) => byName.get(name) ?? null), count, ...values];
    });
    const shown = firstFitting(rows, listBytes - sizeOf(columns));
    const isAll = !hasMore && shown.length === rows.length;
    return { table: table.name, columns, rows: shown, ...(!isAll && { note: moreGroups }) };
  },
});

const moreGroups = "There are more groups. Set a `filter`, or group by fewer fields.";
