import type { May } from "@/components/rights/rights";
import type { Action } from "@/lib/contract/actions";
import type { TrashItem } from "@/lib/contract/trash";

/** Tests whether the person may restore an entry, which takes the rights to create what is in it. */
export function mayRestore(
  { kind, count = 1, records = kind === "record" ? count : 0 }: TrashItem,
  may: May,
): boolean {
  return (records === 0 || may("create-records")) && (records === count || may(restoring[kind]));
}

/** The rights that the most important thing of an entry needs; all others need no more. */
const restoring: { readonly [Kind in TrashItem["kind"]]: Action } = {
  base: "manage-database",
  table: "change-structure",
  field: "change-structure",
  view: "change-views",
  record: "create-records",
};
