import { type FormEvent, useState } from "react";
import { useViewer } from "@/components/rights/viewer";
import { counted } from "@/components/tasks/counted";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/select-field";
import type { ShownStack } from "../board-state";
import type { RecordsOfDeleted } from "../stacks/use-stack-actions";

interface DeleteStackDialogProps {
  readonly stack: ShownStack;
  readonly others: readonly ShownStack[];
  readonly mayDeleteRecords: boolean;
  readonly onDelete: (records: RecordsOfDeleted) => void;
  readonly onClose: () => void;
}

/** Asks what happens to the records of a stack before it is deleted. */
export function DeleteStackDialog(props: DeleteStackDialogProps) {
  const { stack, others, mayDeleteRecords, onDelete, onClose } = props;
  const { trashDays } = useViewer();
  const targets = others.filter(({ key }) => key !== null);
  const [to, setTo] = useState<RecordsOfDeleted["to"]>("no-value");
  const [targetId, setTargetId] = useState(targets[0]?.id ?? "");
  const target = targets.find(({ id }) => id === targetId);
  function submit(event: FormEvent): void {
    event.preventDefault();
    onClose();
    if (to !== "stack") onDelete({ to });
    else if (target) onDelete({ to, key: target.key });
  }
  const choices: { readonly value: RecordsOfDeleted["to"]; readonly label: string }[] = [
    { value: "no-value", label: "Keep them without a value" },
    ...(targets.length > 0 ? [{ value: "stack" as const, label: "Move them to another stack" }] : []),
    ...(mayDeleteRecords
      ? [{ value: "trash" as const, label: `Move them to the trash for ${trashDays} days` }]
      : []),
  ];
  return (
    <Dialog open onClose={onClose} title={`Delete the stack “${stack.name}”?`}>
      <form onSubmit={submit} className="flex flex-col gap-4 p-4">
        <p className="text-muted">
          {stack.isCounted && stack.count > 0
            ? `Its option is deleted from the field. The stack shows ${counted(stack.count, "record")}; records that the view hides are included.`
            : "Its option is deleted from the field."}
        </p>
        <SelectField
          label="Its records"
          value={to}
          choices={choices}
          onChange={(next) => setTo(choices.find(({ value }) => value === next)?.value ?? "no-value")}
        />
        {to === "stack" && (
          <SelectField
            label="To the stack"
            value={targetId}
            choices={targets.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setTargetId}
          />
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" type="submit">
            Delete stack
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
