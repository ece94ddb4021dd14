/** Records created by their names alone, such as those that links name and that do not exist yet. */
import type { QueryClient } from "@tanstack/react-query";
import { isBlank } from "@/components/listing/is-blank";
import { type NamedRecord, nameOf, nameQuery } from "@/components/listing/record-names";
import type { TaskRun } from "@/components/tasks/tasks";
import { write } from "@/components/tasks/write";
import { api } from "@/lib/client/api";
import type { TablePlace } from "@/lib/contract/places";
import type { Record } from "@/lib/contract/records";
import type { RuledTable } from "@/lib/contract/tables";
import { fieldType, fieldTypeOf, typingOf } from "@/lib/field-types";
import type { NamedIds } from "@/lib/field-types/columns";
import { inBatches } from "./batches";

/** Reads a name to the value of a new record's primary field; blank or undefined if the field takes no such text. */
type NameReader = (name: string) => unknown;

/** Returns undefined if the person may not create records of the table, or if they need more than a name. */
function nameReaderOf(table: RuledTable): NameReader | undefined {
  const primary = table.fields.find(({ id }) => id === table.primaryFieldId);
  const isAllowed =
    table.may.includes("create-records") && !table.lockedFieldIds.includes(table.primaryFieldId);
  if (!primary || !isAllowed || fieldTypeOf(primary).isComputed) return undefined;
  if (table.fields.some(({ id, isRequired }) => isRequired && id !== primary.id)) return undefined;
  const { fromText } = typingOf(fieldType(primary.type));
  return (name) => fromText(name, primary.template);
}

/**
 * Creates a record by its name alone and caches the name. Returns undefined if the person may not, if the primary field
 * takes no such text, or if another field needs a value.
 */
export function creationOf(
  queryClient: QueryClient,
  place: TablePlace,
  { table, name }: { readonly table: RuledTable; readonly name: string },
): (() => Promise<NamedRecord>) | undefined {
  const value = nameReaderOf(table)?.(name);
  if (isBlank(value)) return undefined;
  return async () => {
    const record = await api("POST /bases/{databaseId}/tables/{tableId}/records", {
      params: { ...place },
      body: { record: { [table.primaryFieldId]: value } },
    });
    await cacheNames(queryClient, place, { table, records: [record] });
    return { id: record.id, name: nameOf(record, table) };
  };
}

/** The creation of records by name that are to be linked. */
export interface NamedCreation {
  readonly table: RuledTable;
  /** The number of records: several names may mean one value. */
  readonly count: number;
  readonly names: readonly string[];
  /** Creates the records, in a change set. Resolves to their ids by name. */
  readonly create: (run: TaskRun, changeSet: ChangeSetNaming) => Promise<NamedIds>;
}

/** The number of records to be created in a table. */
export interface CreationCount {
  readonly table: string;
  readonly count: number;
}

interface ChangeSetNaming {
  readonly changeSetId: string;
  readonly changeSetName: string;
}

/** Plans the creation of a record for each name that the table takes; undefined if it takes none. */
export function namedCreationOf(
  queryClient: QueryClient,
  place: TablePlace,
  { table, names: given }: { readonly table: RuledTable; readonly names: readonly string[] },
): NamedCreation | undefined {
  const readName = nameReaderOf(table);
  const named = given.flatMap((name) => {
    const value = readName?.(name);
    return isBlank(value) ? [] : [{ name, value, key: JSON.stringify(value) }];
  });
  if (named.length === 0) return undefined;
  const values = new Map(named.map(({ key, value }) => [key, value]));
  return {
    table,
    count: values.size,
    names: named.map(({ name }) => name),
    async create(run, changeSet) {
      const ids = new Map<string, string>();
      for (const batch of inBatches([...values], ([key]) => key.length)) {
        run.signal.throwIfAborted();
        run.report({ done: ids.size, total: values.size });
        const { records } = await write(
          "POST /bases/{databaseId}/tables/{tableId}/records/bulk",
          {
            params: { ...place },
            body: { records: batch.map(([, value]) => ({ [table.primaryFieldId]: value })) },
            ...changeSet,
          },
          run,
        );
        await cacheNames(queryClient, place, { table, records });
        for (const [index, [key]] of batch.entries()) ids.set(key, records[index]?.id ?? "");
      }
      return new Map(named.map(({ name, key }) => [name, ids.get(key) ?? ""]));
    },
  };
}

/** Caches the names of new records, and lets pickers search again. */
async function cacheNames(
  queryClient: QueryClient,
  place: TablePlace,
  { table, records }: { readonly table: RuledTable; readonly records: readonly Record[] },
): Promise<void> {
  for (const record of records) {
    queryClient.setQueryData(nameQuery(queryClient, place, record.id).queryKey, nameOf(record, table));
  }
  await queryClient.invalidateQueries({ queryKey: ["found-records", place.databaseId, place.tableId] });
}
