import * as z from "zod";
import { recordsCreate, recordsDelete, recordsUpdate } from "../../../contract/records";
import { idempotencyKey, inTable, typecast } from "../arguments";
import { type Caller, callOperation } from "../call-operation";
import { compactRecords, type GivenRecord } from "../compact-records";
import { findTableIn } from "../find";
import { firstFitting, listBytes } from "../fit";
import { type ToolContent, tool } from "../tool";
import { namesFor } from "./read-page";

const { records, matchOn } = recordsCreate.shape;
const howToWrite =
  "Values are given by field name or id. All records are stored or none. The answer has a `changeSetId`, with which `undo` takes the call back.";

export const createRecords = tool({
  name: "create_records",
  title: "Create records",
  description: `Creates records. ${howToWrite} Example: {"records": [{"Name": "Ada", "Stage": "Open"}]}.`,
  operations: ["POST /bases/{databaseId}/tables/{tableId}/records/bulk"],
  input: z.strictObject({ ...inTable, records, typecast, idempotencyKey }),
  hints: { isReadOnly: false },
  async run({ caller, args, sent, databaseId }) {
    const place = await placeOf(caller, databaseId, args.table);
    const { records } = await callOperation(
      caller,
      "POST /bases/{databaseId}/tables/{tableId}/records/bulk",
      {
        params: place,
        query: queryOf(args),
        body: { records: sent.records },
      },
    );
    return { created: records.length, ...(await written(caller, place, records)) };
  },
});

export const updateRecords = tool({
  name: "update_records",
  title: "Update records",
  description: `Changes the given fields of records and keeps the others. ${howToWrite} Example: {"records": [{"recordId": "…", "Stage": "Won"}]}. To clear a cell, set it to null.`,
  operations: ["PUT /bases/{databaseId}/tables/{tableId}/records/bulk"],
  input: z.strictObject({ ...inTable, records: recordsUpdate.shape.records, typecast, idempotencyKey }),
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  async run({ caller, args, sent, databaseId }) {
    const place = await placeOf(caller, databaseId, args.table);
    const { records } = await callOperation(caller, "PUT /bases/{databaseId}/tables/{tableId}/records/bulk", {
      params: place,
      query: queryOf(args),
      body: { records: sent.records },
    });
    return { updated: records.length, ...(await written(caller, place, records)) };
  },
});

export const upsertRecords = tool({
  name: "upsert_records",
  title: "Create or update records",
  description: `Updates the record that equals the values in the fields of \`matchOn\`, or creates one if there is none. ${howToWrite} Example: {"matchOn": ["Email"], "records": [{"Email": "ada@example.com", "Stage": "Won"}]}.`,
  operations: ["POST /bases/{databaseId}/tables/{tableId}/records/bulk"],
  input: z.strictObject({
    ...inTable,
    matchOn: matchOn.unwrap().describe("Names or ids of the fields to compare."),
    records,
    typecast,
    idempotencyKey,
  }),
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  async run({ caller, args, sent, databaseId }) {
    const place = await placeOf(caller, databaseId, args.table);
    const { created, updated, records } = await callOperation(
      caller,
      "POST /bases/{databaseId}/tables/{tableId}/records/bulk",
      {
        params: place,
        query: queryOf(args),
        body: { records: sent.records, matchOn: sent.matchOn },
      },
    );
    return { created, updated, ...(await written(caller, place, records)) };
  },
});

export const deleteRecords = tool({
  name: "delete_records",
  title: "Delete records",
  description:
    "Moves records to the trash, all or none. The answer has a `changeSetId`, with which `undo` brings them back; people can restore them in the trash, too.",
  operations: ["DELETE /bases/{databaseId}/tables/{tableId}/records/bulk"],
  input: z.strictObject({ ...inTable, recordIds: recordsDelete.shape.recordIds, idempotencyKey }),
  hints: { isReadOnly: false, isDestructive: true, isIdempotent: true },
  async run({ caller, args, databaseId }) {
    const params = await placeOf(caller, databaseId, args.table);
    const { recordIds } = await callOperation(
      caller,
      "DELETE /bases/{databaseId}/tables/{tableId}/records/bulk",
      {
        params,
        body: { recordIds: args.recordIds },
      },
    );
    const { changeSetId } = caller.author;
    return {
      deleted: recordIds.length,
      changeSetId,
      note: "The records are in the trash. To bring them back, call undo with this changeSetId.",
    };
  },
});

async function placeOf({ actor }: Caller, databaseId: string, ref: string) {
  const { id } = await findTableIn(actor, databaseId, ref);
  return { databaseId, tableId: id };
}

function queryOf({ typecast }: { typecast?: boolean | undefined }) {
  return { typecast: typecast ? "true" : "false" };
}

/** Presents the records of a write for its answer: all of them, or the first. */
async function written(
  caller: Caller,
  place: Awaited<ReturnType<typeof placeOf>>,
  records: readonly GivenRecord[],
): Promise<ToolContent> {
  const { changeSetId } = caller.author;
  const names = await namesFor(caller, place, records);
  const { part, count } = compactRecords(records, { bytes: listBytes, nameOf: (id) => names.get(id) ?? id });
  if (count === records.length) return { changeSetId, ...part };
  const recordIds = firstFitting(
    records.map(({ id }) => id),
    listBytes,
  );
  const isAll = recordIds.length === records.length;
  const note = `All ${records.length} records are stored. ${isAll ? "Only their ids fit" : `Only the first ${recordIds.length} ids fit`} into the answer.`;
  return { changeSetId, recordIds, note };
}
