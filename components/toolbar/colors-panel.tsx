"use client";

import { Palette } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { onDemand } from "@/components/ui/on-demand";
import { settingOf } from "@/lib/contract/views";
import { Panel, PanelButton } from "./panel";

const ColorsForm = onDemand(async () => (await import("./colors-form")).ColorsForm);

export function ColorsButton() {
  const { view } = useOpenTable();
  const rowColor = settingOf(view.config, "rowColor");
  const number = rowColor === null ? 0 : "fieldId" in rowColor ? 1 : rowColor.length;
  return <PanelButton name="colors" icon={Palette} label="Colour" count={{ number, of: "colour" }} />;
}

/** Edits the colours of rows and cells. */
export function ColorsPanel() {
  return (
    <Panel name="colors" size="wide">
      <ColorsForm />
    </Panel>
  );
}
