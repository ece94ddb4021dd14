import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { notify } from "@/components/tasks/messages";
import { tasksOf } from "@/components/tasks/use-tasks";
import { useStable } from "@/components/ui/use-stable";
import type { UndoScope } from "@/lib/contract/changes";
import { useSwitchToTable } from "../use-switch-to-table";
import { messageOf, reverse, tableSwitchBy, type Way, wayWords } from "./reverse";

/** Undoes or redoes changes anywhere in a database, or within `scope`. */
export function useBaseUndo(databaseId: string): (way: Way, scope?: UndoScope) => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  const switchToTable = useSwitchToTable(databaseId);
  return useStable((way, scope) =>
    tasksOf({ databaseId, tableId: scope?.tableId ?? databaseId }).run(wayWords[way].label, async (run) => {
      const undone = await reverse(way, { databaseId, scope: scope ?? {}, notify }, run);
      if (!undone) return;
      const turn = tableSwitchBy(way, undone);
      if (turn) switchToTable(turn);
      router.refresh();
      // Not awaited: refetched queries may belong to the page that was just left.
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(databaseId) });
      notify(messageOf(way, undone));
    }),
  );
}
