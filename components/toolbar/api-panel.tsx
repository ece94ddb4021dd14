"use client";

import { Tabs } from "@base-ui/react/tabs";
import { Code } from "lucide-react";
import { usePanels } from "@/components/open-table/panels";
import { Dialog } from "@/components/ui/dialog";
import { onDemand } from "@/components/ui/on-demand";
import { TabList } from "@/components/ui/tab-list";
import { ToolbarButton } from "./toolbar-button";

const Calls = onDemand(async () => (await import("./api-calls")).Calls);
const AssistantSetup = onDemand(async () => (await import("./assistant-setup")).AssistantSetup);

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

/** Code samples for reading and writing the open view through the API, and the configuration of assistants. */
export function ApiPanel() {
  const { panel, openPanel } = usePanels();
  return (
    <Dialog
      open={panel?.name === "api"}
      onClose={() => openPanel(null)}
      title="Use this view in the API"
      size="wide"
    >
      <Tabs.Root defaultValue="calls" className="flex min-h-0 flex-col">
        <TabList
          label="Ways to use the API"
          tabs={{ calls: "Call it from code", assistant: "Connect an assistant" }}
          className="border-border border-b px-4"
        />
        <Tabs.Panel value="calls" tabIndex={-1} className={panelLook}>
          <Calls />
        </Tabs.Panel>
        <Tabs.Panel value="assistant" tabIndex={-1} className={panelLook}>
          <AssistantSetup />
        </Tabs.Panel>
      </Tabs.Root>
    </Dialog>
  );
}

const panelLook = "flex min-h-0 flex-col outline-none";
