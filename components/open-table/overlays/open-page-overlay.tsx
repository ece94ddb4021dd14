import { type PageState, pageCommandList, runOnPage } from "../page-commands";
import type { PageOverlay } from "../page-overlay";
import { Palette } from "../palette/palette";
import { KeysDialog } from "./keys-dialog";

interface PageOverlaysProps {
  readonly overlay: PageOverlay;
  readonly onClose: () => void;
  readonly page: PageState;
  readonly commands?: typeof pageCommandList;
}

/** The open overlay of a table's page without a grid. */
export function OpenPageOverlay({ overlay, onClose, page, commands = pageCommandList }: PageOverlaysProps) {
  switch (overlay.is) {
    case "commands":
      return (
        <Palette
          commands={commands}
          onClose={onClose}
          onChoose={(command) => {
            onClose();
            runOnPage(command, page);
          }}
        />
      );
    case "keys":
      return <KeysDialog commands={commands} onClose={onClose} />;
  }
}
