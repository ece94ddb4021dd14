import { useQuery } from "@tanstack/react-query";
import { retryPolicy } from "@/components/listing/record-queries";
import { useOpenTable } from "@/components/open-table/open-table";
import { counted } from "@/components/tasks/counted";
import { api } from "@/lib/client/api";
import type { Dependent, Field } from "@/lib/contract/fields";

/** The computed fields that others are needed for, apart from themselves, once they are loaded. */
export function useDependents(fields: readonly Field[]): readonly Dependent[] {
  const { databaseId, table } = useOpenTable();
  const ids = fields.map(({ id }) => id);
  const { data = [] } = useQuery({
    queryKey: ["dependents", databaseId, ...ids],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Dependent>();
      for (const fieldId of ids) {
        const params = { databaseId, tableId: table.id, fieldId };
        const call = { params, isDryRun: true, signal };
        const { dependents = [] } = await api(
          "DELETE /bases/{databaseId}/tables/{tableId}/fields/{fieldId}",
          call,
        );
        for (const each of dependents) found.set(each.fieldId, each);
      }
      return [...found.values()].filter(({ fieldId }) => !ids.includes(fieldId));
    },
    ...retryPolicy,
    gcTime: 0,
  });
  return data;
}

/** The names of dependents, as the beginning of a sentence: `“Total” and “Tax”`. */
export function namesOf(dependents: readonly Pick<Dependent, "name">[]): string {
  const shown = dependents.slice(0, maxShown).map(({ name }) => `“${name}”`);
  const more = dependents.length - shown.length;
  return new Intl.ListFormat("en").format(more > 0 ? [...shown, counted(more, "other field")] : shown);
}

const maxShown = 5;
