import { v4 } from "uuid";
import { charactersOf, inBatches } from "@/components/edits/batches";
import { nextColor } from "@/components/fields/option-colors";
import { fillPage } from "@/components/listing/fill-page";
import { deleteRecords } from "@/components/open-table/records/delete-records";
import { useUndoOffer } from "@/components/open-table/undo/use-undo-offer";
import { useTableRefresh } from "@/components/open-table/use-table-refresh";
import { withdrawOffer } from "@/components/tasks/messages";
import { persist } from "@/components/tasks/retry";
import type { TaskRun, Tasks } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import type { Field } from "@/lib/contract/fields";
import { limits } from "@/lib/contract/limits";
import type { TablePlace } from "@/lib/contract/places";
import type { StackKey } from "@/lib/field-types/stacks";
import { type Option, optionsOf } from "./options-of";
import { nameOfStack, valueOfStack } from "./stack-values";

const update = "PATCH /bases/{databaseId}/tables/{tableId}/fields/{fieldId}";

/** The fate of the records of a deleted stack: they lose their value, go to another stack, or to the trash. */
export type RecordsOfDeleted =
  | { readonly to: "no-value" }
  | { readonly to: "stack"; readonly key: StackKey }
  | { readonly to: "trash" };

interface Surroundings {
  readonly field: Field;
  readonly tasks: Tasks;
}

/** Changes of the options that are the stacks of a board. */
export function useStackActions({ databaseId, tableId }: TablePlace, { field, tasks }: Surroundings) {
  const refresh = useTableRefresh();
  const offerUndo = useUndoOffer(databaseId, { tableId });
  const place = { databaseId, tableId };
  const params = { ...place, fieldId: field.id };
  const options = optionsOf(field) ?? [];

  async function save(next: readonly Option[]): Promise<void> {
    try {
      await api(update, { params, body: { template: { options: [...next] } } });
    } catch (error) {
      throw asProblemOfName(error);
    }
    await refresh.everything();
  }

  return {
    rename: (key: StackKey, label: string) =>
      save(options.map((each) => (each.value === key ? { ...each, label } : each))),
    recolor: (key: StackKey, color: string) =>
      save(options.map((each) => (each.value === key ? { ...each, color } : each))),
    add: (label: string) => save([...options, { label, color: nextColor(options) }]),
    /** Deletes the option of a stack and settles its records, in one undo step. */
    async remove(key: StackKey, records: RecordsOfDeleted): Promise<void> {
      const name = nameOfStack(field, key) ?? "";
      await tasks.run("Deleting the stack", async (run) => {
        withdrawOffer();
        const changeSetId = v4();
        const settled = { field, key, records, changeSetId };
        if (records.to !== "no-value") await settleRecords(place, settled, run);
        const rest = options.filter(({ value }) => value !== key);
        await write(
          update,
          { params, body: { template: { options: rest }, allowLoss: true }, changeSetId },
          run,
        );
        await refresh.everything();
        offerUndo(`Stack “${name}” deleted`);
      });
    },
  };
}

interface Settled {
  readonly field: Field;
  readonly key: StackKey;
  readonly records: RecordsOfDeleted;
  readonly changeSetId: string;
}

/** Moves all records of a stack, also those that the view's filter hides, to another one or to the trash. */
async function settleRecords(
  place: TablePlace,
  { field, key, records, changeSetId }: Settled,
  run: TaskRun,
): Promise<void> {
  for (;;) {
    run.signal.throwIfAborted();
    const recordIds = await someIn(place, { fieldId: field.id, key }, run);
    if (recordIds.length === 0) return;
    if (records.to === "trash") {
      await deleteRecords(place, { recordIds, changeSetId }, run);
      continue;
    }
    const value = records.to === "stack" ? valueOfStack(field, records.key) : null;
    const rows = recordIds.map((recordId) => ({ [field.id]: value, recordId }));
    for (const some of inBatches(rows, charactersOf)) {
      await write(
        "PUT /bases/{databaseId}/tables/{tableId}/records/bulk",
        { params: { ...place }, body: { records: some }, changeSetId },
        run,
      );
    }
  }
}

/** The first records of a stack in the whole table. */
async function someIn(
  place: TablePlace,
  stack: { readonly fieldId: string; readonly key: StackKey },
  run: TaskRun,
): Promise<string[]> {
  const { records } = await persist(
    () =>
      fillPage(
        (body) =>
          api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
            params: { ...place },
            body: { ...body, stack, fields: [] },
            signal: run.signal,
          }),
        { limit: limits.recordsPerCall, total: false },
      ),
    run,
  );
  return records.map(({ id }) => id);
}

/** Names the label of an option as the form does that asks for it. */
function asProblemOfName(error: unknown): unknown {
  if (!(error instanceof ApiError) || !error.details) return error;
  const details = error.details.map(({ message }) => ({ path: "name", message }));
  return new ApiError(error.code, error.message, details);
}
