import { useEffect, useRef, useState } from "react";
import type { Task } from "@/components/tasks/tasks";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";

interface TaskDialogProps {
  readonly task: Task | null;
  /** Why what the task has written cannot be sent for the moment. */
  readonly hindrance: string | null;
  readonly onCancel: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/**
 * How far work is that takes its time; work that does not is never seen. Nor is it while a person types somewhere: the
 * dialog takes the keyboard.
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
      // Not Cancel, which has it as the first: Space and Enter may have been meant for a cell.
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

/** How long work goes on unseen, in milliseconds. */
const patience = 400;

function useIsLong(isUnderWay: boolean): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    let timer = setTimeout(showUnlessTyping, patience);
    document.addEventListener("focusout", waitAnew);
    // What is typed into no editor may wait for the work to be done.
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

/** Whether what has the focus takes text, or stands in the editor of a cell. */
function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select, [data-editor] *") ?? false;
}

function progressText(done: number, total: number): string {
  return `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}
