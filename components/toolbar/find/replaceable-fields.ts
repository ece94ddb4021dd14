import { useMemo } from "react";
import { useOpenTable } from "@/components/open-table/open-table";
import { useIsLocked } from "@/components/rights/rights";
import type { Field } from "@/lib/contract/fields";
import { isReplaceable } from "./replace-cell";

/** The fields of the view in which the person may replace text. */
export function useReplaceableFields(): readonly Field[] {
  const { table, view } = useOpenTable();
  const isLocked = useIsLocked();
  const { hiddenFieldIds } = view.config;
  return useMemo(
    () =>
      table.fields.filter(
        (field) => isReplaceable(field) && !isLocked(field.id) && !hiddenFieldIds.includes(field.id),
      ),
    [table.fields, isLocked, hiddenFieldIds],
  );
}
