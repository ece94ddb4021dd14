import type { RecordListing } from "@/components/listing/record-queries";
import type { PageState } from "@/components/open-table/page-commands";
import type { TableServices } from "@/components/open-table/use-table-services";
import type { CarriedCards } from "@/components/record-card/moves/carry-cards";
import type { AskedMove } from "@/components/record-card/moves/use-card-moves";
import type { Rows } from "@/components/record-card/rows/segments";
import type { CardFocus } from "@/components/record-card/use-card-focus";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import type { Table } from "@/lib/contract/tables";
import type { StackKey } from "@/lib/field-types/stacks";
import type { BoardPlace, StackShape } from "./moves/board-steps";
import type { BoardRows, CardMove } from "./moves/card-moves";
import type { BoardOverlay } from "./overlays/overlay";

/** A stack as the board shows it. */
export interface ShownStack {
  readonly id: string;
  readonly key: StackKey;
  /** Empty until it is loaded. */
  readonly name: string;
  /** With moves and edits that are not saved yet. */
  readonly rows: Rows;
  readonly count: number;
  /** False while the server counts; `count` is then too small. */
  readonly isCounted: boolean;
  /** The aggregate; null without one. */
  readonly value: number | string | null;
  readonly listing: RecordListing;
  readonly isCollapsed: boolean;
}

/** The place that has the board's tab stop. */
export interface BoardFocus extends BoardPlace, CardFocus {}

export type Carried = CarriedCards<BoardPlace>;

/** The state and services that commands of the board use. */
export interface BoardState extends PageState {
  readonly services: TableServices & { readonly show: (overlay: BoardOverlay) => void };
  readonly table: Table;
  readonly field: Field;
  readonly stacks: readonly ShownStack[];
  readonly shapes: readonly StackShape[];
  readonly rows: BoardRows;
  /** The rows without the cards that are being carried, which are at their old places there. */
  readonly settled: BoardRows;
  readonly focus: BoardFocus | null;
  readonly selected: ReadonlySet<string>;
  readonly carried: Carried | null;
  /** The names of the fields that the view is sorted by; empty for the manual order. */
  readonly sortedBy: readonly string[];
  readonly nameOf: (record: Record) => string;
  readonly focusOn: (place: BoardPlace, recordId?: string | null) => void;
  readonly select: (ids: ReadonlySet<string>) => void;
  readonly carry: (carried: Carried | null) => void;
  readonly move: (asked: BoardMove) => void;
  readonly announce: (text: string) => void;
  /** Opens the input for a new card of a stack, or closes it. */
  readonly compose: (stackId: string | null) => void;
}

/** A move of cards as a person has asked for it. */
export interface BoardMove extends CardMove, AskedMove {}

/** Carried cards as a move that is shown and not saved. */
export function moveOf({ records, at }: Carried): CardMove {
  return { records, to: at, after: undefined };
}
