import { type PageState, pageCommandList, runOnPage } from "../page-commands";
import type { PageOverlay } from "../page-overlay";
import { Palette } from "../palette/palette";
import { KeysDialog } from "./keys-dialog";

interface PageOverlaysProps {
  readonly overlay: PageOverlay;
  readonly onClose: () => void;
  readonly page: PageState;
  readonly commands?: typeof pageCommandList;
  /** Adds a record; left out in views without any. */
  readonly onAdd?: () => void;
}

/** The open overlay of a table's page without a grid. */
export function OpenPageOverlay(props: PageOverlaysProps) {
  const { overlay, onClose, page, commands = pageCommandList, onAdd } = props;
  switch (overlay.is) {
    case "commands":
      return (
        <Palette
          commands={commands}
          onClose={onClose}
          onAdd={onAdd}
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
