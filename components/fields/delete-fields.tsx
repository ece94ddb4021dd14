"use client";

import { useQuery } from "@tanstack/react-query";
import { v4 } from "uuid";
import { DeleteDialog } from "@/components/forms/delete-dialog";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/tables/open-table";
import { useTableRefresh } from "@/components/tables/use-table-refresh";
import { counted } from "@/components/tasks/counted";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { Field } from "@/lib/contract/fields";
import { isLink } from "./lookup-editors";

interface DeleteFieldsProps {
  /** At least one; none of them is primary. */
  fields: readonly Field[];
  onDeleted?: () => void;
  onClose: () => void;
}

/** Asks before fields go, and says what goes with them. To undo that is one step. */
export function DeleteFields({ fields, onDeleted, onClose }: DeleteFieldsProps) {
  const [first] = fields;
  const deleteAll = useDeletion(fields);
  const otherSide = useOtherSide(first);
  const names = new Intl.ListFormat("en").format(fields.map(({ name }) => `“${name}”`));
  return (
    <DeleteDialog
      {...(fields.length === 1
        ? { title: `Delete the field ${names}?`, description: `Its values go with it${otherSide}.` }
        : {
            title: `Delete ${counted(fields.length, "field")}?`,
            description: `${names}: their values go with them${fields.some(isLink) ? ", and so does the other side of links" : ""}.`,
            keep: "Keep them",
          })}
      onDelete={() => deleteAll().then(onDeleted)}
      onClose={onClose}
    />
  );
}

function useDeletion(fields: readonly Field[]): () => Promise<void> {
  const { databaseId, table } = useOpenTable();
  const refresh = useTableRefresh();
  return async () => {
    const changeSetId = v4();
    // A field that others look through goes after them.
    const lookupsFirst = fields.toSorted((one, other) => Number(isLink(one)) - Number(isLink(other)));
    try {
      for (const { id: fieldId } of lookupsFirst) {
        await api("DELETE /bases/{databaseId}/tables/{tableId}/fields/{fieldId}", {
          params: { databaseId, tableId: table.id, fieldId },
          changeSetId,
        }).catch((error: unknown) => {
          // Of several, one may have been the other side of another, or have gone at the attempt before.
          if (fields.length === 1 || !hasCode(error, "NOT_FOUND")) throw error;
        });
      }
    } finally {
      await refresh.everything();
    }
  };
}

/** In words, the field that leads back from the other table; none unless the field is of links. */
function useOtherSide(field: Field | undefined): string {
  const { databaseId } = useOpenTable();
  const { tableId, inverseFieldId } = field?.template ?? {};
  const hasOtherSide = field !== undefined && isLink(field);
  const { data: other } = useQuery({
    ...tableQuery({ databaseId, tableId: String(tableId) }),
    enabled: hasOtherSide,
  });
  if (!hasOtherSide) return "";
  const inverse = other?.fields.find(({ id }) => id === inverseFieldId);
  return inverse && other
    ? `, and so does the field “${inverse.name}” of “${other.name}”, its other side`
    : ", and so does its other side in the linked table";
}
