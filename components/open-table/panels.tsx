"use client";

import { createContext, type ReactNode, useContext, useMemo, useState } from "react";

/** The open panel of the toolbar; one at a time. */
export interface OpenPanel {
  readonly name: PanelName | "api" | "share";
  /** The field to start with. */
  readonly fieldId?: string;
}

/** The panels of the toolbar, with their titles. */
export const panelTitles = {
  views: "Views",
  stack: "Stack by",
  cards: "Cards",
  dates: "Dates",
  fields: "Fields",
  filter: "Filter",
  group: "Group",
  sort: "Sort",
  colors: "Colours",
} as const;
export type PanelName = keyof typeof panelTitles;

export const panelNames = Object.keys(panelTitles) as PanelName[];

interface Panels {
  /** Those that the toolbar shows for the open view. */
  readonly names: readonly PanelName[];
  readonly showNames: (names: readonly PanelName[]) => void;
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
  const [names, showNames] = useState<readonly PanelName[]>([]);
  const [panel, openPanel] = useState<OpenPanel | null>(null);
  const panels = useMemo(() => ({ names, showNames, panel, openPanel }), [names, panel]);
  return <PanelsContext.Provider value={panels}>{children}</PanelsContext.Provider>;
}
