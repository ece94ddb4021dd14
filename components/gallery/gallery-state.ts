import type { PageState } from "@/components/open-table/page-commands";
import type { PageOverlay } from "@/components/open-table/page-overlay";
import type { TableServices } from "@/components/open-table/use-table-services";
import type { MenuAnchor } from "@/components/record-card/card-menu";
import type { CarriedCards } from "@/components/record-card/moves/carry-cards";
import type { AskedMove } from "@/components/record-card/moves/use-card-moves";
import type { MovedRecords } from "@/components/record-card/rows/moved-rows";
import type { Rows } from "@/components/record-card/rows/segments";
import type { CardFocus } from "@/components/record-card/use-card-focus";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import type { GalleryShape } from "./layout/gallery-steps";

/** The overlays of a gallery. */
export type GalleryOverlay = PageOverlay | { readonly is: "card-menu"; readonly at: MenuAnchor };

/** The card that has the tab stop, or the button after the last one. */
export interface GalleryFocus extends CardFocus {
  readonly row: number;
}

/** Carried cards, at rows. */
export type Carried = CarriedCards<number>;

/** A move of cards as a person has asked for it. */
export interface GalleryMove extends AskedMove, MovedRecords {}

/** The state and services that commands of the gallery use. */
export interface GalleryState extends PageState {
  readonly services: TableServices & { readonly show: (overlay: GalleryOverlay) => void };
  readonly table: Table;
  /** With moves and edits that are not saved yet. */
  readonly rows: Rows;
  readonly shape: GalleryShape;
  readonly focus: GalleryFocus | null;
  /** The ids of the selected records, also of those that are not loaded any more. */
  readonly selected: ReadonlySet<string>;
  /** The records that a command concerns: the selected ones if the given one is among them, else that one. In order. */
  readonly recordsWith: (record: Record) => readonly Record[];
  readonly carried: Carried | null;
  /** The names of the fields that the view is sorted by; empty for the manual order. */
  readonly sortedBy: readonly string[];
  readonly nameOf: (record: Record) => string;
  readonly focusOn: (row: number, recordId?: string | null) => void;
  readonly select: (ids: ReadonlySet<string>) => void;
  /** Selects all loaded cards from where the selection began to a row, and moves the focus there. */
  readonly selectTo: (row: number) => void;
  readonly carry: (carried: Carried | null) => void;
  readonly move: (asked: GalleryMove) => void;
  readonly announce: (text: string) => void;
  /** Opens the input for a new card, or closes it. */
  readonly compose: (isComposing: boolean) => void;
}
