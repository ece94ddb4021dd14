import type { LucideIcon } from "lucide-react";

/** The headings of the palette, in their order without a query. */
export const entryKinds = [
  "Recent",
  "Tables",
  "Views",
  "Fields",
  "Settings",
  "Actions",
  "Databases",
  "Pages",
  "Commands",
  "Records",
] as const;
export type EntryKind = (typeof entryKinds)[number];

/** Something that the palette finds. */
export interface PaletteEntry {
  /** Identifies it among the recent ones of this browser. */
  readonly id: string;
  readonly kind: EntryKind;
  readonly label: string;
  /** The table or database that it belongs to. */
  readonly detail?: string;
  readonly icon?: LucideIcon;
  /** The keys that do the same. */
  readonly keys?: string | undefined;
  /** The heading without a query, if it differs from its kind. */
  readonly heading?: string;
  /** True if it is listed only for a query. */
  readonly isHidden?: boolean;
  /** True if it is not listed among the recent ones, as Enter alone would choose it there. */
  readonly isNeverRecent?: boolean;
  /** True if the focus goes elsewhere than to the element focused before. */
  readonly takesFocus?: boolean;
  readonly open: () => void;
}

/** Entries under a heading. */
export interface EntryGroup {
  readonly value: string;
  readonly items: readonly PaletteEntry[];
}
