"use client";

import { useOpenTable } from "@/components/open-table/open-table";
import { onDemand } from "@/components/ui/on-demand";
import { Panel, PanelButton } from "./panel";
import type { ViewsProps } from "./views-list";

const Views = onDemand(async () => (await import("./views-list")).Views);

export function ViewsButton({ types }: ViewsProps) {
  const { view } = useOpenTable();
  return (
    <PanelButton
      name="views"
      icon={types[view.type].icon}
      label={view.name}
      rank={3}
      aria-label={`Views: ${view.name}`}
    />
  );
}

/** The views of the table as links; the open one is part of the URL. */
export function ViewsPanel({ types }: ViewsProps) {
  return (
    <Panel name="views">
      <Views types={types} />
    </Panel>
  );
}
