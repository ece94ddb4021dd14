"use client";

import { Menu } from "@base-ui/react/menu";
import { Download } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { MenuDownload, MenuList, Submenu } from "@/components/ui/menu";
import { exportFormatNames, exportFormats } from "@/lib/contract/export-formats";
import { downloadRecords, type Exported, exportAddress } from "./download-export";

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
function Formats(exported: Exported) {
  return exportFormatNames.map((format) => (
    <MenuDownload
      key={format}
      href={exportAddress(exported, format)}
      onDownload={() => downloadRecords(exported, format)}
    >
      {exportFormats[format].label}
    </MenuDownload>
  ));
}
