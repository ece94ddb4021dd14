import { databaseEntries } from "./databases";
import { fieldEntries } from "./fields";
import { pageEntries } from "./pages";
import type { PaletteSource } from "./source";
import { tableEntries } from "./tables";
import { viewEntries } from "./views";

/** Everything that the palette finds besides commands and records. */
export const paletteSources: readonly PaletteSource[] = [
  tableEntries,
  viewEntries,
  fieldEntries,
  databaseEntries,
  pageEntries,
];
