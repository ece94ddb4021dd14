import { FileUp } from "lucide-react";
import { mayImport } from "@/components/rights/may-import";
import { useRights } from "@/components/rights/rights";
import { type ImportTarget, requestImport } from "@/components/tasks/import-requests";
import { MenuItem } from "@/components/ui/menu";

/** "Import a file" in a menu; nothing for people who may not. */
export function ImportItem({ target }: { target: ImportTarget }) {
  const may = useRights();
  return (
    mayImport(may, target.is) && (
      <MenuItem icon={FileUp} onClick={() => requestImport({ target })}>
        Import a file
      </MenuItem>
    )
  );
}
