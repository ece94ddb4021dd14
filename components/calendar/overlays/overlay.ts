import type { PageOverlay } from "@/components/open-table/page-overlay";
import type { MenuAnchor } from "@/components/record-card/card-menu";
import type { Record } from "@/lib/contract/records";
import type { Day } from "../days/day";
import type { Period } from "../spans/shift";

/** The overlays of a calendar. */
export type CalendarOverlay =
  | PageOverlay
  | { readonly is: "record-menu"; readonly at: MenuAnchor }
  | { readonly is: "move-to-day"; readonly record: Record }
  | { readonly is: "new-record"; readonly period: Period }
  | { readonly is: "more"; readonly day: Day };
