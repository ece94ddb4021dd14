"use client";

import { Menu } from "@base-ui/react/menu";
import { Ellipsis, Pencil, Trash2 } from "lucide-react";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DeleteDialog } from "@/components/forms/delete-dialog";
import { NameDialog } from "@/components/forms/name-dialog";
import { IfAllowed } from "@/components/rights/rights";
import { IconButton } from "@/components/ui/icon-button";
import { MenuItem, MenuList } from "@/components/ui/menu";
import { api } from "@/lib/client/api";

export interface ListedBase {
  id: string;
  name: string;
  tableCount: number;
}

type Doing = { readonly what: "rename" | "delete"; readonly base: ListedBase };

/** The databases as links, each with what can be done with it. */
export function BaseList({ bases }: { bases: readonly ListedBase[] }) {
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <>
      <ul className="divide-y divide-border border-border border-y">
        {bases.map((base) => (
          <li key={base.id} className="flex items-center hover:bg-hover">
            <Link
              href={`/database/${base.id}`}
              className="flex h-11 min-w-0 flex-1 items-center gap-4 px-2 text-sm -outline-offset-2"
            >
              <span dir="auto" className="min-w-0 flex-1 truncate font-medium" title={base.name}>
                {base.name}
              </span>
              <span className="shrink-0 text-dense text-muted tabular-nums">{tablesOf(base.tableCount)}</span>
            </Link>
            <IfAllowed action="change-structure">
              <Menu.Root modal={false}>
                <Menu.Trigger
                  render={<IconButton icon={Ellipsis} label={`Menu of ${base.name}`} className="mx-1" />}
                />
                <MenuList align="end">
                  <MenuItem icon={Pencil} onClick={() => setDoing({ what: "rename", base })}>
                    Rename
                  </MenuItem>
                  <MenuItem icon={Trash2} look="danger" onClick={() => setDoing({ what: "delete", base })}>
                    Delete
                  </MenuItem>
                </MenuList>
              </Menu.Root>
            </IfAllowed>
          </li>
        ))}
      </ul>
      {doing && <BaseDialog doing={doing} onClose={() => setDoing(null)} />}
    </>
  );
}

function BaseDialog({ doing: { what, base }, onClose }: { doing: Doing; onClose: () => void }) {
  const router = useRouter();
  const params = { databaseId: base.id };
  if (what === "rename") {
    return (
      <NameDialog
        title={`Rename “${base.name}”`}
        name={base.name}
        words={{ save: "Rename", saving: "Renaming…" }}
        onSave={async (name) => {
          await api("PATCH /bases/{databaseId}", { params, body: { name } });
          router.refresh();
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <DeleteDialog
      title={`Delete the database “${base.name}”?`}
      description={
        base.tableCount === 0
          ? "There are no tables in it."
          : `${base.tableCount === 1 ? "Its table goes" : `Its ${base.tableCount} tables go`} with it, and all their records.`
      }
      onDelete={async () => {
        await api("DELETE /bases/{databaseId}", { params });
        router.refresh();
      }}
      onClose={onClose}
    />
  );
}

function tablesOf(count: number): string {
  if (count === 0) return "No tables";
  return count === 1 ? "1 table" : `${count} tables`;
}
