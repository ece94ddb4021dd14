import type { GridColumn } from "@/components/cells/columns";
import type { StorageKind } from "@/lib/field-types/storage";

/** True if values are texts: such a field takes the text another cell shows instead of its full number. */
export function isOfText({ fieldType }: GridColumn): boolean {
  return ofText.has(fieldType.storage);
}

const ofText: ReadonlySet<StorageKind> = new Set(["text", "option", "options"]);
