import type { Conflict } from "@/components/edits/edits";
import { useEdits } from "@/components/edits/use-edits";
import { useOpenTable } from "@/components/open-table/open-table";
import { Button } from "@/components/ui/button";

interface ConflictChoiceProps {
  readonly conflict: Conflict;
  /** The element that says what it is about. */
  readonly describedBy: string | undefined;
  /** Told that it is decided, as what had the focus goes away. */
  readonly onDecided?: () => void;
}

/** The two ways out of a conflict: to write what was typed after all, or to leave what somebody else has written. */
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
      <Button aria-describedby={describedBy} onClick={() => decide(() => store.forgive(conflict.mine))}>
        Keep theirs
      </Button>
    </div>
  );
}
