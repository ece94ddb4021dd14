import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { tableQuery } from "@/components/listing/record-names";
import type { ImportTarget } from "@/components/tasks/import-requests";
import { isPassing } from "@/components/tasks/retry";
import { api } from "@/lib/client/api";
import type { FileImport, ImportReading, ImportStatus } from "@/lib/contract/import-resource";
import type { ImportPlace } from "@/lib/contract/places";
import type { TargetFields } from "./import-draft";

/** Milliseconds between requests while the server works on an import. */
const pollEvery: { readonly [Status in ImportStatus]?: number } = { analysing: 250, running: 1_000 };

/** The import, followed while the server works on it. */
export function importQuery({ databaseId, importId }: ImportPlace) {
  return queryOptions<FileImport>({
    queryKey: ["import", databaseId, importId],
    queryFn: ({ signal }) =>
      api("GET /bases/{databaseId}/imports/{importId}", { params: { databaseId, importId }, signal }),
    staleTime: 0,
    retry: (_, error) => isPassing(error),
    refetchInterval: ({ state }) => (state.data ? (pollEvery[state.data.status] ?? false) : false),
    // The end of an import is reported even if another tab is in front.
    refetchIntervalInBackground: true,
  });
}

/** The first rows of the file, as texts. */
export function useFirstRows(place: ImportPlace, found: FileImport | undefined) {
  const { sheet, hasHeader, delimiter, encoding } = found ?? {};
  return useQuery({
    queryKey: ["import", place.databaseId, place.importId, "rows", { sheet, hasHeader, delimiter, encoding }],
    queryFn: ({ signal }) =>
      api("GET /bases/{databaseId}/imports/{importId}/rows", { params: { ...place }, signal }),
    enabled: found !== undefined && found.columns !== null,
    placeholderData: (before) => before,
    retry: (_, error) => isPassing(error),
  });
}

/** The table that the rows go to; undefined for a new one. */
export function useTargetTable(target: ImportTarget) {
  const place = target.is === "table" ? target : { databaseId: "", tableId: "" };
  return useQuery({ ...tableQuery(place), enabled: target.is === "table" });
}

/** The fields of the table whose values the person may change; undefined while it is loaded, null for a new table. */
export function useTargetFields(target: ImportTarget): TargetFields | undefined {
  const { data } = useTargetTable(target);
  return useMemo(() => {
    if (target.is !== "table") return null;
    return data?.fields.filter(({ id }) => !data.lockedFieldIds.includes(id));
  }, [target, data]);
}

/** Changes how the file is read. The server then analyses it again. */
export function useReading(place: ImportPlace) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ImportReading) =>
      api("PATCH /bases/{databaseId}/imports/{importId}", { params: { ...place }, body }),
    onSuccess: (found) => queryClient.setQueryData(importQuery(place).queryKey, found),
  });
}
