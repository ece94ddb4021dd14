import { Command, Plus, Redo2, Undo2 } from "lucide-react";
import { offered } from "@/components/commands/command-needs";
import type { RecordCount } from "@/components/listing/use-records";
import { countText } from "@/components/listing/use-records";
import { type PageState, runOnPage } from "@/components/open-table/page-commands";
import { IfAllowed, useRights } from "@/components/rights/rights";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";

interface CardFooterProps {
  readonly count: RecordCount;
  /** The number of selected records. */
  readonly selected?: number;
  /** Says what the view leaves out; false if it is nothing. */
  readonly note?: string | false;
  /** The text about unsaved edits; false if there are none. */
  readonly unsaved: string | false;
  readonly page: PageState;
  readonly isAdding?: boolean;
  readonly onAdd: () => void;
}

/** The number of records and the actions for the table, which phones have within reach of a thumb. */
export function CardFooter(props: CardFooterProps) {
  const { count, selected = 0, note = false, unsaved, page, isAdding = false, onAdd } = props;
  const may = useRights();
  return (
    <footer className="shrink-0 border-border border-t bg-surface px-3 text-muted">
      <p role="status" className="pt-2 text-danger empty:hidden">
        {unsaved}
      </p>
      {note && <p className="pt-2">{note}</p>}
      <div className="flex h-12 items-center sm:h-10">
        <span className="min-w-0 flex-1 truncate tabular-nums">
          {countText(count)}
          {selected > 0 && ` · ${selected.toLocaleString("en")} selected`}
        </span>
        {offered(commands, may).map(({ command, ...button }) => (
          <IconButton
            key={button.label}
            className="size-10 sm:hidden"
            onClick={() => runOnPage(command, page)}
            {...button}
          />
        ))}
        <IfAllowed action="create-records">
          <Button look="primary" aria-disabled={isAdding} onClick={onAdd} className="ms-2 sm:h-7">
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
