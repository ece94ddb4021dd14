import { useParams, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { findGone, tablePath } from "@/components/open-table/known-tables";
import { PagePalette } from "@/components/open-table/palette/page-palette";
import { BaseUndo } from "@/components/open-table/undo/base-undo";
import { type Message, notify } from "@/components/tasks/messages";
import { AllDatabasesLink } from "@/components/ui/all-databases-link";
import { MessagePage } from "@/components/ui/message-page";

/**
 * Shown if the URL names no table of the database, or no view of the table. If the table was open in this tab a
 * moment ago, its neighbour opens instead. Undo and redo work here.
 */
export function MissingTableMessage() {
  const {
    databaseId = "",
    tableId = "",
    viewId,
  } = useParams<{
    databaseId: string;
    tableId: string;
    viewId?: string[];
  }>();
  const router = useRouter();
  // False on a fresh page load, as on the server: no table was open in this tab.
  const [isLeaving, setLeaving] = useState(() => findRedirect({ databaseId, tableId, viewId }) !== undefined);
  useEffect(() => {
    const redirect = findRedirect({ databaseId, tableId, viewId });
    setLeaving(redirect !== undefined);
    if (!redirect) return;
    if (redirect.message) notify(redirect.message);
    router.replace(redirect.path);
  }, [databaseId, tableId, viewId, router]);

  if (isLeaving) return <p className="sr-only">Opening another table…</p>;
  return (
    <>
      <BaseUndo databaseId={databaseId} />
      <PagePalette databaseId={databaseId} />
      <MessagePage title="Table not found" actions={<AllDatabasesLink look="plain" />}>
        <p>
          It may have been deleted, or the link may be incomplete. Choose another table above, or look in the
          trash.
        </p>
      </MessagePage>
    </>
  );
}

interface MissingPlace {
  readonly databaseId: string;
  readonly tableId: string;
  readonly viewId: readonly string[] | undefined;
}

/** The page to open instead of a deleted table or view, with a message; undefined if there is none. */
function findRedirect({
  databaseId,
  tableId,
  viewId,
}: MissingPlace): { path: string; message?: Message } | undefined {
  const gone = findGone(databaseId, tableId);
  if (!gone) return undefined;
  const { name, isRemovedHere, exists, neighbour } = gone;
  if (exists) {
    if (viewId === undefined) return undefined;
    const message = { title: "This view no longer exists", detail: `Showing the first view of “${name}”.` };
    return { path: tablePath(databaseId, { id: tableId }), message };
  }
  const path = tablePath(databaseId, neighbour);
  if (isRemovedHere) return { path };
  const detail = neighbour ? `Showing “${neighbour.name}” instead.` : "It was the last table.";
  return { path, message: { title: `“${name}” was deleted`, detail } };
}
