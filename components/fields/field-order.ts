import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { ViewConfig } from "@/lib/contract/views";

type Fields = Pick<Table, "fields" | "primaryFieldId">;

/**
 * The fields in a view's order. The primary field comes first, as it names each record. Fields missing in the view's
 * order come last, in the table's order.
 */
export function orderedFields(
  { fields, primaryFieldId }: Fields,
  orderedFieldIds: readonly string[],
): Field[] {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const ids = new Set([primaryFieldId, ...orderedFieldIds, ...byId.keys()]);
  return [...ids].flatMap((id) => byId.get(id) ?? []);
}

/** A view's visible fields, in its order. */
export function shownFields(table: Fields, { orderedFieldIds, hiddenFieldIds }: ViewConfig): Field[] {
  const hidden = new Set(hiddenFieldIds);
  return orderedFields(table, orderedFieldIds).filter(({ id }) => !hidden.has(id));
}

/** The fields that may be hidden and deleted: all but the primary one, which names each record. */
export function withoutPrimary(
  { primaryFieldId }: Pick<Fields, "primaryFieldId">,
  fields: readonly Field[],
): Field[] {
  return fields.filter(({ id }) => id !== primaryFieldId);
}

/** The ids of the hidden fields once these are hidden too. */
export function hiddenWith({ hiddenFieldIds }: ViewConfig, fields: readonly Field[]): string[] {
  return [...new Set([...hiddenFieldIds, ...fields.map(({ id }) => id)])];
}

/** The ids of all fields after moving one before another, or to the end. The primary field stays first. */
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

/** The ids of all fields after moving one within a subset, which is given in its new order. */
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

/** The ids of all fields after moving one by a step among the visible fields. */
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

/** Tests whether a field can move by a step. */
export function mayStep(table: Fields, config: ViewConfig, { id, by }: { id: string; by: 1 | -1 }): boolean {
  const shown = shownFields(table, config).map((field) => field.id);
  const to = shown.indexOf(id) + by;
  return id !== table.primaryFieldId && to >= 0 && to < shown.length && shown[to] !== table.primaryFieldId;
}
