import { Code, type LucideIcon, SlidersHorizontal, UsersRound } from "lucide-react";
import { type OpenPanel, panelTitles } from "../../panels";
import type { PaletteEntry } from "../entry";
import type { PaletteSource } from "./source";

/** The dialogs of the toolbar, which every view has. */
const dialogs: readonly {
  readonly name: OpenPanel["name"];
  readonly label: string;
  readonly icon: LucideIcon;
}[] = [
  { name: "share", label: "Share", icon: UsersRound },
  { name: "api", label: "API", icon: Code },
];

/** The panels for the settings of the open view, and the dialogs beside them. */
export const panelEntries: PaletteSource = ({ panels, openPanel }) => {
  // The toolbar is not there yet.
  if (panels.length === 0) return [];
  const shown = panels.map((name) => ({ name, label: panelTitles[name], icon: SlidersHorizontal }));
  return [...shown, ...dialogs].map(
    ({ name, ...entry }): PaletteEntry => ({
      id: `panel:${name}`,
      kind: "Settings",
      ...entry,
      takesFocus: true,
      open: () => openPanel({ name }),
    }),
  );
};
