import { v4 } from "uuid";
import { charactersOf, inBatches } from "@/components/edits/batches";
import type { Edits } from "@/components/edits/edits";
import { fillPage } from "@/components/listing/fill-page";
import { withdrawOffer } from "@/components/tasks/messages";
import { persist } from "@/components/tasks/retry";
import type { TaskRun } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import { api } from "@/lib/client/api";
import type { Field } from "@/lib/contract/fields";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import { copiedValues } from "../copied-values";

interface Originals {
  /** In order; the copies follow the last one. */
  readonly ids: readonly string[];
  /** The fields that the person may write. */
  readonly fields: readonly Field[];
  /** Called when the copying begins, after which edits would not be included. */
  readonly edits: () => Edits;
}

/** Copies records below the last of them, as one change set. Returns the copies. */
export async function copyRecords(
  place: TablePlace,
  { ids, fields, edits }: Originals,
  run: TaskRun,
): Promise<Record[]> {
  const originals = await readWhole(place, ids, run);
  const changeSetId = v4();
  const copies: Record[] = [];
  const values = originals.map((record) => copiedValues(record, { fields, edits: edits() }));
  for (const records of inBatches(values, charactersOf)) {
    if (run.signal.aborted) break;
    run.report({ done: copies.length, total: ids.length });
    const after = copies.at(-1)?.id ?? ids.at(-1) ?? null;
    copies.push(...(await createBelow(place, { records, after, changeSetId }, run)));
  }
  return copies;
}

/** The maximum number of ids per filter. */
const maxAtOnce = 500;

/** Loads records by id, in that order, with all fields: rows contain only those the view shows. */
async function readWhole(
  { databaseId, tableId }: TablePlace,
  ids: readonly string[],
  run: TaskRun,
): Promise<Record[]> {
  const found = new Map<string, Record>();
  for (let from = 0; from < ids.length; from += maxAtOnce) {
    run.report({ done: from, total: ids.length });
    const some = ids.slice(from, from + maxAtOnce);
    const { records } = await persist(
      () =>
        fillPage(
          (body) =>
            api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
              params: { databaseId, tableId },
              body,
              signal: run.signal,
            }),
          { limit: some.length, filter: { field: "id", in: some }, total: false },
        ),
      run,
    );
    for (const record of records) found.set(record.id, record);
  }
  return ids.flatMap((id) => found.get(id) ?? []);
}

interface Copies {
  readonly records: { [fieldId: string]: unknown }[];
  readonly after: string | null;
  readonly changeSetId: string;
}

async function createBelow(
  { databaseId, tableId }: TablePlace,
  { records, after, changeSetId }: Copies,
  run: TaskRun,
): Promise<readonly Record[]> {
  const params = { databaseId, tableId };
  withdrawOffer();
  const created = await write(
    "POST /bases/{databaseId}/tables/{tableId}/records/bulk",
    { params, body: { records }, changeSetId },
    run,
  );
  const recordIds = created.records.map(({ id }) => id);
  await write(
    "POST /bases/{databaseId}/tables/{tableId}/records/move",
    { params, body: { recordIds, after }, changeSetId },
    run,
  );
  return created.records;
}
