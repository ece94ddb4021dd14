import { Copy, Download } from "lucide-react";
import { download } from "@/components/open-table/download-export";
import { IfAllowed } from "@/components/rights/rights";
import { IconDownload } from "@/components/ui/icon-button";
import { MenuDownload, MenuItem } from "@/components/ui/menu";
import { addressOf } from "@/lib/client/api";

interface CopyItemsProps {
  readonly databaseId: string;
  readonly onDuplicate: () => void;
}

/** The menu items that copy a whole database. */
export function CopyItems({ databaseId, onDuplicate }: CopyItemsProps) {
  return (
    <>
      <IfAllowed action="duplicate-database">
        <MenuItem icon={Copy} onClick={onDuplicate}>
          Duplicate database
        </MenuItem>
      </IfAllowed>
      <IfAllowed action="export-database">
        <MenuDownload
          icon={Download}
          href={exportAddress(databaseId)}
          onDownload={(address) => download(address, databaseId)}
        >
          Export database
        </MenuDownload>
      </IfAllowed>
    </>
  );
}

interface ExportBaseProps {
  readonly base: { readonly id: string; readonly name: string };
  readonly className?: string;
}

/** "Export database" as a button of its own, for people without the menu that holds it. */
export function ExportBase({ base, className }: ExportBaseProps) {
  return (
    <IconDownload
      icon={Download}
      label={`Export the database ${base.name}`}
      href={exportAddress(base.id)}
      onDownload={(address) => download(address, base.id)}
      {...(className !== undefined && { className })}
    />
  );
}

function exportAddress(databaseId: string): string {
  return `/api/v1${addressOf("/bases/{databaseId}/export", { params: { databaseId } })}`;
}
