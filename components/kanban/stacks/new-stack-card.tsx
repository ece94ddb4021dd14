import { NewCard } from "@/components/record-card/new-card";
import { rowOfRecord } from "@/components/record-card/rows/segments";
import type { Field } from "@/lib/contract/fields";
import type { Record } from "@/lib/contract/records";
import type { BoardState, ShownStack } from "../board-state";
import { valueOfStack } from "./stack-values";

interface NewStackCardProps {
  readonly field: Field;
  readonly stack: ShownStack;
  readonly state: () => BoardState;
  readonly onClose: () => void;
}

/** Takes the names of new records in a stack. */
export function NewStackCard({ field, stack, state, onClose }: NewStackCardProps) {
  function announce(record: Record): void {
    const board = state();
    const row = rowOfRecord(board.rows.get(stack.id) ?? [], record.id);
    const name = board.nameOf(record);
    board.announce(row === undefined ? `Added ${name}` : `Added ${name} to ${stack.name}`);
  }
  return (
    <NewCard
      label={`Name of the new record in ${stack.name}`}
      services={state().services}
      groups={[{ field, value: valueOfStack(field, stack.key) }]}
      onAdded={announce}
      onClose={onClose}
    />
  );
}
