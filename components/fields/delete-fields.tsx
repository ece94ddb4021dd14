"use client";

import { useQuery } from "@tanstack/react-query";
import { v4 } from "uuid";
import { DeleteDialog, problemOf } from "@/components/forms/delete-dialog";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/tables/open-table";
import { useTableRefresh } from "@/components/tables/use-table-refresh";
import { counted } from "@/components/tasks/counted";
import { api } from "@/lib/client/api";
import { hasCode } from "@/lib/contract/errors";
import type { Field } from "@/lib/contract/fields";
import { isLink, isLookup } from "./lookup-editors";

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
    // What others look through is kept while they are there. All else goes together, or not at all.
    const lookups = fields.filter(isLookup);
    const others = fields.filter((field) => !isLookup(field));
    try {
      for (const field of lookups) await remove(field, { changeSetId });
      if (fields.length > 1) for (const field of others) await remove(field, { isDryRun: true });
      for (const field of others) await remove(field, { changeSetId });
    } finally {
      await refresh.everything();
    }
  };

  async function remove(
    { id: fieldId, name }: Field,
    how: { changeSetId: string } | { isDryRun: true },
  ): Promise<void> {
    try {
      await api("DELETE /bases/{databaseId}/tables/{tableId}/fields/{fieldId}", {
        params: { databaseId, tableId: table.id, fieldId },
        ...how,
      });
    } catch (error) {
      if (fields.length === 1) throw error;
      // It may have been the other side of one before it, or have gone at an attempt before this.
      if (!hasCode(error, "NOT_FOUND")) throw new Error(problemOf(error as Error, `“${name}”`));
    }
  }
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
