import type { PageOverlay } from "@/components/open-table/page-overlay";
import type { PastePreview } from "./clipboard/paste-plan";

/** What may stand over the grid, one at a time. */
export type Overlay =
  | PageOverlay
  | { readonly is: "menu"; readonly at: MenuAnchor }
  | { readonly is: "paste"; readonly facts: PastePreview; readonly onAnswer: (isWanted: boolean) => void }
  | { readonly is: "delete"; readonly rows: number; readonly onAnswer: (isWanted: boolean) => void }
  /** What took too long to read for the browser to let a page write it to the clipboard unasked. */
  | { readonly is: "copy"; readonly onCopy: () => void };

/** Where a menu opens: beside the active cell, or where the pointer is in the window. */
export type MenuAnchor = "cell" | { readonly x: number; readonly y: number };
