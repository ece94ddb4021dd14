"use client";

import { takesKeys } from "@/components/commands/takes-keys";
import { usePageKeys } from "@/components/commands/use-page-keys";
import { useBaseUndo } from "./use-base-undo";

/** Handles the keys of undo and redo on database pages without a table. Renders nothing. */
export function BaseUndo({ databaseId }: { databaseId: string }) {
  const restore = useBaseUndo(databaseId);
  usePageKeys(({ do: way }) => {
    if (way !== "undo" && way !== "redo") return false;
    void restore(way);
    return true;
  }, hasOwnUndo);
  return null;
}

/** An empty input has nothing to undo itself; the form for the first table starts with such an input focused. */
function hasOwnUndo(target: EventTarget | null): boolean {
  const isEmpty = target instanceof HTMLInputElement && target.value === "";
  const isInDialog = target instanceof HTMLElement && target.closest("[role=dialog], [role=alertdialog]");
  return takesKeys(target) && (!isEmpty || isInDialog !== null);
}
