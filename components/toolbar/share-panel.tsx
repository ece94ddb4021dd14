"use client";

import { UsersRound } from "lucide-react";
import { useOpenTable } from "@/components/open-table/open-table";
import { usePanels } from "@/components/open-table/panels";
import { shareWordsOf } from "@/components/people/share-words";
import { Dialog } from "@/components/ui/dialog";
import { onDemand } from "@/components/ui/on-demand";
import { ToolbarButton } from "./toolbar-button";

const ShareForm = onDemand(async () => (await import("@/components/people/share-form")).ShareForm);

export function ShareButton() {
  const { openPanel } = usePanels();
  return (
    <ToolbarButton
      icon={UsersRound}
      label="Share"
      rank={1}
      aria-haspopup="dialog"
      onClick={() => openPanel({ name: "share" })}
    />
  );
}

/** The people with access to the open database, and the links to the open view. */
export function SharePanel() {
  const { panel, openPanel } = usePanels();
  const { databaseId, view } = useOpenTable();
  return (
    <Dialog
      open={panel?.name === "share"}
      onClose={() => openPanel(null)}
      title={shareWordsOf(view.type).title}
      size="wide"
    >
      <ShareForm databaseId={databaseId} view={view} />
    </Dialog>
  );
}
