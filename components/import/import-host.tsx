import { useState, useSyncExternalStore } from "react";
import { importRequest } from "@/components/tasks/import-requests";
import { onDemand } from "@/components/ui/on-demand";
import { FollowedImports } from "./followed-imports";

const ImportDialog = onDemand(async () => (await import("./import-dialog")).ImportDialog);

/** The dialog for imports, and messages on those that continue without it. Mounted once, above all pages. */
export function ImportHost() {
  const request = useSyncExternalStore(importRequest.subscribe, importRequest.get, () => null);
  const [shownId, setShownId] = useState<string | null>(null);
  return (
    <>
      {request && (
        <ImportDialog
          request={request}
          onShow={setShownId}
          onClose={() => {
            setShownId(null);
            importRequest.set(null);
          }}
        />
      )}
      <FollowedImports shownId={shownId} />
    </>
  );
}
