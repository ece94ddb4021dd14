import type { Anchor } from "@/components/ui/anchor";

/** The header of a field's column in the grid. */
export function columnHeaderOf(fieldId: string): Anchor {
  return () => document.querySelector(`[role=columnheader][data-field="${CSS.escape(fieldId)}"]`);
}

/** The grid's button for a new field. */
export const addFieldButton: Anchor = () => document.querySelector("[data-add-field]");
