"use client";

import { Palette } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { useMaySave } from "@/components/open-table/use-view";
import { onDemand } from "@/components/ui/on-demand";
import { settingOf } from "@/lib/contract/views";
import { Panel, PanelButton } from "./panel";

const ColorsForm = onDemand(async () => (await import("./colors-form")).ColorsForm);

/** Colours are the same for everybody: only those who may change the view have the button. */
export function ColorsButton() {
  const { view } = useOpenTable();
  const maySave = useMaySave(view);
  const rowColor = settingOf(view.config, "rowColor");
  const number = rowColor === null ? 0 : "fieldId" in rowColor ? 1 : rowColor.length;
  return (
    maySave && <PanelButton name="colors" icon={Palette} label="Colour" count={{ number, of: "colour" }} />
  );
}

/** Edits the colours of rows and cells. */
export function ColorsPanel() {
  return (
    <Panel name="colors" title="Colours" size="wide">
      <ColorsForm />
    </Panel>
  );
}
