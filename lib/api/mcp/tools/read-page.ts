import type { RecordListRequest } from "../../../contract/lists";
import type { TablePlace } from "../../../contract/places";
import { type Caller, callOperation } from "../call-operation";
import { compactRecords, type GivenRecord, type RecordsPart } from "../compact-records";

/** A page of records that fits into so many bytes. */
export interface FittingPage {
  readonly part: RecordsPart;
  readonly total: number | null;
  readonly nextCursor: string | null;
  /** True if it ends before the limit because of its size. */
  readonly isCut: boolean;
}

/**
 * Lists records. A page that is too large is listed again with the number of records that fit, as only the end of a page has
 * a cursor.
 */
export async function readPage(
  caller: Caller,
  params: TablePlace,
  { limit, bytes, ...body }: RecordListRequest & { readonly limit: number; readonly bytes: number },
): Promise<FittingPage> {
  for (let count = limit; ; ) {
    const page = await callOperation(caller, "POST /bases/{databaseId}/tables/{tableId}/records/list", {
      params: { ...params },
      body: { ...body, limit: count },
    });
    const names = await namesFor(caller, params, page.records);
    const shown = compactRecords(page.records, { bytes, nameOf: (id) => names.get(id) ?? id });
    if (shown.count === page.records.length) {
      const { total, nextCursor } = page;
      return { part: shown.part, total, nextCursor, isCut: nextCursor !== null && shown.count < limit };
    }
    count = shown.count;
  }
}

/** The names of a table's fields by id, if records have errors, which name fields by id. */
export async function namesFor(
  caller: Caller,
  params: TablePlace,
  records: readonly GivenRecord[],
): Promise<ReadonlyMap<string, string>> {
  return records.some(({ errors }) => errors) ? fieldNames(caller, params) : new Map();
}

/** The names of a table's fields by id. */
export async function fieldNames(caller: Caller, params: TablePlace): Promise<ReadonlyMap<string, string>> {
  const { fields } = await callOperation(caller, "GET /bases/{databaseId}/tables/{tableId}/fields", {
    params: { ...params },
  });
  return new Map(fields.map(({ id, name }) => [id, name]));
}
