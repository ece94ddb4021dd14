"use client";

import { useParams, useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { findGone, tablePath } from "@/components/open-table/known-tables";
import { BaseUndo } from "@/components/open-table/undo/base-undo";
import { type Message, notify } from "@/components/tasks/messages";
import { AllDatabasesLink } from "@/components/ui/all-databases-link";
import { MessagePage } from "@/components/ui/message-page";

/**
 * Stands where the address names no table of its database, or no view of its table. A table that was open in this tab
 * a moment ago is left for its neighbour; else undo and redo work here, and the tabs above lead on.
 */
export function MissingTable() {
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
  // A page that has just been loaded knows of no other table, as the server, which draws it first.
  const [isLeaving, setLeaving] = useState(() => findWayOn({ databaseId, tableId, viewId }) !== undefined);
  useEffect(() => {
    const wayOn = findWayOn({ databaseId, tableId, viewId });
    setLeaving(wayOn !== undefined);
    if (!wayOn) return;
    if (wayOn.message) notify(wayOn.message);
    router.replace(wayOn.path);
  }, [databaseId, tableId, viewId, router]);

  if (isLeaving) return <p className="sr-only">Opening another table…</p>;
  return (
    <>
      <BaseUndo databaseId={databaseId} />
      <MessagePage title="Table not found" actions={<AllDatabasesLink look="plain" />}>
        <p>
          It may have been deleted, or the link may be incomplete. The tables above are the ones this database
          has; deleted ones are in its trash.
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

/** Where to go on to from an address that leads to nothing any more, and what to say of it; undefined for nowhere. */
function findWayOn({
  databaseId,
  tableId,
  viewId,
}: MissingPlace): { path: string; message?: Message } | undefined {
  const gone = findGone(databaseId, tableId);
  if (!gone) return undefined;
  const { name, isRemovedHere, isThere, neighbour } = gone;
  if (isThere) {
    if (viewId === undefined) return undefined;
    const message = { title: "This view is no longer there", detail: `Showing the first view of “${name}”.` };
    return { path: tablePath(databaseId, { id: tableId }), message };
  }
  const path = tablePath(databaseId, neighbour);
  if (isRemovedHere) return { path };
  const detail = neighbour ? `Showing “${neighbour.name}” instead.` : "It was the last table.";
  return { path, message: { title: `“${name}” was deleted`, detail } };
}
