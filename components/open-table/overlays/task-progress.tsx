import { useRef } from "react";
import type { Task } from "@/components/tasks/tasks";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";

export interface TaskProgressProps {
  readonly task: Task;
  /** The reason the task's writes cannot be sent at the moment. */
  readonly hindrance: string | null;
  readonly onCancel: () => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** A dialog with the progress of a task. */
export function TaskProgress({ task, hindrance: withheld, onCancel, finalFocus }: TaskProgressProps) {
  const content = useRef<HTMLDivElement>(null);
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

function progressText(done: number, total: number): string {
  return `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}
