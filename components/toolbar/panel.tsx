import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode } from "react";
import { type PanelName, usePanels } from "@/components/open-table/panels";
import { Popover } from "@/components/ui/popover";
import { ToolbarButton, type ToolbarButtonProps } from "./toolbar-button";

/** The button that opens a panel. */
export function PanelButton({ name, ...button }: { name: PanelName } & ToolbarButtonProps) {
  const { handles } = usePanels();
  return <Base.Trigger handle={handles[name]} id={triggerId(name)} render={<ToolbarButton {...button} />} />;
}

interface PanelProps {
  name: PanelName;
  title: string;
  /** `wide` for rows of several controls. */
  size?: "narrow" | "wide";
  children: ReactNode;
}

/** A panel, rendered outside the toolbar, whose arrow keys would interfere. */
export function Panel({ name, ...popover }: PanelProps) {
  const { panel, openPanel, handles } = usePanels();
  return (
    <Popover
      handle={handles[name]}
      triggerId={triggerId(name)}
      open={panel?.name === name}
      onOpenChange={(open) => openPanel(open ? { name } : null)}
      {...popover}
    />
  );
}

/** The id of the button that opens a panel. */
export function triggerId(name: PanelName): string {
  return `toolbar-${name}`;
}
