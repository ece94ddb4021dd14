import type { QueryClient } from "@tanstack/react-query";
import type { TablePlace } from "@/lib/contract/places";
import type { Edit } from "./edits";
import { knownField } from "./known-field";

/** The reasons of refused edits as sentences that begin with the name of the field. */
export function describeRefusals(
  queryClient: QueryClient,
  place: TablePlace,
  reasons: ReadonlyMap<Edit, string>,
): ReadonlyMap<Edit, string> {
  return new Map(
    [...reasons].map(([edit, reason]) => {
      const field = knownField(queryClient, place, edit.fieldId);
      return [edit, field ? `${field.name} ${reason}` : reason];
    }),
  );
}
