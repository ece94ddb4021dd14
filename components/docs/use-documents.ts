"use client";

import { useQuery } from "@tanstack/react-query";
import type { OpenApi } from "@/lib/api/openapi-types";
import { api } from "@/lib/client/api";
import type { Picked } from "./place";

/** The document of the API, and that of the database that has been picked. */
export function useDocuments({ base, table }: Picked) {
  const general = useQuery({
    queryKey: ["openapi"],
    queryFn: async () => (await api("GET /openapi.json")) as OpenApi,
  });
  const own = useQuery({
    queryKey: ["openapi", base?.id],
    enabled: base !== undefined,
    queryFn: async () =>
      (await api("GET /bases/{databaseId}/openapi.json", {
        params: { databaseId: base?.id ?? "" },
      })) as OpenApi,
  });
  const record = useQuery({
    queryKey: ["openapi", base?.id, table?.id, "record"],
    enabled: table !== undefined,
    queryFn: () => findRecordId(base?.id ?? "", table?.id ?? ""),
  });
  return { general, own: own.data, recordId: record.data ?? undefined };
}

/** A record for samples to be about, or null in an empty table. */
async function findRecordId(databaseId: string, tableId: string): Promise<string | null> {
  const { records } = await api("POST /bases/{databaseId}/tables/{tableId}/records/list", {
    params: { databaseId, tableId },
    body: { limit: 1, total: false },
  });
  return records[0]?.id ?? null;
}
