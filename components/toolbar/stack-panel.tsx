"use client";

import { SquareKanban } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { onDemand } from "@/components/ui/on-demand";
import { Panel, PanelButton } from "./panel";

const StackForm = onDemand(async () => (await import("./stack-form")).StackForm);

export function StackButton() {
  const { table, view } = useOpenTable();
  const field = table.fields.find(({ id }) => id === view.config.stackFieldId);
  return (
    <PanelButton name="stack" icon={SquareKanban} label={field ? `Stacked by ${field.name}` : "Stack by"} />
  );
}

/** Edits the stacks and cards of a board. */
export function StackPanel() {
  return (
    <Panel name="stack">
      <StackForm />
    </Panel>
  );
}
