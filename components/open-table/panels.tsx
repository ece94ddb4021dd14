"use client";

import { Popover as Base } from "@base-ui/react/popover";
import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

/** The open panel of the toolbar; one at a time. */
export interface OpenPanel {
  readonly name: PanelName | "api";
  /** The field to start with. */
  readonly fieldId?: string;
}

const panelNames = ["views", "fields", "filter", "group", "sort"] as const;
export type PanelName = (typeof panelNames)[number];

interface Panels {
  readonly panel: OpenPanel | null;
  readonly openPanel: (panel: OpenPanel | null) => void;
  readonly handles: { readonly [Name in PanelName]: Base.Handle<unknown> };
}

const PanelsContext = createContext<Panels | null>(null);

/** The panel open above the grid, and a way to open it from elsewhere, such as a column menu. */
export function usePanels(): Panels {
  const found = useContext(PanelsContext);
  if (!found) throw new Error("usePanels requires a PanelsProvider");
  return found;
}

export function PanelsProvider({ children }: { children: ReactNode }) {
  const [panel, openPanel] = useState<OpenPanel | null>(null);
  const [handles] = useState(makeHandles);
  const panels = useMemo(() => ({ panel, openPanel, handles }), [panel, handles]);
  return <PanelsContext.Provider value={panels}>{children}</PanelsContext.Provider>;
}

function makeHandles(): Panels["handles"] {
  const handles = panelNames.map((name) => [name, Base.createHandle<unknown>()] as const);
  return Object.fromEntries(handles) as Panels["handles"];
}
