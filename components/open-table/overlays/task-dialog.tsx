import { useEffect, useState } from "react";
import { onDemand } from "@/components/ui/on-demand";
import type { TaskProgressProps } from "./task-progress";

const TaskProgress = onDemand(async () => (await import("./task-progress")).TaskProgress, {
  takesFocus: false,
});

type TaskDialogProps = Omit<TaskProgressProps, "task"> & { readonly task: TaskProgressProps["task"] | null };

/**
 * Shows the progress of a task that takes long. It never opens while a person is typing, because a dialog takes the
 * keyboard.
 */
export function TaskDialog({ task, ...rest }: TaskDialogProps) {
  const isLong = useIsLong(task !== null);
  return task && isLong && <TaskProgress task={task} {...rest} />;
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
