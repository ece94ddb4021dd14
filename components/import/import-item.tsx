import { FileUp } from "lucide-react";
import { useMayImport } from "@/components/rights/may-import";
import { type ImportTarget, requestImport } from "@/components/tasks/import-requests";
import { MenuItem } from "@/components/ui/menu";

/** "Import a file" in a menu; nothing for people who may not. */
export function ImportItem({ target }: { target: ImportTarget }) {
  const mayImport = useMayImport();
  return (
    mayImport(target) && (
      <MenuItem icon={FileUp} onClick={() => requestImport({ target })}>
        Import a file
      </MenuItem>
    )
  );
}
