import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { usePersonId } from "@/components/rights/rights";
import { requestImport } from "@/components/tasks/import-requests";
import { useStoredState } from "@/components/ui/stored-state";
import { toast } from "@/components/ui/toast";
import { useStable } from "@/components/ui/use-stable";
import type { FileImport } from "@/lib/contract/import-resource";
import { type Followed, followedImports, requestFor, unfollow } from "./followed";
import { ImportProgress } from "./import-progress";
import { isEnded, outcomeOf } from "./outcome";
import { importQuery } from "./use-import";

/** Follows the imports that were started in this browser, with a message for each that the dialog does not show. */
export function FollowedImports({ shownId }: { shownId: string | null }) {
  const personId = usePersonId();
  const [all] = useStoredState(followedImports);
  return all
    .filter((each) => each.personId === personId)
    .map((each) => (
      <FollowedImport key={each.importId} followed={each} isShown={each.importId === shownId} />
    ));
}

function FollowedImport({ followed, isShown }: { followed: Followed; isShown: boolean }) {
  const { importId } = followed;
  const { data, error } = useQuery(importQuery(followed));
  const isOver = data !== undefined && isEnded(data);
  const showEnd = useShowEnd(followed);

  useEffect(() => {
    if (isOver) showEnd(data, isShown);
    // The import is deleted, or belongs to someone else now.
    else if (error) unfollow(importId);
  }, [isOver, data, isShown, error, importId, showEnd]);

  const isHidden = !isShown && !isOver && data !== undefined;
  useEffect(() => {
    if (!isHidden) return;
    const id = messageId(importId);
    toast.loading(`Importing ${followed.filename}`, {
      id,
      duration: Number.POSITIVE_INFINITY,
      // Updates itself: another call for each step would be announced.
      description: <ImportProgress place={followed} />,
      action: { label: "Show", onClick: () => requestImport(requestFor(followed)) },
    });
    return () => void toast.dismiss(id);
  }, [isHidden, followed, importId]);
  return null;
}

/** Reloads what an import has changed, once, and reports its end unless the dialog does. */
function useShowEnd(followed: Followed): (ended: FileImport, isShown: boolean) => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  const { databaseId, importId } = followed;
  return useStable((ended, isShown) => {
    unfollow(importId);
    router.refresh();
    const isChanged = (key: readonly unknown[]) => key.includes(databaseId) && key[0] !== "import";
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => isChanged(queryKey) });
    if (isShown) return;
    const { title, detail, isError } = outcomeOf(ended);
    (isError ? toast.error : toast.success)(title, {
      id: `${messageId(importId)}-end`,
      duration: Number.POSITIVE_INFINITY,
      ...(detail !== undefined && { description: detail }),
      action: { label: "Show", onClick: () => requestImport(requestFor(followed)) },
    });
  });
}

function messageId(importId: string): string {
  return `import-${importId}`;
}
