"use client";

import { useQuery } from "@tanstack/react-query";
import { DeleteDialog, problemOf } from "@/components/forms/delete-dialog";
import { tableQuery } from "@/components/listing/record-names";
import { useOpenTable } from "@/components/open-table/open-table";
import { useUndoOffer } from "@/components/open-table/undo/use-undo-offer";
import { useTableRefresh } from "@/components/open-table/use-table-refresh";
import { useViewer } from "@/components/rights/viewer";
import { counted } from "@/components/tasks/counted";
import { api } from "@/lib/client/api";
import { ApiError } from "@/lib/contract/errors";
import type { Field } from "@/lib/contract/fields";
import { isLink } from "@/lib/field-types";
import { namesOf, useDependents } from "./dependents";

interface DeleteFieldsProps {
  /** At least one field, without the primary one. */
  fields: readonly Field[];
  onClose: () => void;
  finalFocus?: (() => HTMLElement | null) | undefined;
}

/**
 * Confirms that fields are deleted, naming the linked fields deleted with them and those that use them. One undo restores
 * all.
 */
export function DeleteFields({ fields, onClose, finalFocus }: DeleteFieldsProps) {
  const [first] = fields;
  const deleteAll = useDeletion(fields);
  const otherSide = useOtherSide(first);
  const dependents = useDependents(fields);
  const effect =
    dependents.length === 0
      ? ""
      : ` ${namesOf(dependents)} will show #REF! until ${fields.length === 1 ? "it is" : "they are"} restored.`;
  const { trashDays } = useViewer();
  const { databaseId, table } = useOpenTable();
  const offerUndo = useUndoOffer(databaseId, { tableId: table.id });
  const names = new Intl.ListFormat("en").format(fields.map(({ name }) => `“${name}”`));
  return (
    <DeleteDialog
      {...(fields.length === 1
        ? {
            title: `Delete the field ${names}?`,
            description: `It moves to the trash with its values${otherSide}. You can restore it for ${trashDays} days.${effect}`,
          }
        : {
            title: `Delete ${counted(fields.length, "field")}?`,
            description: `${names} move to the trash with their values${fields.some(isLink) ? " and the linked fields in other tables" : ""}. You can restore them for ${trashDays} days.${effect}`,
          })}
      onDelete={async () => {
        await deleteAll();
        offerUndo(
          fields.length === 1 ? `Field ${names} deleted` : `${counted(fields.length, "field")} deleted`,
        );
      }}
      onClose={onClose}
      finalFocus={finalFocus}
    />
  );
}

function useDeletion(fields: readonly Field[]): () => Promise<void> {
  const { databaseId, table } = useOpenTable();
  const refresh = useTableRefresh();
  return async () => {
    try {
      await api("DELETE /bases/{databaseId}/tables/{tableId}/fields", {
        params: { databaseId, tableId: table.id },
        body: { fieldIds: fields.map(({ id }) => id) },
      });
    } catch (error) {
      throw fields.length === 1 ? error : new Error(problemWith(error as Error, fields));
    } finally {
      await refresh.everything();
    }
  };
}

/** The problem of the first field that cannot be deleted, by its name. */
function problemWith(error: Error, fields: readonly Field[]): string {
  const path = error instanceof ApiError ? error.details?.[0]?.path : undefined;
  const field = fields[Number(/^fieldIds\[(\d+)\]$/.exec(path ?? "")?.[1])];
  return field ? problemOf(error, `“${field.name}”`) : error.message;
}

/** Describes the linked field in the other table; "" if the field is not a link. */
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
    ? ` and the linked field “${inverse.name}” in “${other.name}”`
    : " and the linked field in the other table";
}
