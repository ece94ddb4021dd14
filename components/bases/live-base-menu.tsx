"use client";

import { Menu } from "@base-ui/react/menu";
import { Ellipsis, Pencil } from "lucide-react";
import { useState } from "react";
import { IfAllowed, useRights } from "@/components/rights/rights";
import { IconButton } from "@/components/ui/icon-button";
import { MenuItem, MenuList } from "@/components/ui/menu";
import { onDemand } from "@/components/ui/on-demand";
import { useIsLive } from "@/components/ui/use-is-live";
import { CopyItems, ExportBase } from "./copy-items";

const DuplicateBase = onDemand(async () => (await import("./duplicate-base")).DuplicateBase);
const RenameBase = onDemand(async () => (await import("./rename-base")).RenameBase);

/** The menu of the open database once the page is live. */
export function LiveBaseMenu({ base }: { readonly base: { readonly id: string; readonly name: string } }) {
  const [task, setTask] = useState<"rename" | "duplicate" | null>(null);
  const isLive = useIsLive();
  const may = useRights();
  if (!may("manage-database") && !may("duplicate-database")) {
    return may("export-database") ? <ExportBase base={base} /> : null;
  }
  const close = () => setTask(null);
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger disabled={!isLive} render={<IconButton icon={Ellipsis} label="Database options" />} />
        <MenuList>
          <IfAllowed action="manage-database">
            <MenuItem icon={Pencil} onClick={() => setTask("rename")}>
              Rename database
            </MenuItem>
          </IfAllowed>
          <CopyItems databaseId={base.id} onDuplicate={() => setTask("duplicate")} />
        </MenuList>
      </Menu.Root>
      {task === "rename" && <RenameBase base={base} onClose={close} />}
      {task === "duplicate" && <DuplicateBase base={base} onClose={close} />}
    </>
  );
}
