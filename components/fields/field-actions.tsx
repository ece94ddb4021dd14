"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";
import { useOpenTable } from "@/components/open-table/open-table";
import type { RulePart } from "@/components/open-table/rules/with-rule";
import { useMay } from "@/components/rights/rights";
import { onDemand } from "@/components/ui/on-demand";
import type { Field } from "@/lib/contract/fields";
import { columnHeaderOf } from "./field-anchors";
import type { Beside } from "./new-field";

const NewField = onDemand(async () => (await import("./new-field")).NewField);
const EditField = onDemand(async () => (await import("./edit-field")).EditField);
const ShowField = onDemand(async () => (await import("./show-field")).ShowField);
const DuplicateField = onDemand(async () => (await import("./duplicate-field")).DuplicateField);
const RuleDialog = onDemand(
  async () => (await import("@/components/open-table/rules/rule-dialog")).RuleDialog,
);
const DeleteFields = onDemand(async () => (await import("./delete-fields")).DeleteFields);

/** An action on fields that opens a dialog. */
export type FieldTask =
  | { readonly what: "create"; readonly beside?: Beside }
  | { readonly what: "edit"; readonly field: Field; readonly focus: "name" | "type" | "settings" }
  /** Shows how a field is computed, and edits it if the person may. */
  | { readonly what: "explain"; readonly field: Field }
  | { readonly what: "duplicate"; readonly field: Field }
  /** Decides who may see the field and change its values. */
  | { readonly what: "rule"; readonly field: Field; readonly parts: readonly RulePart[] }
  /** `finalFocus` returns the element to focus afterwards, as the one focused before may be gone with its field. */
  | {
      readonly what: "delete";
      readonly fields: readonly Field[];
      readonly finalFocus?: () => HTMLElement | null;
    };

interface FieldActions {
  readonly begin: (task: FieldTask) => void;
}

const FieldActionsContext = createContext<FieldActions | null>(null);

export function useFieldActions(): FieldActions {
  const found = useContext(FieldActionsContext);
  if (!found) throw new Error("useFieldActions needs a FieldActionsProvider");
  return found;
}

/** Provides a function that opens dialogs on fields, and renders the open one. */
export function FieldActionsProvider({ children }: { children: ReactNode }) {
  const [task, setTask] = useState<FieldTask | null>(null);
  const actions = useMemo(() => ({ begin: setTask }), []);
  const close = () => setTask(null);
  const mayChange = useMay("change-structure");
  const { databaseId } = useOpenTable();
  return (
    <FieldActionsContext.Provider value={actions}>
      {children}
      {task?.what === "create" && <NewField beside={task.beside} onClose={close} />}
      {task?.what === "edit" && <EditField field={task.field} focus={task.focus} onClose={close} />}
      {task?.what === "explain" &&
        (mayChange ? (
          <EditField field={task.field} focus="settings" onClose={close} />
        ) : (
          <ShowField field={task.field} onClose={close} />
        ))}
      {task?.what === "duplicate" && <DuplicateField field={task.field} onClose={close} />}
      {task?.what === "rule" && (
        <RuleDialog
          databaseId={databaseId}
          subject={{ kind: "field", ...task.field }}
          parts={task.parts}
          anchor={columnHeaderOf(task.field.id)}
          onClose={close}
        />
      )}
      {task?.what === "delete" && <DeleteFields {...task} onClose={close} />}
    </FieldActionsContext.Provider>
  );
}
