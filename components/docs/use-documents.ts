"use client";

import { queryOptions, useQuery } from "@tanstack/react-query";
import type { OpenApi } from "@/lib/api/openapi/types";
import { api } from "@/lib/client/api";
import type { TablePlace } from "@/lib/contract/places";
import type { Picked } from "./place";

/** The API's OpenAPI document and that of the picked database. */
export function useDocuments({ base, table }: Picked) {
  const general = useQuery(documentQuery);
  const own = useQuery({ ...ownDocumentQuery(base?.id ?? ""), enabled: base !== undefined });
  const record = useQuery({
    ...recordIdQuery({ databaseId: base?.id ?? "", tableId: table?.id ?? "" }),
    enabled: table !== undefined,
  });
  return { general, own: own.data, recordId: record.data ?? undefined };
}

/** The API's OpenAPI document. */
export const documentQuery = queryOptions({
  queryKey: ["openapi"],
  queryFn: async () => (await api("GET /openapi.json")) as OpenApi,
});

/** The OpenAPI document of a database, with the types of its tables. */
export function ownDocumentQuery(databaseId: string) {
  return queryOptions({
    queryKey: ["openapi", databaseId],
    queryFn: async () =>
      (await api("GET /bases/{databaseId}/openapi.json", { params: { databaseId } })) as OpenApi,
  });
}

/** A record id for samples; null if the table is empty. */
function recordIdQuery({ databaseId, tableId }: TablePlace) {
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
