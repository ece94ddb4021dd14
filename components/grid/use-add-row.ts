import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { api } from "@/lib/client/api";
import type { TablePlace } from "@/lib/contract/places";
import { appendRecord } from "./record-queries";

/** Makes an empty record at the end and says in which row it is. */
export function useAddRow(place: TablePlace, onAdded: (row: number) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: () =>
      api("POST /bases/{databaseId}/tables/{tableId}/records", {
        params: { ...place },
        body: { record: {} },
      }),
    onSuccess: (record) => onAdded(appendRecord(queryClient, place, record)),
    onError: (error) => toast.error("No row was added", { description: error.message }),
  });
}
