import type { RecordListing } from "@/components/listing/record-queries";
import type { FirstPage } from "@/components/listing/use-records";
import type { Table } from "@/lib/contract/tables";
import type { View } from "@/lib/contract/views";

/** A view and its table, with the records it lists. */
export interface ListedView {
  readonly table: Table;
  readonly view: View;
  readonly listing: RecordListing;
  readonly firstPage: FirstPage;
}
