import { notify } from "@/components/tasks/messages";
import { useStable } from "@/components/ui/use-stable";
import type { UndoScope } from "@/lib/contract/changes";
import { useBaseUndo } from "./use-base-undo";

/** Reports a deletion and offers to undo it. */
export function useUndoOffer(databaseId: string, scope?: UndoScope): (title: string) => void {
  const restore = useBaseUndo(databaseId);
  return useStable((title) =>
    notify({ title, action: { label: "Undo", onClick: () => void restore("undo", scope) } }),
  );
}
