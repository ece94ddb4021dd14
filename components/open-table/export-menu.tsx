"use client";

import { Menu } from "@base-ui/react/menu";
import { Download, Printer } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { MenuDownload, MenuItem, MenuList, MenuSeparator, Submenu } from "@/components/ui/menu";
import { exportFormatNames, exportFormats } from "@/lib/contract/export-formats";
import { downloadRecords, type Exported, exportAddress } from "./download-export";
import { requestPrint } from "./print-request";

/** "Export" with the formats, in a menu. */
export function ExportSubmenu(exported: Exported) {
  return (
    <Submenu icon={Download} label="Export">
      <Formats {...exported} />
    </Submenu>
  );
}

/** "Print" in a menu of a view. */
export function PrintItem({ viewId }: { readonly viewId: string }) {
  return (
    <MenuItem icon={Printer} onClick={() => requestPrint({ viewId })}>
      Print
    </MenuItem>
  );
}

/** A button with the formats and "Print", for people without the menu that holds them. */
export function ExportButton({ name, ...exported }: Exported & { readonly name: string }) {
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger
        render={<IconButton icon={Download} label={`Export ${name}`} className="self-center" />}
      />
      <MenuList align="end">
        <Formats {...exported} />
        {exported.viewId !== undefined && (
          <>
            <MenuSeparator />
            <PrintItem viewId={exported.viewId} />
          </>
        )}
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
