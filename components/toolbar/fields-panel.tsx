"use client";
import { EyeOff } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { onDemand } from "@/components/ui/on-demand";
import { Panel, PanelButton } from "./panel";

const Fields = onDemand(async () => (await import("./fields-list")).Fields);

export function FieldsButton() {
  const { view } = useOpenTable();
  const count = { number: view.config.hiddenFieldIds.length, of: "hidden field" };
  return <PanelButton name="fields" icon={EyeOff} label="Fields" count={count} />;
}

/** Shows, hides and sorts the view's fields. */
export function FieldsPanel() {
  return (
    <Panel name="fields">
      <Fields />
    </Panel>
  );
}
