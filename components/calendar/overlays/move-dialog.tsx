import { type FormEvent, useState } from "react";
import { Calendar } from "@/components/cells/editors/calendar";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { TextField } from "@/components/ui/text-field";
import { fieldType, typingOf } from "@/lib/field-types";
import type { Day } from "../days/day";

interface MoveDialogProps {
  readonly name: string;
  /** The day of the record, or the focused one for a record without a date. */
  readonly day: Day;
  readonly onMove: (day: Day) => void;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** Asks for the day to move a record to, typed or chosen. */
export function MoveDialog({ name, day: first, onMove, onClose, finalFocus }: MoveDialogProps) {
  const [text, setText] = useState(first);
  const day = typingOf(fieldType("date")).fromText(text, { dateFormat: "local" });
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (typeof day !== "string") return;
    onClose();
    onMove(day);
  }
  return (
    <Dialog open onClose={onClose} title={`Move ${name}`} finalFocus={finalFocus}>
      <form onSubmit={submit} className="flex flex-col gap-3 p-4">
        <TextField
          label="Day"
          value={text}
          onChange={setText}
          placeholder="YYYY-MM-DD"
          error={typeof day === "string" ? undefined : "Enter a day such as 2026-01-31 or tomorrow."}
        />
        <Calendar label="Day" day={typeof day === "string" ? day : undefined} onChoose={setText} />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit">
            Move
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
