import { Columns3 } from "lucide-react";
import { showsRecords } from "@/lib/contract/view-types";
import type { PaletteSource } from "./source";

/** The fields of the open table, hidden ones included. */
export const fieldEntries: PaletteSource = ({ open, hasColumns, showField }) => {
  if (!open || !showsRecords(open.view.type)) return [];
  const hidden = new Set(open.view.config.hiddenFieldIds);
  return open.table.fields.map((field) => ({
    id: `field:${field.id}`,
    kind: "Fields",
    label: field.name,
    ...(hidden.has(field.id) && { detail: "hidden" }),
    icon: Columns3,
    isHidden: true,
    takesFocus: !hasColumns || hidden.has(field.id),
    open: () => showField(field),
  }));
};
