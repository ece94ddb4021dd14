import { limits } from "../../contract/limits";
import type { RecordList, RecordPage } from "../../contract/lists";
import type { TablePlace } from "../../contract/places";
import { answerRoom } from "../answer-room";
import { Prisma, query, queryFirst, type Sql } from "../db";
import { presentFirst } from "../records/present-records";
import { columnsWith, type RecordRow } from "../records/record-sql";
import { shareLater } from "../share-later";
import { partitionOf } from "../structure/partitions";
import { isCurrent, readFresh, type TableSchema, withSchema } from "../structure/schemas";
import { cursorAfter, readCursor } from "./cursor";
import { afterSql, type KeysetPosition, keysetColumn, readKeyset } from "./keyset";
import { shownFields, sortKeys } from "./list-query";
import { checkpointBefore, prepareDeepPages, snapshotSql } from "./offset-checkpoints";
import { findView, selectionSql } from "./selections";
import { lengthen } from "./short-keyset";
import { byId, byPosition, orderSql, type SortKey } from "./sort-sql";

/** Lists a page of a table's records. */
export function listRecords(place: TablePlace, request: RecordList): Promise<RecordPage> {
  return withSchema(place, async (schema) => {
    const { limit, offset, cursor, filter, filters, search, recordIds, viewId, config } = request;
    const view = viewId === undefined ? undefined : await findView(schema, viewId, config);
    const only = shownFields(schema, request.fields, view);
    const keys = await sortKeys(schema, request.sort, view);
    const selection = await selectionSql(schema, { filter, filters, search, recordIds, view });
    const identity = [
      schema.id,
      view?.filter ?? null,
      filter ?? filters ?? null,
      search ?? "",
      recordIds ?? null,
    ];
    const listing = { identity, keys };
    const after =
      cursor === undefined ? undefined : await lengthen(schema, keys, readCursor(listing, cursor));
    // One more than requested, to determine `hasMore`.
    const columns = Prisma.sql`${columnsWith(only)}${keysetColumn(keys)}`;
    const page = { columns, keys, after, limit: limit + 1, offset };
    // Most callers read the whole table in one of its own orders.
    const isUsual =
      !(filter || filters || search || recordIds || view?.filter) &&
      keys.every((key) => key === byId || key === byPosition);
    const share = answerRoom.enter();
    try {
      let isCut = false;
      const read = async <Row extends KeysetRow>(sql: Sql) => {
        const first = await queryFirst<Row>(sql, {
          // A response contains each value twice, by field id and by name.
          bytes: limits.answerBytes / 2,
          isOften: isUsual,
          onRow: (bytes) => share.take(bytes),
        });
        isCut = first.isCut;
        return first.rows;
      };
      const [rows, total] = await Promise.all([
        readFresh(
          schema,
          isUsual ? readUsual(schema, selection, { page, read }) : read(pageSql(schema, selection, page)),
        ),
        request.total ? countRecords(schema, selection) : null,
      ]);
      // The application lists by view and has a scrollbar.
      if (isUsual && viewId !== undefined && total !== null) prepareDeepPages({ schema, keys }, total);
      const { records } = await presentFirst(schema, rows.slice(0, limit), { only });
      // Continues after the last returned record, because the page may have had no room for the others.
      const last = isCut || rows.length > records.length ? rows[records.length - 1] : undefined;
      return {
        records,
        total,
        hasMore: last !== undefined,
        nextCursor: last ? cursorAfter(listing, readKeyset(keys, last)) : null,
      };
    } finally {
      share.release();
    }
  });
}

type KeysetRow = RecordRow & { keyset?: string };

interface UsualPage {
  readonly page: Page;
  read<Row extends KeysetRow>(sql: Sql): Promise<Row[]>;
}

/** Reads a page of the whole table in one of its own orders; a deep one from an offset checkpoint. */
async function readUsual(
  schema: TableSchema,
  selection: Sql,
  { page, read }: UsualPage,
): Promise<KeysetRow[]> {
  const { keys, offset = 0 } = page;
  const checkpoint = checkpointBefore({ schema, keys }, offset);
  if (checkpoint) {
    const { passed, behind } = checkpoint;
    const columns = Prisma.sql`${page.columns}, ${snapshotSql} AS "snapshot"`;
    const rest = pageSql(schema, Prisma.sql`${selection} AND ${behind}`, {
      ...page,
      columns,
      offset: offset - passed,
    });
    const rows = await read<KeysetRow & { snapshot: string }>(rest);
    const [first] = rows;
    if (first) {
      checkpoint.confirm(first.snapshot);
      return rows;
    }
    checkpoint.discard();
  }
  return read(pageSql(schema, selection, page));
}

interface Page {
  readonly columns: Sql;
  readonly keys: readonly SortKey[];
  readonly after: KeysetPosition | undefined;
  readonly limit: number;
  readonly offset: number | undefined;
}

function pageSql(schema: TableSchema, selection: Sql, page: Page): Sql {
  const { columns, keys, after, limit, offset } = page;
  if (offset) return offsetSql(schema, selection, { columns, keys, limit, offset });
  return Prisma.sql`
    SELECT ${columns} FROM ${partitionOf(schema.id)} AS "Record"
    WHERE ${isCurrent(schema)} AND ${selection}${after ? Prisma.sql` AND ${afterSql(keys, after)}` : Prisma.empty}
    ORDER BY ${orderSql(keys)} LIMIT ${limit}`;
}

/**
 * SQL for a deep page. Skips records by ids and keys alone: an index on them avoids reading records, and a sort
 * moves less data. Reads only the records of the page.
 */
function offsetSql(
  schema: TableSchema,
  selection: Sql,
  { columns, keys, limit, offset }: Pick<Page, "columns" | "keys" | "limit"> & { offset: number },
): Sql {
  return Prisma.sql`
    SELECT ${columns} FROM (
      SELECT "id" AS "placedId" FROM ${partitionOf(schema.id)} AS "Record" WHERE ${selection}
      ORDER BY ${orderSql(keys)} LIMIT ${limit} OFFSET ${offset}
    ) AS "placed" JOIN ${partitionOf(schema.id)} AS "Record" ON "id" = "placedId" AND "tableId" = ${schema.id}
    WHERE ${isCurrent(schema)} ORDER BY ${orderSql(keys)}`;
}

/** Counts the records; concurrent equal counts share one query. */
function countRecords(schema: TableSchema, selection: Sql): Promise<number> {
  const { text, values } = selection;
  return shareLater(JSON.stringify([schema.id, text, values]), async () => {
    const [counted] = await query<{ total: number }>(
      Prisma.sql`SELECT count(*)::int AS "total" FROM ${partitionOf(schema.id)} AS "Record" WHERE ${selection}`,
    );
    return counted?.total ?? 0;
  });
}
