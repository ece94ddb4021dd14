/** Work that takes its time: what a person sees of it. */
export interface Task {
  /** What is being done, as a title: "Pasting". */
  readonly label: string;
  readonly done: number;
  /** Null while it is not known how much there is to do. */
  readonly total: number | null;
  /** Why it does not go on for the moment. */
  readonly hindrance: string | null;
}

/** What a task is given to work with. */
export interface TaskRun {
  /** Aborted when a person cancels; a task ends then where nothing is left half done. */
  readonly signal: AbortSignal;
  readonly report: (progress: Partial<Omit<Task, "label">>) => void;
}

/** The same for one that a person sees. */
export interface SeenRun extends TaskRun {
  /** Goes on unseen, though what comes after it still waits: for what cannot be called back once it is cancelled. */
  readonly hide: () => void;
}

export interface Tasks {
  /** The one that is under way. */
  get(): Task | null;
  subscribe(listener: () => void): () => void;
  /** Whether one is under way or waits: what is done now would overtake it. */
  isBusy(): boolean;
  /** Runs a task after those that came before, however they ended. */
  run(label: string, act: (run: SeenRun) => Promise<void>): Promise<void>;
  /** Asks the one under way to end. */
  cancel(): void;
}

/** Tasks of one table, one after the other: what one does another builds on. */
export function createTasks(onFailed: (label: string, error: unknown) => void): Tasks {
  const listeners = new Set<() => void>();
  let current: Task | null = null;
  let stop = new AbortController();
  let last = Promise.resolve();
  let waiting = 0;

  function show(task: Task | null): void {
    current = task;
    for (const listener of listeners) listener();
  }

  async function perform(label: string, act: (run: SeenRun) => Promise<void>): Promise<void> {
    stop = new AbortController();
    const { signal } = stop;
    const begun: Task = { label, done: 0, total: null, hindrance: null };
    let isSeen = true;
    show(begun);
    try {
      await act({
        signal,
        report: (progress) => isSeen && show({ ...(current ?? begun), ...progress }),
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isBusy: () => waiting > 0,
    run(label, act) {
      waiting += 1;
      last = last.then(() => perform(label, act));
      return last;
    },
    cancel: () => stop.abort(),
  };
}

/** Waits for something that goes on by itself, and gives it; not any longer, and nothing, once the task is cancelled. */
export function orAborted<Value>(waitedFor: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  const aborted = new Promise<undefined>((resolve) =>
    signal.addEventListener("abort", () => resolve(undefined), { once: true }),
  );
  return Promise.race([waitedFor, aborted]);
}
