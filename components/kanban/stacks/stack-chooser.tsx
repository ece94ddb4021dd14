import { Command, Redo2, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { offered } from "@/components/commands/command-needs";
import { runOnPage } from "@/components/open-table/page-commands";
import { useRights } from "@/components/rights/rights";
import { counted } from "@/components/tasks/counted";
import { IconButton } from "@/components/ui/icon-button";
import { SelectField } from "@/components/ui/select-field";
import type { BoardState, ShownStack } from "../board-state";
import type { AcrossWindow } from "../rows/use-across-window";

interface StackChooserProps {
  readonly stacks: readonly ShownStack[];
  readonly across: AcrossWindow;
  readonly board: BoardState;
}

/** Goes to a stack of a board on a phone, which shows one at a time, and has the actions that keys have elsewhere. */
export function StackChooser({ stacks, across, board }: StackChooserProps) {
  const may = useRights();
  const current = stacks[across.current];
  useStartAtCards(stacks, across);
  return (
    <div className="flex shrink-0 items-center gap-1 px-3 pt-2">
      <SelectField
        label="Stack"
        hideLabel
        className="flex-1"
        value={current?.id ?? ""}
        choices={stacks.map(({ id, name, count, isCounted }) => ({
          value: id,
          label: name,
          ...(isCounted && { description: counted(count, "record") }),
        }))}
        onChange={(stackId) => across.goTo(stacks.findIndex(({ id }) => id === stackId))}
      />
      {offered(commands, may).map(({ command, ...button }) => (
        <IconButton
          key={button.label}
          className="size-9"
          onClick={() => runOnPage(command, board)}
          {...button}
        />
      ))}
    </div>
  );
}

/** Goes to the first stack that has cards when the board is opened. */
function useStartAtCards(stacks: readonly ShownStack[], across: AcrossWindow): void {
  const isOver = useRef(false);
  useEffect(() => {
    if (isOver.current || stacks.length === 0 || !across.isMeasured) return;
    isOver.current = true;
    const first = stacks.findIndex(({ count }) => count > 0);
    if (across.current === 0 && first > 0) across.goTo(first);
  });
}

const commands = [
  { label: "Undo", icon: Undo2, command: { do: "undo" } },
  { label: "Redo", icon: Redo2, command: { do: "redo" } },
  { label: "Commands", icon: Command, command: { do: "commands" } },
] as const;
