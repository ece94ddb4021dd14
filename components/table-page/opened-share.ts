import type { OpenedView } from "@/components/open-table/open-asked";
import type { SharedView } from "@/lib/contract/shares";

/** A shared view with its first records. */
export interface OpenedShare extends OpenedView {
  readonly shared: SharedView;
  /** The password it was opened with; null if the link asks for none. */
  readonly password: string | null;
}
