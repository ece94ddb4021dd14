import { Command, Plus, Redo2, Undo2 } from "lucide-react";
import { offered } from "@/components/commands/command-needs";
import { groupsCutText } from "@/components/groups/group-texts";
import type { RecordCount } from "@/components/listing/use-records";
import { countText } from "@/components/listing/use-records";
import { type PageState, runOnPage } from "@/components/open-table/page-commands";
import { IfAllowed, useRights } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { maxGroups } from "@/lib/contract/aggregate-functions";

interface CardFooterProps {
  readonly count: RecordCount;
  /** True if there are more groups than those with headers. */
  readonly isCut: boolean;
  /** The text about unsaved edits; false if there are none. */
  readonly unsaved: string | false;
  readonly page: PageState;
  readonly isAdding: boolean;
  readonly onAdd: () => void;
}

/** The number of records and the actions for the table, within reach of a thumb. */
export function CardFooter({ count, isCut, unsaved, page, isAdding, onAdd }: CardFooterProps) {
  const may = useRights();
  return (
    <footer className="shrink-0 border-border border-t bg-surface px-3 text-muted">
      <p role="status" className="pt-2 text-danger empty:hidden">
        {unsaved}
      </p>
      {isCut && <p className="pt-2">{groupsCutText(maxGroups)}</p>}
      <div className="flex h-12 items-center">
        <span className="min-w-0 flex-1 truncate tabular-nums">{countText(count)}</span>
        {offered(commands, may).map(({ command, ...button }) => (
          <IconButton
            key={button.label}
            className="size-10"
            onClick={() => runOnPage(command, page)}
            {...button}
          />
        ))}
        <IfAllowed action="create-records">
          <Button look="primary" aria-disabled={isAdding} onClick={onAdd} className="ms-2">
            <Plus aria-hidden className="size-4" />
            New record
          </Button>
        </IfAllowed>
      </div>
    </footer>
  );
}

const commands = [
  { label: "Undo", icon: Undo2, command: { do: "undo" } },
  { label: "Redo", icon: Redo2, command: { do: "redo" } },
  { label: "Commands", icon: Command, command: { do: "commands" } },
] as const;
