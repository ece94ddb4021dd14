import type { May } from "@/components/rights/rights";
import type { TrashItem } from "@/lib/contract/trash";

/** Tests whether the person may restore an entry: records need the right to edit, all else that to change the structure. */
export function mayRestore(
  { kind, count = 1, records = kind === "record" ? count : 0 }: TrashItem,
  may: May,
): boolean {
  return (records === 0 || may("edit-records")) && (records === count || may("change-structure"));
}
