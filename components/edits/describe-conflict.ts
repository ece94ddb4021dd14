import type { QueryClient } from "@tanstack/react-query";
import { isBlank } from "@/components/listing/is-blank";
import { knownNames, unnamed } from "@/components/listing/record-names";
import type { Field } from "@/lib/contract/fields";
import type { TablePlace } from "@/lib/contract/places";
import { fieldTypeOf } from "@/lib/field-types";
import { authorOf, conflictText } from "./conflict-text";
import type { Conflicted } from "./conflicted";
import type { Edit } from "./edits";
import { knownField } from "./known-field";

/** Describes a conflict, with values as the table's fields display them. */
export function describeConflict(
  queryClient: QueryClient,
  place: TablePlace,
  { conflicted, mine }: { readonly conflicted: Conflicted; readonly mine: Edit },
): string {
  const field = knownField(queryClient, place, mine.fieldId);
  const inWords = (value: unknown) => (field ? valueText(queryClient, place, { field, value }) : "");
  return conflictText(authorOf(conflicted.history, mine.fieldId), {
    theirs: inWords(conflicted.record.data[mine.fieldId]),
    mine: inWords(mine.value),
  });
}

function valueText(
  queryClient: QueryClient,
  { databaseId }: TablePlace,
  { field, value }: { readonly field: Field; readonly value: unknown },
): string {
  if (isBlank(value)) return "";
  const { look, display } = fieldTypeOf(field);
  if (look.cell !== "records") return display(value, field.template);
  const ids = value as readonly string[];
  const { tableId } = field.template as { tableId: string };
  const names = knownNames(queryClient, { databaseId, tableId }, ids);
  if (!names) return ids.length === 1 ? "1 record" : `${ids.length.toLocaleString("en")} records`;
  return ids.map((id) => names.get(id) || unnamed).join(", ");
}
