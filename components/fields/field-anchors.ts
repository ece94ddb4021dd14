import type { Anchor } from "@/components/ui/anchor";

/** The heading of a field's column in the grid. */
export function headingOf(fieldId: string): Anchor {
  return () => document.querySelector(`[role=columnheader][data-field="${CSS.escape(fieldId)}"]`);
}

/** The grid's button that makes a field. */
export const addFieldButton: Anchor = () => document.querySelector("[data-add-field]");
