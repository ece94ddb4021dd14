import { SlidersHorizontal } from "lucide-react";
import { panelTitles } from "../../panels";
import type { PaletteSource } from "./source";

/** The panels for the settings of the open view. */
export const panelEntries: PaletteSource = ({ panels, openPanel }) =>
  panels.map((name) => ({
    id: `panel:${name}`,
    kind: "Settings",
    label: panelTitles[name],
    icon: SlidersHorizontal,
    isHidden: true,
    takesFocus: true,
    open: () => openPanel({ name }),
  }));
