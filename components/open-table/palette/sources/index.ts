import { databaseEntries } from "./databases";
import { fieldEntries } from "./fields";
import { pageEntries } from "./pages";
import { panelEntries } from "./panels";
import type { PaletteSource } from "./source";
import { tableEntries } from "./tables";
import { viewEntries } from "./views";

/** Everything that the palette finds besides commands and records. */
export const paletteSources: readonly PaletteSource[] = [
  tableEntries,
  viewEntries,
  fieldEntries,
  panelEntries,
  databaseEntries,
  pageEntries,
];
