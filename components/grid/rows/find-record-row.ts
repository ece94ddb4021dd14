import { findRow, rowsByIds } from "@/components/listing/find-row";
import { countQuery } from "@/components/listing/record-queries";
import type { GridServices } from "../grid-state";

/** Finds the row of a record in the listing; undefined if it is in none, or if the server can't be reached. */
export async function findRecordRow(
  recordId: string,
  { listing, queryClient }: Pick<GridServices, "listing" | "queryClient">,
): Promise<number | undefined> {
  try {
    const count = await queryClient.ensureQueryData(countQuery(listing));
    return await findRow(recordId, rowsByIds(listing, count));
  } catch {
    return undefined;
  }
}
