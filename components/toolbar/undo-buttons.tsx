"use client";

import { Redo2, Undo2 } from "lucide-react";
import { offered } from "@/components/commands/command-needs";
import { requestCommand } from "@/components/commands/request-command";
import { useRights } from "@/components/rights/rights";
import { ToolbarButton } from "./toolbar-button";

/** Undo and redo, where there is room: narrow views have them below their records. */
export function UndoButtons() {
  const may = useRights();
  return (
    <span className="flex gap-0.5 fit-least:hidden max-sm:hidden">
      {offered(commands, may).map(({ command, label, icon }) => (
        <ToolbarButton
          key={label}
          icon={icon}
          label={label}
          rank={0}
          onClick={() => requestCommand(command)}
        />
      ))}
    </span>
  );
}

const commands = [
  { label: "Undo", icon: Undo2, command: { do: "undo" } },
  { label: "Redo", icon: Redo2, command: { do: "redo" } },
] as const;
