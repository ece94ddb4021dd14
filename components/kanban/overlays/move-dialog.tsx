import { type FormEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/select-field";
import type { ShownStack } from "../board-state";

interface MoveDialogProps {
  /** The moved cards by name or number. */
  readonly names: string;
  readonly stacks: readonly ShownStack[];
  readonly stackId: string;
  /** False where the view's sorts decide on the place in a stack. */
  readonly isManual: boolean;
  readonly onMove: (stackId: string, end: "top" | "bottom") => void;
  readonly onClose: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** Asks for the stack to move cards to. */
export function MoveDialog(props: MoveDialogProps) {
  const { names, stacks, stackId: first, isManual, onMove, onClose, finalFocus } = props;
  const [stackId, setStackId] = useState(first);
  const [end, setEnd] = useState<"top" | "bottom">("top");
  function submit(event: FormEvent): void {
    event.preventDefault();
    onClose();
    onMove(stackId, end);
  }
  return (
    <Dialog open onClose={onClose} title={`Move ${names}`} finalFocus={finalFocus}>
      <form onSubmit={submit} className="flex flex-col gap-4 p-4">
        <SelectField
          label="Stack"
          value={stackId}
          choices={stacks.map(({ id, name, count }) => ({
            value: id,
            label: name,
            description: `${count.toLocaleString("en")}`,
          }))}
          onChange={setStackId}
        />
        {isManual && (
          <SelectField
            label="Position"
            value={end}
            choices={[
              { value: "top", label: "Top" },
              { value: "bottom", label: "Bottom" },
            ]}
            onChange={(to) => setEnd(to === "top" ? "top" : "bottom")}
          />
        )}
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
