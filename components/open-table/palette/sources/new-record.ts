import { Plus } from "lucide-react";
import type { PaletteSource } from "./source";

/** A new record, in views whose button for it is no command. */
export const newRecordEntries: PaletteSource = ({ may, addRecord }) =>
  addRecord && may("create-records")
    ? [{ id: "new:record", kind: "Actions", label: "New record", icon: Plus, open: addRecord }]
    : [];
