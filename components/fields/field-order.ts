import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";

type Fields = Pick<Table, "fields" | "primaryFieldId">;

/**
 * The fields in the order in which a view shows them: the primary one first, as it names each record; those that
 * the view does not place last, in their own order.
 */
export function orderedFields(
  { fields, primaryFieldId }: Fields,
  orderedFieldIds: readonly string[],
): Field[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const ids = new Set([primaryFieldId, ...orderedFieldIds, ...byId.keys()]);
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}

/** The fields that a view shows, in its order. */
export function shownFields(table: Fields, { orderedFieldIds, hiddenFieldIds }: ViewConfig): Field[] {
  const hidden = new Set(hiddenFieldIds);
  return orderedFields(table, orderedFieldIds).filter(({ id }) => !hidden.has(id));
}

/** Those that may be hidden and deleted: the primary one names each record. */
export function withoutPrimary(
  { primaryFieldId }: Pick<Fields, "primaryFieldId">,
  fields: readonly Field[],
): Field[] {
  return fields.filter(({ id }) => id !== primaryFieldId);
}

/** The ids of the hidden fields when these are hidden too. */
export function hiddenWith({ hiddenFieldIds }: ViewConfig, fields: readonly Field[]): string[] {
  return [...new Set([...hiddenFieldIds, ...fields.map(({ id }) => id)])];
}

/** The ids of all fields after one has moved in front of another, or to the end. Nothing comes before the primary one. */
export function movedField(
  table: Fields,
  orderedFieldIds: readonly string[],
  { id, before }: { id: string; before: string | undefined },
): string[] {
  const ids = orderedFields(table, orderedFieldIds).map((field) => field.id);
  if (id === table.primaryFieldId || before === id) return ids;
  const rest = ids.filter((each) => each !== id);
  const at = before === undefined ? rest.length : rest.indexOf(before);
  return rest.toSpliced(Math.max(1, at), 0, id);
}

/** The same, to a place among some fields of the table, which are given in their new order. */
export function movedAmong(
  table: Fields,
  orderedFieldIds: readonly string[],
  { id, some, to }: { id: string; some: readonly Field[]; to: number },
): string[] {
  const [previous, next] = [some[to - 1]?.id, some[to + 1]?.id];
  const rest = orderedFields(table, orderedFieldIds).filter((field) => field.id !== id);
  const before = next ?? rest[rest.findIndex((field) => field.id === previous) + 1]?.id;
  return movedField(table, orderedFieldIds, { id, before });
}

/** The same, one step among the fields that the view shows: hidden ones in between are passed over. */
export function steppedField(
  table: Fields,
  config: ViewConfig,
  { id, by }: { id: string; by: 1 | -1 },
): string[] {
  const shown = shownFields(table, config).map((field) => field.id);
  const at = shown.indexOf(id);
  const before = by === -1 ? shown[at - 1] : shown[at + 2];
  return movedField(table, config.orderedFieldIds, { id, before });
}

/** Whether there is a step to take. */
export function mayStep(table: Fields, config: ViewConfig, { id, by }: { id: string; by: 1 | -1 }): boolean {
  const shown = shownFields(table, config).map((field) => field.id);
  const to = shown.indexOf(id) + by;
  return id !== table.primaryFieldId && to >= 0 && to < shown.length && shown[to] !== table.primaryFieldId;
}
