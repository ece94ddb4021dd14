import type { GridColumn } from "@/components/cells/columns";
import { type CreationCount, type NamedCreation, namedCreationOf } from "@/components/edits/record-creation";
import { tableQuery } from "@/components/listing/record-names";
import type { NamedIds } from "@/lib/field-types/columns";
import type { GridState } from "../grid-state";
import type { IdsOf } from "./paste-plan";

/** The records that a paste can create for names that no record has. */
export interface LinkedCreation {
  readonly counts: readonly CreationCount[];
  /** The ids of linked records, in which each missing name stands for the record to be created. */
  readonly planned: IdsOf;
  /** Creates the records. Resolves to the ids of all linked records. */
  readonly create: (...given: Parameters<NamedCreation["create"]>) => Promise<IdsOf>;
}

/** Plans the creation of missing records; undefined if none can be created. */
export async function planCreation(
  { services: { listing, queryClient } }: GridState,
  missing: ReadonlyMap<GridColumn, readonly string[]>,
  idsOf: IdsOf,
): Promise<LinkedCreation | undefined> {
  const names = new Map<string, string[]>();
  for (const [column, more] of missing) {
    const tableId = linkedTableOf(column);
    names.set(tableId, [...(names.get(tableId) ?? []), ...more]);
  }
  const creations = new Map<string, NamedCreation>();
  for (const [tableId, wanted] of names) {
    const place = { databaseId: listing.databaseId, tableId };
    const table = await queryClient.fetchQuery(tableQuery(place));
    const creation = namedCreationOf(queryClient, place, { table, names: [...new Set(wanted)] });
    if (creation) creations.set(tableId, creation);
  }
  if (creations.size === 0) return undefined;
  const withCreated = (createdIn: (tableId: string) => NamedIds | undefined): IdsOf => {
    return (column) => new Map([...idsOf(column), ...(createdIn(linkedTableOf(column)) ?? [])]);
  };
  return {
    counts: [...creations.values()].map(({ table, count }) => ({ table: table.name, count })),
    planned: withCreated((tableId) => {
      const planned = creations.get(tableId)?.names ?? [];
      return new Map(planned.map((name) => [name, name]));
    }),
    async create(run, changeSet) {
      const created = new Map<string, NamedIds>();
      for (const [tableId, creation] of creations)
        created.set(tableId, await creation.create(run, changeSet));
      return withCreated((tableId) => created.get(tableId));
    },
  };
}

function linkedTableOf({ field }: GridColumn): string {
  return (field.template as { tableId: string }).tableId;
}
