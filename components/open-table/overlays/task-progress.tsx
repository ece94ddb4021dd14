import { type RefObject, useEffect, useEffectEvent, useRef } from "react";
import type { Task } from "@/components/tasks/tasks";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ProgressBar } from "@/components/ui/progress-bar";

export interface TaskProgressProps {
  readonly task: Task;
  /** The reason the task's writes cannot be sent at the moment. */
  readonly hindrance: string | null;
  readonly onCancel: () => void;
  /** Takes characters typed into the dialog, which are meant for the destination of the task. */
  readonly onTyped?: (text: string) => void;
  readonly finalFocus: () => HTMLElement | null;
}

/** A dialog with the progress of a task. */
export function TaskProgress({
  task,
  hindrance: withheld,
  onCancel,
  onTyped,
  finalFocus,
}: TaskProgressProps) {
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
      <TypedText content={content} onTyped={onTyped} />
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

interface TypedTextProps extends Pick<TaskProgressProps, "onTyped"> {
  readonly content: RefObject<HTMLElement | null>;
}

/** Passes on what is typed while the dialog itself has the focus. A person may not have noticed that it has opened. */
function TypedText({ content, onTyped }: TypedTextProps) {
  const take = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event;
    const isText = [...key].length === 1 && !isComposing && !metaKey && (!ctrlKey || altKey);
    if (!isText || !onTyped || event.target !== event.currentTarget) return;
    event.preventDefault();
    onTyped(key);
  });
  useEffect(() => {
    const dialog = content.current?.closest<HTMLElement>("[role=dialog]");
    dialog?.addEventListener("keydown", take);
    return () => dialog?.removeEventListener("keydown", take);
  }, [content]);
  return null;
}

function progressText(done: number, total: number): string {
  return `${done.toLocaleString("en")} of ${total.toLocaleString("en")}`;
}
