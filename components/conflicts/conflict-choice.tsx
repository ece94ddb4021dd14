import type { Conflict } from "@/components/edits/edits";
import { useEdits } from "@/components/edits/use-edits";
import { useOpenTable } from "@/components/open-table/open-table";
import { Button } from "@/components/ui/button";

interface ConflictChoiceProps {
  readonly conflict: Conflict;
  /** The id of the element that describes the conflict. */
  readonly describedBy: string | undefined;
  /** Called after a choice, when the focused button disappears. */
  readonly onDecided?: () => void;
}

/** Buttons that resolve a conflict: overwrite with one's own value, or keep the other person's. */
export function ConflictChoice({ conflict, describedBy, onDecided }: ConflictChoiceProps) {
  const { databaseId, table } = useOpenTable();
  const { store } = useEdits({ databaseId, tableId: table.id });

  function decide(by: () => void): void {
    by();
    onDecided?.();
  }
  return (
    <div className="flex shrink-0 gap-2">
      <Button aria-describedby={describedBy} onClick={() => decide(() => void store.keepMine(conflict))}>
        Keep mine
      </Button>
      <Button aria-describedby={describedBy} onClick={() => decide(() => store.clearFailure(conflict.mine))}>
        Keep theirs
      </Button>
    </div>
  );
}
