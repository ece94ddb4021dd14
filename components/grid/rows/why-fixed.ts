import { refusalOf } from "@/components/rights/refusal";
import type { GridServices } from "../grid-state";

/** The reason rows cannot be moved manually; undefined if they can. */
export function whyFixed({ orderedBy, listing, may }: Pick<GridServices, "orderedBy" | "listing" | "may">) {
  if (!may("update-records")) return refusalOf("update-records", may).title;
  if (listing.groups.length > 0) return "The view is grouped.";
  if (orderedBy.length > 0) return "The view is sorted.";
  return listing.search === "" ? undefined : "A search is active.";
}
