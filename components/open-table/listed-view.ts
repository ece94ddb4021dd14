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

/** The record open beside the view, with its row if known. */
export interface OpenPlace {
  readonly recordId: string;
  readonly row: number | null;
}

/** The props of the component that shows a view. */
export interface ViewProps extends ListedView {
  /** The approximate number of records in the table. */
  readonly about: number;
  /** The row of the current search result, if any. */
  readonly hit: number | null;
  readonly openPlace: OpenPlace | null;
}
