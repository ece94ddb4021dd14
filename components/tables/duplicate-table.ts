import { type CopyOptions, recordsPerPage } from "@/components/forms/copying";
import { isBlank } from "@/components/listing/is-blank";
import { persist } from "@/components/tasks/retry";
import type { RecordPage } from "@/lib/contract/lists";
import type { BasePlace } from "@/lib/contract/places";
import type { Record, WrittenValues } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import { copiedConfig, copiedIds, selfLinks, tableCopy, writtenFields } from "./table-copy";

interface Wish {
  readonly name: string;
  readonly withRecords: boolean;
  /** Called once the table exists, before its views and records. */
  readonly onMade: (copy: Table) => void;
}

/** Copies a table's fields, views and, page by page, its records. Resolves to the copy. */
export async function duplicateTable(
  { databaseId, table }: BasePlace & { table: Table },
  { name, withRecords, onMade }: Wish,
  options: CopyOptions,
): Promise<Table> {
  const { call, changeSetId, ...run } = options;
  const body = tableCopy(table, name);
  const copy = await persist(
    (idempotencyKey) =>
      call("POST /bases/{databaseId}/tables", { params: { databaseId }, body, changeSetId, idempotencyKey }),
    run,
  );
  const pair: Pair = { databaseId, table, copy, ids: copiedIds(table, copy) };
  onMade(copy);
  await copyViews(pair, options);
  if (withRecords) await copyRecords(pair, options);
  return copy;
}

interface Pair extends BasePlace {
  readonly table: Table;
  readonly copy: Table;
  /** The copy's field ids by the original's. */
  readonly ids: ReadonlyMap<string, string>;
}

/** Copies the first view into the one that a new table already has. */
async function copyViews(
  { databaseId, table, copy, ids }: Pair,
  { call, changeSetId, ...run }: CopyOptions,
): Promise<void> {
  const params = { databaseId, tableId: copy.id };
  const [made] = copy.views;
  for (const [index, view] of table.views.entries()) {
    const body = { name: view.name, config: copiedConfig(view, ids) };
    await persist((idempotencyKey) => {
      const given = { body, changeSetId, idempotencyKey };
      return index === 0 && made
        ? call("PATCH /bases/{databaseId}/tables/{tableId}/views/{viewId}", {
            params: { ...params, viewId: made.id },
            ...given,
          })
        : call("POST /bases/{databaseId}/tables/{tableId}/views", { params, ...given });
    }, run);
  }
}

async function copyRecords(pair: Pair, options: CopyOptions): Promise<void> {
  const { databaseId, table, copy, ids } = pair;
  const { call, changeSetId, ...run } = options;
  const written = writtenFields(table);
  const ownLinks = selfLinks(table);
  const newIds = new Map<string, string>();
  let done = 0;
  for await (const { records, total } of pagesOf(pair, options)) {
    const body = { records: records.map((record) => valuesOf(record, written, ids)) };
    const answer = await persist(
      (idempotencyKey) =>
        call("POST /bases/{databaseId}/tables/{tableId}/records/bulk", {
          params: { databaseId, tableId: copy.id },
          body,
          changeSetId,
          idempotencyKey,
        }),
      run,
    );
    if (ownLinks.length > 0) {
      for (const [index, { id }] of records.entries()) newIds.set(id, answer.records[index]?.id ?? "");
    }
    done += records.length;
    run.report({ done, total: Math.max(done, total) });
  }
  if (ownLinks.length > 0) await linkRecords(pair, newIds, options);
}

/** Copies links within the table, once all records have copies. */
async function linkRecords(
  pair: Pair,
  newIds: ReadonlyMap<string, string>,
  options: CopyOptions,
): Promise<void> {
  const { databaseId, table, copy, ids } = pair;
  const { call, changeSetId, ...run } = options;
  const ownLinks = selfLinks(table);
  for await (const { records } of pagesOf(pair, options)) {
    const rows = records.flatMap((record) => {
      const recordId = newIds.get(record.id);
      const links = ownLinks.flatMap((field) => {
        const linked = (record.data[field.id] as readonly string[]).flatMap((id) => newIds.get(id) ?? []);
        return linked.length === 0 ? [] : [[ids.get(field.id), linked]];
      });
      return recordId === undefined || links.length === 0 ? [] : [{ recordId, ...Object.fromEntries(links) }];
    });
    if (rows.length === 0) continue;
    await persist(
      (idempotencyKey) =>
        call("PUT /bases/{databaseId}/tables/{tableId}/records/bulk", {
          params: { databaseId, tableId: copy.id },
          body: { records: rows },
          changeSetId,
          idempotencyKey,
        }),
      run,
    );
  }
}

/** Pages of all records of the original, in order of creation. */
async function* pagesOf(
  { databaseId, table }: Pair,
  { call, ...run }: CopyOptions,
): AsyncGenerator<{ records: readonly Record[]; total: number }> {
  let cursor: string | null = null;
  let total = 0;
  do {
    const params = { databaseId, tableId: table.id };
    const body = { limit: recordsPerPage, total: cursor === null, ...(cursor !== null && { cursor }) };
    const page: RecordPage = await persist(
      () => call("POST /bases/{databaseId}/tables/{tableId}/records/list", { params, body }),
      run,
    );
    total = page.total ?? total;
    if (page.records.length > 0) yield { records: page.records, total };
    cursor = page.nextCursor;
  } while (cursor !== null);
}

function valuesOf(
  { data }: Record,
  fields: Table["fields"],
  ids: ReadonlyMap<string, string>,
): WrittenValues {
  return Object.fromEntries(
    fields.flatMap(({ id }) => {
      const copied = ids.get(id);
      return copied === undefined || isBlank(data[id]) ? [] : [[copied, data[id]]];
    }),
  );
}
