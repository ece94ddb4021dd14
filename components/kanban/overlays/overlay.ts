import type { PageOverlay } from "@/components/open-table/page-overlay";
import type { StackKey } from "@/lib/field-types/stacks";

/** A point in the window, or the focused card. */
export type MenuAnchor = "card" | { readonly x: number; readonly y: number };

/** The overlays of a board. */
export type BoardOverlay =
  | PageOverlay
  | { readonly is: "card-menu"; readonly at: MenuAnchor }
  | { readonly is: "move-to" }
  | { readonly is: "rename-stack" | "delete-stack"; readonly key: StackKey }
  | { readonly is: "add-stack" };
