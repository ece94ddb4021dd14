"use client";

import { Code } from "lucide-react";
import { usePanels } from "@/components/open-table/panels";
import { Dialog } from "@/components/ui/dialog";
import { onDemand } from "@/components/ui/on-demand";
import { ToolbarButton } from "./toolbar-button";

const Calls = onDemand(async () => (await import("./api-calls")).Calls);

export function ApiButton() {
  const { openPanel } = usePanels();
  return (
    <ToolbarButton
      icon={Code}
      label="API"
      rank={1}
      aria-haspopup="dialog"
      onClick={() => openPanel({ name: "api" })}
    />
  );
}

/** Code samples for reading and writing the open view through the API. */
export function ApiPanel() {
  const { panel, openPanel } = usePanels();
  return (
    <Dialog
      open={panel?.name === "api"}
      onClose={() => openPanel(null)}
      title="Use this view in the API"
      size="wide"
    >
      <Calls />
    </Dialog>
  );
}
