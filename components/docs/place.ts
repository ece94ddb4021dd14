/** A database to pick for samples and calls. */
export interface PickableBase {
  readonly id: string;
  readonly name: string;
  readonly tables: readonly PickableTable[];
}

export interface PickableTable {
  readonly id: string;
  readonly name: string;
  /** Any of its fields and views, for samples. */
  readonly fieldId?: string;
  readonly viewId?: string;
}

/** The picked ids, by the name of their path parameter. */
export type Place = { readonly [placeholder: string]: string | undefined };

export interface Picked {
  readonly base?: PickableBase;
  readonly table?: PickableTable;
}

/** Picks the requested database and table if they exist, else the first ones. */
export function pick(
  bases: readonly PickableBase[],
  asked: { readonly databaseId?: string; readonly tableId?: string },
): Picked {
  const base = bases.find(({ id }) => id === asked.databaseId) ?? bases[0];
  const table = base?.tables.find(({ id }) => id === asked.tableId) ?? base?.tables[0];
  return { base, table };
}

export function placeOf({ base, table }: Picked, recordId: string | undefined): Place {
  return {
    databaseId: base?.id,
    tableId: table?.id,
    fieldId: table?.fieldId,
    viewId: table?.viewId,
    recordId,
  };
}
