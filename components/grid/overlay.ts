import type { CreationCount } from "@/components/edits/record-creation";
import type { PageOverlay } from "@/components/open-table/page-overlay";
import type { PastePreview } from "./clipboard/paste-plan";

/** The overlay above the grid; one at a time. */
export type Overlay =
  | PageOverlay
  | { readonly is: "menu"; readonly at: MenuAnchor }
  | ({ readonly is: "paste"; readonly onAnswer: PasteAnswer } & PasteOffer)
  | { readonly is: "delete"; readonly rows: number; readonly onAnswer: (isWanted: boolean) => void }
  /** Asks for a click, because browsers refuse clipboard access long after one. */
  | { readonly is: "copy"; readonly onCopy: () => void };

/** The position of a menu: beside the active cell or at a point in the window. */
export type MenuAnchor = "cell" | { readonly x: number; readonly y: number };

/** The preview of a paste. */
export interface PasteOffer {
  readonly facts: PastePreview;
  /** The preview of the same paste with the linked records that it can create. */
  readonly creation?: { readonly facts: PastePreview; readonly counts: readonly CreationCount[] } | undefined;
}

export type PasteAnswer = (isWanted: boolean, createsLinked?: boolean) => void;
