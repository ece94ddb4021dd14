import { copyLines, lineOf } from "../../copy-lines";
import { mintRecordId } from "../../ids";
import { writerId } from "../../records/record-sql";
import { partitionOf } from "../../structure/partitions";
import type { ImportedRow } from "./read-rows";

/** The records of a new table: how many, and the ids of the first and last, which ascend. */
export interface Filled {
  readonly created: number;
  readonly firstId: string;
  readonly lastId: string;
}

/** Copies rows straight into the partition of a table that is not attached yet, as its records. */
export async function fillTable(
  tableId: string,
  batches: AsyncIterable<readonly ImportedRow[]>,
): Promise<Filled> {
  const personId = writerId();
  const filled = { created: 0, firstId: "", lastId: "" };
  function recordLine({ data }: ImportedRow): string {
    const { id, createdAt, position } = mintRecordId();
    filled.created++;
    filled.firstId ||= id;
    filled.lastId = id;
    const moment = createdAt.toISOString();
    return lineOf([
      tableId,
      id,
      JSON.stringify(data),
      position,
      "import",
      moment,
      moment,
      personId,
      personId,
    ]);
  }
  async function* lines(): AsyncGenerator<string> {
    for await (const rows of batches) if (rows.length > 0) yield rows.map(recordLine).join("");
  }
  await copyLines({ into: partitionOf(tableId).text, columns }, lines());
  return filled;
}

const columns = `"tableId", "id", "data", "position", "source", "createdAt", "updatedAt", "createdById", "updatedById"`;
