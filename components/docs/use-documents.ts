"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { OpenApi } from "@/lib/api/openapi/types";
import { api } from "@/lib/client/api";
import type { TablePlace } from "@/lib/contract/places";
import type { Picked } from "./place";

/** The document of the API, and that of the database that has been picked. */
export function useDocuments({ base, table }: Picked) {
  const general = useQuery({
    queryKey: ["openapi"],
    queryFn: async () => (await api("GET /openapi.json")) as OpenApi,
  });
  const own = useQuery({ ...ownDocumentQuery(base?.id ?? ""), enabled: base !== undefined });
  const record = useQuery({
    ...recordIdQuery({ databaseId: base?.id ?? "", tableId: table?.id ?? "" }),
    enabled: table !== undefined,
  });
  return { general, own: own.data, recordId: record.data ?? undefined };
}

/** The document of a database, which knows the types of its tables. */
export function ownDocumentQuery(databaseId: string) {
  return queryOptions({
    queryKey: ["openapi", databaseId],
    queryFn: async () =>
      (await api("GET /bases/{databaseId}/openapi.json", { params: { databaseId } })) as OpenApi,
  });
}

/** A record for samples to be about, or null in an empty table. */
export function recordIdQuery({ databaseId, tableId }: TablePlace) {
  return queryOptions<string | null>({
    queryKey: ["openapi", databaseId, tableId, "record"],
    queryFn: async () => {
      const { records } = await api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
        params: { databaseId, tableId },
        body: { limit: 1, total: false },
      });
      return records[0]?.id ?? null;
    },
  });
}
