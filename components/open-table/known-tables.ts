import type { LinkableTable } from "./linkable-tables";

/** The tables of each database as this tab last saw them, so that a table that goes has neighbours to turn to. */
interface Known {
  current: readonly LinkableTable[];
  /** Every table seen so far, with the tables that it last stood among. */
  readonly seen: Map<string, readonly LinkableTable[]>;
}

const databases = new Map<string, Known>();
/** Tables that the person at this tab has removed: they need no explanation. */
const removedHere = new Set<string>();

export function noteTables(databaseId: string, tables: readonly LinkableTable[]): void {
  const known = databases.get(databaseId) ?? { current: tables, seen: new Map() };
  databases.set(databaseId, known);
  known.current = tables;
  for (const { id } of tables) {
    known.seen.set(id, tables);
    removedHere.delete(id);
  }
}

export function noteRemoval(tableId: string): void {
  removedHere.add(tableId);
}

/** A table that was there, and the one to turn to now that it is not; undefined if this tab never saw it. */
export interface GoneTable {
  readonly name: string;
  /** It is there after all: something of it is missing, such as a view. */
  readonly isThere: boolean;
  readonly isRemovedHere: boolean;
  readonly neighbour: LinkableTable | undefined;
}

export function findGone(databaseId: string, tableId: string): GoneTable | undefined {
  const known = databases.get(databaseId);
  const among = known?.seen.get(tableId);
  const table = among?.find(({ id }) => id === tableId);
  if (!known || !among || !table) return undefined;
  return {
    name: table.name,
    isThere: known.current.some(({ id }) => id === tableId),
    isRemovedHere: removedHere.has(tableId),
    neighbour: neighbourOf(tableId, { among, current: known.current }),
  };
}

/** The next table of those that it stood among and that are still there, else the one before, else any. */
export function neighbourOf(
  tableId: string,
  {
    among,
    current,
  }: { readonly among: readonly LinkableTable[]; readonly current: readonly LinkableTable[] },
): LinkableTable | undefined {
  const left = new Map(current.filter(({ id }) => id !== tableId).map((table) => [table.id, table]));
  const at = among.findIndex(({ id }) => id === tableId);
  const near = [...among.slice(at + 1), ...among.slice(0, Math.max(at, 0)).reverse()];
  return near.map(({ id }) => left.get(id)).find((table) => table !== undefined) ?? [...left.values()][0];
}

/** The address of a table, or of the database where there is none. */
export function tablePath(databaseId: string, table: { readonly id: string } | undefined): string {
  return `/database/${databaseId}${table ? `/${table.id}` : ""}`;
}
