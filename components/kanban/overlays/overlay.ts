import type { PageOverlay } from "@/components/open-table/page-overlay";
import type { MenuAnchor } from "@/components/record-card/card-menu";
import type { StackKey } from "@/lib/field-types/stacks";

/** The overlays of a board. */
export type BoardOverlay =
  | PageOverlay
  | { readonly is: "card-menu"; readonly at: MenuAnchor }
  | { readonly is: "move-to" }
  | { readonly is: "rename-stack" | "delete-stack"; readonly key: StackKey }
  | { readonly is: "add-stack" };
