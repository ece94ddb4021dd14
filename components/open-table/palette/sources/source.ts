import type { LinkableTable } from "@/components/open-table/linkable-tables";
import type { May } from "@/components/rights/rights";
import type { Base } from "@/lib/contract/bases";
import type { Field } from "@/lib/contract/fields";
import type { Table } from "@/lib/contract/tables";
import type { View } from "@/lib/contract/views";
import type { OpenPanel, PanelName } from "../../panels";
import type { PaletteEntry } from "../entry";

/** Everything that the entries of the palette are made of. */
export interface PaletteContext {
  readonly may: May;
  /** The database of the page; null outside of databases. */
  readonly databaseId: string | null;
  /** The tables of the database that the page knows. */
  readonly tables: readonly LinkableTable[];
  /** The open table and view. */
  readonly open: { readonly table: Table; readonly view: View } | null;
  /** All databases that the person may read; undefined until they are loaded. */
  readonly bases: readonly Base[] | undefined;
  readonly go: (path: string) => void;
  /** True if the open view shows fields as columns, which the focus can go to. */
  readonly hasColumns: boolean;
  /** Goes to a field of the open table. */
  readonly showField: (field: Field) => void;
  /** Adds a record as the button below the records does; undefined in views without one. */
  readonly addRecord: (() => void) | undefined;
  /** The panels of the toolbar that the open view has. */
  readonly panels: readonly PanelName[];
  readonly openPanel: (panel: OpenPanel) => void;
}

/** A kind of things that the palette finds. */
export type PaletteSource = (context: PaletteContext) => readonly PaletteEntry[];
