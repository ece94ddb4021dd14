import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { creationOf } from "@/components/edits/record-creation";
import { foundRecordsQuery, tableQuery, useRecordNames } from "@/components/listing/record-names";
import type { Field } from "@/lib/contract/fields";
import { uploadsOf } from "./editors/cell-uploads";
import type { EditorSource } from "./editors/editor-source";

interface Place {
  readonly databaseId: string;
  readonly tableId: string;
}

/** The API of a table for editors. The names of the records that they find are added to `names`. */
export function useTableSource({ databaseId, tableId }: Place, names?: Map<string, string>): EditorSource {
  const queryClient = useQueryClient();
  return useMemo(
    () => sourceIn({ databaseId, tableId }, queryClient, names),
    [databaseId, tableId, queryClient, names],
  );
}

function sourceIn(place: Place, queryClient: QueryClient, names?: Map<string, string>): EditorSource {
  const linked = ({ template }: Field) => ({
    databaseId: place.databaseId,
    tableId: (template as { tableId: string }).tableId,
  });
  return {
    uploadsOf: (cell) => uploadsOf({ ...place, ...cell }, queryClient),
    choicesQuery: (field, search) => {
      const found = foundRecordsQuery(queryClient, linked(field), search);
      if (!names) return found;
      return {
        ...found,
        select: (records) => {
          for (const { id, name } of records) names.set(id, name);
          return records;
        },
      };
    },
    useCreation: (field) => {
      const { data: table } = useQuery(tableQuery(linked(field)));
      return (name) => table && creationOf(queryClient, linked(field), { table, name });
    },
    useNames: (field, ids) => useRecordNames(linked(field), ids),
  };
}
