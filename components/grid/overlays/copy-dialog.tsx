import { useRef } from "react";
import type { OverlayProps } from "@/components/open-table/overlays/overlay-props";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

interface CopyDialogProps extends OverlayProps {
  readonly onCopy: () => void;
}

/** Browsers allow clipboard access only shortly after a click or key, so this dialog asks for one. */
export function CopyDialog({ onCopy, onClose, finalFocus }: CopyDialogProps) {
  const wanted = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Ready to copy"
      initialFocus={() => wanted.current}
      finalFocus={finalFocus}
    >
      <div className="flex flex-col gap-2 p-4">
        <p className="text-muted">The selected cells are loaded. Click Copy to put them on the clipboard.</p>
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            ref={wanted}
            look="primary"
            onClick={() => {
              onCopy();
              onClose();
            }}
          >
            Copy
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
