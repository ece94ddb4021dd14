"use client";

import { problemsOf } from "@/components/forms/problems";
import { counted } from "@/components/tasks/counted";
import { notify } from "@/components/tasks/messages";
import { Confirm } from "@/components/ui/dialog";
import { useErase } from "./use-trash";

interface EraseDialogProps {
  databaseId: string;
  /** The entries to erase. */
  what: { readonly ids: readonly string[]; readonly count: number } | "all";
  onErased: () => void;
  onClose: () => void;
}

/** Confirms that entries are erased, which cannot be undone. */
export function EraseDialog({ databaseId, what, onErased, onClose }: EraseDialogProps) {
  const { mutate, isPending, error } = useErase(databaseId, (count) => {
    notify({ title: `${counted(count, "item")} deleted forever` });
    onErased();
    onClose();
  });
  const title = what === "all" ? "Empty the trash?" : `Delete ${counted(what.count, "item")} forever?`;
  return (
    <Confirm
      open
      title={title}
      description={`${what === "all" ? "Everything in the trash of this database" : "The selected items"} will be deleted forever. This can't be undone.`}
      words={{
        confirm: isPending ? "Deleting…" : what === "all" ? "Empty trash" : "Delete forever",
        cancel: "Cancel",
      }}
      problem={error ? (problemsOf(error)[""] ?? error.message) : undefined}
      isBusy={isPending}
      onConfirm={() => mutate(what === "all" ? "all" : what.ids)}
      onCancel={onClose}
    />
  );
}
