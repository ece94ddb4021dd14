import type { QueryClient } from "@tanstack/react-query";
import { tableQuery } from "@/components/listing/record-names";
import type { Field } from "@/lib/contract/fields";
import type { TablePlace } from "@/lib/contract/places";

/** A field of a table that the browser has loaded. */
export function knownField(queryClient: QueryClient, place: TablePlace, fieldId: string): Field | undefined {
  return queryClient.getQueryData(tableQuery(place).queryKey)?.fields.find(({ id }) => id === fieldId);
}
