import { useSyncExternalStore } from "react";
import { toast } from "@/components/ui/toast";
import type { TablePlace } from "@/lib/contract/places";
import { confirmBeforeLeaving } from "./leaving";
import { createTasks, type Task, type Tasks } from "./tasks";

/** The task queue of a table and its running task. */
export function useTasks(place: TablePlace): { task: Task | null; tasks: Tasks } {
  const tasks = tasksOf(place);
  const task = useSyncExternalStore(tasks.subscribe, tasks.get, () => null);
  return { task, tasks };
}

/** One queue per table for the lifetime of the tab. */
const queues = new Map<string, Tasks>();

export function tasksOf({ tableId }: TablePlace): Tasks {
  const before = queues.get(tableId);
  if (before) return before;
  const tasks = createTasks((label, error) =>
    toast.error(`${label} failed`, {
      description: error instanceof Error ? error.message : String(error),
    }),
  );
  if (typeof window !== "undefined") {
    queues.set(tableId, tasks);
    tasks.subscribe(() => confirmBeforeLeaving(tasks, tasks.isBusy()));
  }
  return tasks;
}
