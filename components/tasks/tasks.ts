import { createEmitter } from "@/lib/client/observable";

/** The visible state of a long operation. */
export interface Task {
  /** A title such as "Pasting". */
  readonly label: string;
  readonly done: number;
  /** Null while unknown. */
  readonly total: number | null;
  /** The reason why the task is stalled. */
  readonly hindrance: string | null;
}

/** The controls of a running task. */
export interface TaskRun {
  /** Aborted when the person cancels; the task then ends at its next safe point. */
  readonly signal: AbortSignal;
  readonly report: (progress: Partial<Omit<Task, "label">>) => void;
}

/** The controls of a task with visible progress. */
export interface SeenRun extends TaskRun {
  /** Hides a task that cannot be stopped after a cancel. It keeps running, and later tasks still wait for it. */
  readonly hide: () => void;
}

export interface Tasks {
  /** The running task. */
  get(): Task | null;
  subscribe(listener: () => void): () => void;
  /** True if a task runs or waits, which a write made now would overtake. */
  isBusy(): boolean;
  /** Runs a task after all earlier ones have ended, whether or not they succeeded. */
  run(label: string, act: (run: SeenRun) => Promise<void>): Promise<void>;
  /** Aborts the signal of the running task. */
  cancel(): void;
}

/** Creates a queue that runs the tasks of one table in turn, as each builds on the result of the previous one. */
export function createTasks(onFailed: (label: string, error: unknown) => void): Tasks {
  const changes = createEmitter();
  let current: Task | null = null;
  let stop = new AbortController();
  let last = Promise.resolve();
  let waiting = 0;

  function show(task: Task | null): void {
    current = task;
    changes.emit();
  }

  async function perform(label: string, act: (run: SeenRun) => Promise<void>): Promise<void> {
    stop = new AbortController();
    const { signal } = stop;
    const initial: Task = { label, done: 0, total: null, hindrance: null };
    let isSeen = true;
    show(initial);
    try {
      await act({
        signal,
        report: (progress) => isSeen && show({ ...(current ?? initial), ...progress }),
        hide() {
          isSeen = false;
          show(null);
        },
      });
    } catch (error) {
      if (!signal.aborted) onFailed(label, error);
    } finally {
      waiting -= 1;
      show(null);
    }
  }

  return {
    get: () => current,
    subscribe: changes.subscribe,
    isBusy: () => waiting > 0,
    run(label, act) {
      waiting += 1;
      last = last.then(() => perform(label, act));
      return last;
    },
    cancel: () => stop.abort(),
  };
}

/** Resolves to the promise's value, or to undefined once the signal is aborted. */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  const aborted = new Promise<undefined>((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  return Promise.race([promise, aborted]);
}
