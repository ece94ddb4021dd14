import type { Tool } from "../tool";
import { aggregateRecords } from "./aggregate-records";
import { changeSchema } from "./change-schema";
import { describeDatabase } from "./describe-database";
import { getRecord } from "./get-record";
import { listDatabases } from "./list-databases";
import { listRecords } from "./list-records";
import { searchRecords } from "./search-records";
import { undo } from "./undo";
import { createRecords, deleteRecords, updateRecords, upsertRecords } from "./write-records";

/** All tools, in the order in which assistants see them. */
export const tools = [
  listDatabases,
  describeDatabase,
  searchRecords,
  listRecords,
  aggregateRecords,
  getRecord,
  createRecords,
  updateRecords,
  upsertRecords,
  deleteRecords,
  changeSchema,
  undo,
] as unknown as readonly Tool[];

export function toolOf(name: string): Tool | undefined {
  return tools.find((each) => each.name === name);
}
