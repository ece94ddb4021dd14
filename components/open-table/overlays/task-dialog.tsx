import { useEffect, useRef, useState } from "react";
import type { Task } from "@/components/tasks/tasks";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";

interface TaskDialogProps {
  readonly task: Task | null;
  /** The reason the task's writes cannot be sent at the moment. */
  readonly hindrance: string | null;
  readonly onCancel: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/**
 * Shows the progress of a task that takes long. It never opens while a person is typing, because a dialog takes the
 * keyboard.
 */
export function TaskDialog({ task, hindrance: withheld, onCancel, finalFocus }: TaskDialogProps) {
  const isLong = useIsLong(task !== null);
  const content = useRef<HTMLDivElement>(null);
  if (!task || !isLong) return null;
  const { label, done, total } = task;
  const hindrance = task.hindrance ?? withheld;
  return (
    <Dialog
      open
      onClose={onCancel}
      title={`${label}…`}
      // Avoids focusing Cancel first: Space and Enter may have been meant for a cell.
      initialFocus={() => content.current?.closest<HTMLElement>("[role=dialog]")}
      finalFocus={finalFocus}
    >
      <div ref={content} className="flex flex-col gap-3 p-4">
        <ProgressBar label={label} value={total === null ? null : done} max={total ?? 1} />
        <p role="status" className={hindrance ? "text-danger" : "text-muted tabular-nums"}>
          {hindrance ?? (total === null ? "Working…" : progressText(done, total))}
        </p>
        <div className="flex justify-end">
          <Button onClick={onCancel}>Cancel</Button>
        </div>
      </div>
    </Dialog>
  );
}

/** The time in ms before the dialog opens. */
const patience = 400;

function useIsLong(isUnderWay: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    let timer = setTimeout(showUnlessTyping, patience);
    document.addEventListener("focusout", waitAnew);
    // Keys outside an editor may be queued for the end of the task.
    document.addEventListener("keydown", waitAnew, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener("focusout", waitAnew);
      document.removeEventListener("keydown", waitAnew, { capture: true });
      setIsLong(false);
    };
    function showUnlessTyping(): void {
      if (!isTyping()) setIsLong(true);
    }
    function waitAnew(): void {
      clearTimeout(timer);
      timer = setTimeout(showUnlessTyping, patience);
    }
  }, [isUnderWay]);
  return isLong;
}

/** True if the focus is in a text input or a cell's editor. */
function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select, [data-editor] *") ?? false;
}

function progressText(done: number, total: number): string {
  return `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}
