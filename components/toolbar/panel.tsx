import { Popover as Base } from "@base-ui/react/popover";
import { createContext, type ReactNode, useContext, useState } from "react";
import { type PanelName, panelNames, panelTitles, usePanels } from "@/components/open-table/panels";
import { Popover } from "@/components/ui/popover";
import { ToolbarButton, type ToolbarButtonProps } from "./toolbar-button";

/** Handles that connect the buttons in the toolbar to the panels, which are outside of it. */
type PanelHandles = { readonly [Name in PanelName]: Base.Handle<unknown> };

const HandlesContext = createContext<PanelHandles | null>(null);

export function PanelHandlesProvider({ children }: { children: ReactNode }) {
  const [handles] = useState(makeHandles);
  return <HandlesContext.Provider value={handles}>{children}</HandlesContext.Provider>;
}

function makeHandles(): PanelHandles {
  const handles = panelNames.map((name) => [name, Base.createHandle<unknown>()] as const);
  return Object.fromEntries(handles) as PanelHandles;
}

function useHandle(name: PanelName): Base.Handle<unknown> {
  const found = useContext(HandlesContext);
  if (!found) throw new Error("useHandle requires a PanelHandlesProvider");
  return found[name];
}

/** The button that opens a panel. */
export function PanelButton({ name, ...button }: { name: PanelName } & ToolbarButtonProps) {
  const handle = useHandle(name);
  return <Base.Trigger handle={handle} id={triggerId(name)} render={<ToolbarButton {...button} />} />;
}

interface PanelProps {
  name: PanelName;
  /** `wide` for rows of several controls. */
  size?: "narrow" | "wide";
  children: ReactNode;
}

/** A panel, rendered outside the toolbar, whose arrow keys would interfere. */
export function Panel({ name, ...popover }: PanelProps) {
  const { panel, openPanel } = usePanels();
  return (
    <Popover
      handle={useHandle(name)}
      triggerId={triggerId(name)}
      open={panel?.name === name}
      onOpenChange={(open) => openPanel(open ? { name } : null)}
      title={panelTitles[name]}
      {...popover}
    />
  );
}

/** The id of the button that opens a panel. */
export function triggerId(name: PanelName): string {
  return `toolbar-${name}`;
}
