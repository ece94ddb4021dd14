import { type PageState, pageCommandList, runOnPage } from "../page-commands";
import type { PageOverlay } from "../page-overlay";
import { CommandsDialog } from "./commands-dialog";
import { KeysDialog } from "./keys-dialog";

interface PageOverlaysProps {
  readonly overlay: PageOverlay | null;
  readonly onClose: () => void;
  readonly page: PageState;
}

/** What stands over a table's page where its records are not in a grid. */
export function PageOverlays({ overlay, onClose, page }: PageOverlaysProps) {
  switch (overlay?.is) {
    case "commands":
      return (
        <CommandsDialog
          commands={pageCommandList}
          onClose={onClose}
          onChoose={(command) => {
            onClose();
            runOnPage(command, page);
          }}
        />
      );
    case "keys":
      return <KeysDialog commands={pageCommandList} onClose={onClose} />;
    default:
      return null;
  }
}
