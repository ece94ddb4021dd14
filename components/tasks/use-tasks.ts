import { useSyncExternalStore } from "react";
import { toast } from "sonner";
import type { TablePlace } from "@/lib/contract/places";
import { askBeforeLeaving } from "./leaving";
import { createTasks, type Task, type Tasks } from "./tasks";

/** The tasks of a table, and the one that is under way. */
export function useTasks(place: TablePlace): { task: Task | null; tasks: Tasks } {
  const tasks = tasksOf(place);
  const task = useSyncExternalStore(tasks.subscribe, tasks.get, () => null);
  return { task, tasks };
}

/** One line of tasks a table for as long as the tab lives, as with its edits. */
const known = new Map<string, Tasks>();

export function tasksOf({ tableId }: TablePlace): Tasks {
  const before = known.get(tableId);
  if (before) return before;
  const tasks = createTasks((label, error) =>
    toast.error(`${label} did not work`, {
      description: error instanceof Error ? error.message : String(error),
    }),
  );
  if (typeof window !== "undefined") {
    known.set(tableId, tasks);
    tasks.subscribe(() => askBeforeLeaving(tasks, tasks.isBusy()));
  }
  return tasks;
}
