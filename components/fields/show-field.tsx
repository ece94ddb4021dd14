"use client";

import { useOpenTable } from "@/components/open-table/open-table";
import { Dialog } from "@/components/ui/dialog";
import { onDemand } from "@/components/ui/on-demand";
import type { Field } from "@/lib/contract/fields";
import { columnHeaderOf } from "./field-anchors";
import { computationWords } from "./templates/computation-words";
import { useLinkedTable } from "./templates/use-linked-table";

const FormulaText = onDemand(async () => (await import("./templates/formula-text")).FormulaText, {
  preload: "never",
});

/** Shows how a field is computed, to people who may not change it. */
export function ShowField({ field, onClose }: { field: Field; onClose: () => void }) {
  const { table } = useOpenTable();
  const linked = useLinkedTable(field.template.linkFieldId);
  return (
    <Dialog
      open
      onClose={onClose}
      title={`How “${field.name}” is computed`}
      size="editor"
      anchor={columnHeaderOf(field.id)}
    >
      <div className="min-h-0 overflow-y-auto p-4">
        {typeof field.template.formula === "string" ? (
          <FormulaText field={field} />
        ) : (
          <p dir="auto">{computationWords(field, table, linked)}</p>
        )}
      </div>
    </Dialog>
  );
}
