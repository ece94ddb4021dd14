import type { May } from "@/components/rights/rights";
import type { TrashItem } from "@/lib/contract/trash";

/** Whether all of an entry may be restored: records by who may edit them, parts of the database by who may change it. */
export function mayRestore(
  { kind, count = 1, records = kind === "record" ? count : 0 }: TrashItem,
  may: May,
): boolean {
  return (records === 0 || may("edit-records")) && (records === count || may("change-structure"));
}
