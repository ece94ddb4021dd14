/** What a person may pick for samples and calls to be about. */
export interface PickableBase {
  readonly id: string;
  readonly name: string;
  readonly tables: readonly PickableTable[];
}

export interface PickableTable {
  readonly id: string;
  readonly name: string;
  /** One of its fields, and one of its views. */
  readonly fieldId?: string;
  readonly viewId?: string;
}

/** What has been picked: the placeholders of addresses by their names. */
export type Place = { readonly [placeholder: string]: string | undefined };

export interface Picked {
  readonly base?: PickableBase;
  readonly table?: PickableTable;
}

/** What is asked for as far as it is there, else what comes first. */
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
