"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type Problems, problemsIn, problemsOf } from "@/components/forms/problems";
import { useOpenTable } from "@/components/open-table/open-table";
import { useTableRefresh } from "@/components/open-table/use-table-refresh";
import { Dialog } from "@/components/ui/dialog";
import { api } from "@/lib/client/api";
import { fieldCreate } from "@/lib/contract/fields";
import { fieldTypes } from "@/lib/field-types";
import { addFieldButton, columnHeaderOf } from "./field-anchors";
import { newDraft, toFieldCreate } from "./field-draft";
import { FieldForm } from "./field-form";
import { orderedFields } from "./field-order";
import { dialogSize } from "./templates/template-forms";

/** The position of a new field in the view. */
export interface Beside {
  readonly fieldId: string;
  readonly side: "left" | "right";
}

interface NewFieldProps {
  /** Default: at the end. */
  beside?: Beside;
  onClose: () => void;
}

/** Creates a field of any type. */
export function NewField({ beside, onClose }: NewFieldProps) {
  const [first] = useState(newDraft);
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<Problems>({});
  const { databaseId, table, view, changeView } = useOpenTable();
  const refresh = useTableRefresh();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      const { order } = table.fields.find(({ id }) => id === beside?.fieldId) ?? {};
      const { id } = await api("POST /bases/{databaseId}/tables/{tableId}/fields", {
        params: { databaseId, tableId: table.id },
        body: {
          ...toFieldCreate(draft),
          ...(order !== undefined && { order: order + (beside?.side === "right" ? 1 : 0) }),
        },
      });
      // The table appends the field; the view's order determines its position.
      const ids = orderedFields(table, view.config.orderedFieldIds).map((field) => field.id);
      if (beside) changeView({ orderedFieldIds: inserted(ids, id, beside) });
      await refresh.everything();
    },
    onSuccess: onClose,
    onError: (error) => setProblems(problemsOf(error)),
  });

  function submit() {
    const found = problemsIn(fieldCreate, toFieldCreate(draft));
    setProblems(found);
    if (Object.keys(found).length === 0) mutate();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="New field"
      size={dialogSize(draft.type)}
      anchor={beside ? columnHeaderOf(beside.fieldId) : addFieldButton}
      holdsInput={draft !== first}
    >
      <FieldForm
        draft={draft}
        onChange={setDraft}
        types={[...fieldTypes.values()]}
        problems={problems}
        words={{ save: "Create field", saving: "Creating…" }}
        isBusy={isPending}
        onSubmit={submit}
        onCancel={onClose}
      />
    </Dialog>
  );
}

function inserted(ids: readonly string[], id: string, { fieldId, side }: Beside): string[] {
  return ids.toSpliced(ids.indexOf(fieldId) + (side === "right" ? 1 : 0), 0, id);
}
