"use client";

import { useRouter } from "next/navigation";
import { DeleteDialog } from "@/components/forms/delete-dialog";
import { useViewer } from "@/components/rights/viewer";
import { counted } from "@/components/tasks/counted";
import { notify } from "@/components/tasks/messages";
import { api } from "@/lib/client/api";
import { DuplicateBase } from "./duplicate-base";
import type { ListedBase } from "./listed-base";
import { RenameBase } from "./rename-base";
import { useRestoreBase } from "./use-restore-base";

export type DialogState = { readonly what: "rename" | "duplicate" | "delete"; readonly base: ListedBase };

export function BaseDialog({
  dialog: { what, base },
  onClose,
}: {
  dialog: DialogState;
  onClose: () => void;
}) {
  const router = useRouter();
  const { trashDays } = useViewer();
  const restore = useRestoreBase(base);
  const params = { databaseId: base.id };
  const tables = base.tables.length;
  if (what === "rename") return <RenameBase base={base} onClose={onClose} />;
  if (what === "duplicate") return <DuplicateBase base={base} onClose={onClose} />;
  return (
    <DeleteDialog
      title={`Delete the database “${base.name}”?`}
      description={
        tables === 0
          ? `It moves to the trash for ${trashDays} days. It has no tables.`
          : `Its ${counted(tables, "table")} and all records move to the trash for ${trashDays} days.`
      }
      onDelete={async () => {
        await api("DELETE /bases/{databaseId}", { params });
        router.refresh();
        notify({
          title: `Database “${base.name}” deleted`,
          action: { label: "Undo", onClick: () => void restore() },
        });
      }}
      onClose={onClose}
    />
  );
}
