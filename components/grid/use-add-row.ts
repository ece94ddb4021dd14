import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "sonner";
import { api } from "@/lib/client/api";
import { withdrawOffer } from "./messages";
import { appendRecord, countQuery, type RecordListing, recordsKey } from "./record-queries";

/** Makes an empty record at the end and says which, and in which row it is. */
export function useAddRow(listing: RecordListing, onAdded: (row: number, recordId: string) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      withdrawOffer();
      // Where the end is, is known when the rows are counted.
      await queryClient.ensureQueryData(countQuery(listing));
      return api("POST /bases/{databaseId}/tables/{tableId}/records", {
        params: { databaseId: listing.databaseId, tableId: listing.tableId },
        body: { record: {} },
      });
    },
    onSuccess(record) {
      const row = appendRecord(queryClient, listing, record);
      if (row !== undefined) onAdded(row, record.id);
      else void queryClient.invalidateQueries({ queryKey: recordsKey(listing) });
    },
    onError: (error) => toast.error("No row was added", { description: error.message }),
  });
}
