"use client";

import { useQuery } from "@tanstack/react-query";
import { DeleteDialog } from "@/components/forms/delete-dialog";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/tables/open-table";
import { useTableRefresh } from "@/components/tables/use-table-refresh";
import { api } from "@/lib/client/api";
import type { Field } from "@/lib/contract/fields";
import { isLink } from "./lookup-editors";

/** Asks before a field goes, and says what goes with it. */
export function DeleteField({ field, onClose }: { field: Field; onClose: () => void }) {
  const { databaseId, table } = useOpenTable();
  const refresh = useTableRefresh();
  const otherSide = useOtherSide(field);
  return (
    <DeleteDialog
      title={`Delete the field “${field.name}”?`}
      description={`Its values go with it${otherSide}.`}
      onDelete={async () => {
        await api("DELETE /bases/{databaseId}/tables/{tableId}/fields/{fieldId}", {
          params: { databaseId, tableId: table.id, fieldId: field.id },
        });
        await refresh.everything();
      }}
      onClose={onClose}
    />
  );
}

/** In words, the field that leads back from the other table; none unless the field is of links. */
function useOtherSide(field: Field): string {
  const { databaseId } = useOpenTable();
  const { tableId, inverseFieldId } = field.template;
  const { data: other } = useQuery({
    ...tableQuery({ databaseId, tableId: String(tableId) }),
    enabled: isLink(field),
  });
  if (!isLink(field)) return "";
  const inverse = other?.fields.find(({ id }) => id === inverseFieldId);
  return inverse && other
    ? `, and so does the field “${inverse.name}” of “${other.name}”, its other side`
    : ", and so does its other side in the linked table";
}
