"use client";

import { Menu } from "@base-ui/react/menu";
import { Ellipsis } from "lucide-react";
import { useState } from "react";
import { useMay } from "@/components/rights/rights";
import { IconButton } from "@/components/ui/icon-button";
import { MenuList } from "@/components/ui/menu";
import { onDemand } from "@/components/ui/on-demand";
import { useIsLive } from "@/components/ui/use-is-live";
import { CopyItems, ExportBase } from "./copy-items";

const DuplicateBase = onDemand(async () => (await import("./duplicate-base")).DuplicateBase);

/** The menu of the open database once the page is live. */
export function LiveBaseMenu({ base }: { readonly base: { readonly id: string; readonly name: string } }) {
  const [isDuplicating, setDuplicating] = useState(false);
  const isLive = useIsLive();
  const mayCopy = useMay("duplicate-database");
  const mayExport = useMay("export-database");
  if (!mayCopy) return mayExport ? <ExportBase base={base} /> : null;
  return (
    <>
      <Menu.Root modal={false}>
        <Menu.Trigger disabled={!isLive} render={<IconButton icon={Ellipsis} label="Database options" />} />
        <MenuList>
          <CopyItems databaseId={base.id} onDuplicate={() => setDuplicating(true)} />
        </MenuList>
      </Menu.Root>
      {isDuplicating && <DuplicateBase base={base} onClose={() => setDuplicating(false)} />}
    </>
  );
}
