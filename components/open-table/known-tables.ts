import type { LinkableTable } from "./linkable-tables";

/** The tables of each database as this tab last saw them, to find a neighbour when one disappears. */
interface Known {
  current: readonly LinkableTable[];
  /** Every table seen so far, with the list it was last in. */
  readonly seen: Map<string, readonly LinkableTable[]>;
}

const databases = new Map<string, Known>();
/** Tables removed in this tab: they need no explanation. */
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

/** A table that has disappeared, and the one to open instead; undefined if this tab never saw it. */
export interface GoneTable {
  readonly name: string;
  /** True if the table exists and something in it is missing, such as a view. */
  readonly exists: boolean;
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
    exists: known.current.some(({ id }) => id === tableId),
    isRemovedHere: removedHere.has(tableId),
    neighbour: neighbourOf(tableId, { among, current: known.current }),
  };
}

/** The nearest table of the list that still exists: the next one, or else the previous one, or else any. */
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

/** The path of a table, or of its database without one. */
export function tablePath(databaseId: string, table: { readonly id: string } | undefined): string {
  return `/database/${databaseId}${table ? `/${table.id}` : ""}`;
}
