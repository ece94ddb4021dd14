import { databaseEntries } from "./databases";
import { fieldEntries } from "./fields";
import { newRecordEntries } from "./new-record";
import { pageEntries } from "./pages";
import { panelEntries } from "./panels";
import type { PaletteSource } from "./source";
import { tableEntries } from "./tables";
import { viewEntries } from "./views";

/** Everything that the palette finds besides commands, records and what controls of the page offer. */
export const paletteSources: readonly PaletteSource[] = [
  tableEntries,
  viewEntries,
  fieldEntries,
  panelEntries,
  newRecordEntries,
  databaseEntries,
  pageEntries,
];
