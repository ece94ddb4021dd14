import type { AnyCommand } from "@/components/commands/command";
import type { ListedCommand } from "@/components/commands/command-list";
import { galleryList } from "@/components/commands/gallery-list";
import { KeysDialog } from "@/components/open-table/overlays/keys-dialog";
import { pageCommandList } from "@/components/open-table/page-commands";
import { Palette } from "@/components/open-table/palette/palette";
import { CardMenu } from "@/components/record-card/card-menu";
import { focusedRecord } from "./commands/gallery-commands";
import type { GalleryOverlay, GalleryState } from "./gallery-state";

interface GalleryOverlaysProps {
  readonly overlay: GalleryOverlay;
  readonly gallery: GalleryState;
  readonly focusElement: () => HTMLElement | null;
  readonly onChoose: (command: AnyCommand) => void;
  readonly onClose: (overlay: GalleryOverlay) => void;
}

const commands: readonly ListedCommand<AnyCommand>[] = [...galleryList, ...pageCommandList];

/** The open overlay of a gallery. */
export function OpenGalleryOverlay(props: GalleryOverlaysProps) {
  const { overlay, gallery, focusElement, onChoose } = props;
  const onClose = () => props.onClose(overlay);
  const choose = (command: AnyCommand) => {
    onClose();
    onChoose(command);
  };
  switch (overlay.is) {
    case "commands":
      return <Palette commands={commands} onClose={onClose} onChoose={choose} finalFocus={focusElement} />;
    case "keys":
      return <KeysDialog commands={commands} onClose={onClose} finalFocus={focusElement} />;
    case "card-menu": {
      const focused = focusedRecord(gallery);
      return (
        <CardMenu
          list={galleryList}
          at={overlay.at}
          cardElement={focusElement}
          isOne={!focused || gallery.recordsWith(focused).length === 1}
          onChoose={choose}
          onClose={onClose}
        />
      );
    }
  }
}
