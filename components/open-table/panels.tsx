"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

/** The open panel of the toolbar; one at a time. */
export interface OpenPanel {
  readonly name: PanelName | "api" | "share";
  /** The field to start with. */
  readonly fieldId?: string;
}

export const panelNames = [
  "views",
  "stack",
  "cards",
  "dates",
  "fields",
  "filter",
  "group",
  "sort",
  "colors",
] as const;
export type PanelName = (typeof panelNames)[number];

interface Panels {
  readonly panel: OpenPanel | null;
  readonly openPanel: (panel: OpenPanel | null) => void;
}

const PanelsContext = createContext<Panels | null>(null);

/** The panel open above the grid, and a way to open it from elsewhere, such as a column menu. */
export function usePanels(): Panels {
  const found = useContext(PanelsContext);
  if (!found) throw new Error("usePanels requires a PanelsProvider");
  return found;
}

/** The panels of a page that may have none. */
export function usePanelsIfAny(): Panels | null {
  return useContext(PanelsContext);
}

export function PanelsProvider({ children }: { children: ReactNode }) {
  const [panel, openPanel] = useState<OpenPanel | null>(null);
  const panels = useMemo(() => ({ panel, openPanel }), [panel]);
  return <PanelsContext.Provider value={panels}>{children}</PanelsContext.Provider>;
}
