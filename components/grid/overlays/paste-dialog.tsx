import { useRef } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { factsInWords, type PasteFacts } from "../clipboard/paste-plan";
import type { OverlayProps } from "./overlays";

interface PasteDialogProps extends OverlayProps {
  readonly facts: PasteFacts;
  readonly onAnswer: (isWanted: boolean) => void;
}

/** What a paste will do, before it does it. */
export function PasteDialog({ facts, onAnswer, finalFocus }: PasteDialogProps) {
  const wanted = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onClose={() => onAnswer(false)}
      title="Paste"
      initialFocus={() => wanted.current}
      finalFocus={finalFocus}
    >
      <div className="flex flex-col gap-2 p-4">
        <p className="font-medium tabular-nums">{factsInWords(facts)}</p>
        {facts.unreadable > 0 && <p className="text-muted">What does not convert is left as it was.</p>}
        {facts.columnsLeftOut > 0 && (
          <p className="text-muted">Columns after the last field of the view are not pasted.</p>
        )}
        <div className="mt-2 flex justify-end gap-2">
          <Button onClick={() => onAnswer(false)}>Cancel</Button>
          <Button ref={wanted} look="primary" onClick={() => onAnswer(true)}>
            Paste
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
