import { type CopyOptions, recordsPerPage } from "@/components/forms/copying";
import { isBlank } from "@/components/listing/is-blank";
import { persist } from "@/components/tasks/retry";
import { write } from "@/components/tasks/write";
import { api } from "@/lib/client/api";
import type { RecordPage } from "@/lib/contract/lists";
import type { TablePlace } from "@/lib/contract/places";

/** Copies each record's value of one field to another field. */
export async function copyValues(
  place: TablePlace,
  { from, to }: { from: string; to: string },
  { changeSetId, ...run }: CopyOptions,
): Promise<void> {
  let cursor: string | null | undefined;
  let done = 0;
  let total: number | undefined;
  do {
    const body = {
      limit: recordsPerPage,
      fields: [from],
      total: total === undefined,
      ...(cursor && { cursor }),
    };
    const page: RecordPage = await persist(
      () => api("POST /bases/{databaseId}/tables/{tableId}/records/list", { params: { ...place }, body }),
      run,
    );
    const rows = page.records.flatMap(({ id, data }) =>
      isBlank(data[from]) ? [] : [{ recordId: id, [to]: data[from] }],
    );
    if (rows.length > 0) {
      await write(
        "PUT /bases/{databaseId}/tables/{tableId}/records/bulk",
        { params: { ...place }, body: { records: rows }, changeSetId },
        run,
      );
    }
    done += page.records.length;
    total = Math.max(done, total ?? page.total ?? 0);
    run.report({ done, total });
    cursor = page.nextCursor;
  } while (cursor);
}
