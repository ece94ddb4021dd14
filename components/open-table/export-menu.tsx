"use client";

import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { MenuDownload, MenuList, Submenu } from "@/components/ui/menu";
import { addressOf } from "@/lib/client/api";
import { exportFormatNames, exportFormats } from "@/lib/contract/export";
import type { TablePlace } from "@/lib/contract/places";
import { hasSettings, type ViewSettings } from "@/lib/contract/view-settings";

export interface Exported {
  readonly place: TablePlace;
  /** A view to export as it shows the table; by default all fields and records. */
  readonly viewId?: string;
  /** Personal settings that replace those of the view. */
  readonly own?: ViewSettings;
}

/** "Export" with the formats, in a menu. */
export function ExportSubmenu(exported: Exported) {
  return (
    <Submenu icon={Download} label="Export">
      <Formats {...exported} />
    </Submenu>
  );
}

/** A button with the formats, for people without the menu that holds "Export". */
export function ExportButton({ name, ...exported }: Exported & { readonly name: string }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        render={<IconButton icon={Download} label={`Export ${name}`} className="self-center" />}
      />
      <MenuList align="end">
        <Formats {...exported} />
      </MenuList>
    </Menu.Root>
  );
}

/** The formats as links, which the browser downloads with the session. */
function Formats({ place, viewId, own = {} }: Exported) {
  const config = hasSettings(own) ? JSON.stringify(own) : undefined;
  return exportFormatNames.map((format) => (
    <MenuDownload
      key={format}
      href={`/api/v1${addressOf(path, { params: { ...place }, query: { format, viewId, config } })}`}
    >
      {exportFormats[format].label}
    </MenuDownload>
  ));
}

const path = "/bases/{databaseId}/tables/{tableId}/records/export";
