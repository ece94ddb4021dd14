import { confirmBeforeLeaving } from "@/components/tasks/leaving";
import { toast } from "@/components/ui/toast";
import { createEmitter } from "@/lib/client/observable";
import type { HeldFile } from "./files-draft";

/** A file being uploaded, or one that failed. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly problem?: string;
}

/** The uploads to one cell. They continue after its editor has closed; a reopened editor shows them. */
export interface CellUploads {
  get(): readonly Upload[];
  subscribe(listener: () => void): () => void;
  /** Uploads files one after another, to keep their order. */
  start(files: Iterable<File>): void;
  /** Removes a failed upload from the list. */
  dismiss(upload: Upload): void;
  /** Connects an open editor: finished uploads go to `onDone`, which returns false once the edit has ended. */
  attach(onDone: TakeFile): void;
  /** Disconnects a closed editor: remaining uploads are added to the cell directly. */
  detach(): void;
  /** Cancels all uploads, because the edit was cancelled. */
  cancel(): void;
}

export type TakeFile = (file: HeldFile) => boolean;

/** The calls of the API that store files. */
interface Storing {
  readonly upload: (file: File, signal: AbortSignal) => Promise<HeldFile>;
  /** Adds an uploaded file to a cell whose editor has closed. */
  readonly add: (file: HeldFile, signal: AbortSignal) => Promise<void>;
}

/** The uploads of cells with an open editor or uploads under way. */
const known = new Map<string, CellUploads>();

/** The uploads under a key, which identifies their cell. */
export function uploadsBy(key: string, storing: Storing): CellUploads {
  return known.get(key) ?? createUploads(key, storing);
}

interface Begun extends Upload {
  readonly file: File;
  readonly stop: AbortController;
}

function createUploads(key: string, storing: Storing): CellUploads {
  const changes = createEmitter();
  const who = {};
  let all: readonly (Begun | Upload)[] = [];
  let editor: TakeFile | undefined;
  let last = Promise.resolve();
  let count = 0;

  function change(next: typeof all): void {
    all = next;
    const names = underWay().map(({ name }) => name);
    confirmBeforeLeaving(who, names.length > 0);
    if (editor || names.length === 0) toast.dismiss(key);
    else
      toast.loading(names.length === 1 ? `Uploading ${names[0]}…` : `Uploading ${names.length} files…`, {
        id: key,
      });
    if (editor || names.length > 0) known.set(key, uploads);
    else known.delete(key);
    changes.emit();
  }
  function underWay(): Begun[] {
    return all.filter((each): each is Begun => "stop" in each);
  }
  function without(id: number): typeof all {
    return all.filter((each) => each.id !== id);
  }

  async function upload({ id, name, file, stop }: Begun): Promise<void> {
    const { signal } = stop;
    if (signal.aborted) return;
    try {
      const uploaded = await storing.upload(file, signal);
      signal.throwIfAborted();
      if (!editor?.(uploaded)) await storing.add(uploaded, signal);
      change(without(id));
    } catch (error) {
      if (signal.aborted) return;
      const problem = error instanceof Error ? error.message : String(error);
      change(editor ? all.map((each) => (each.id === id ? { id, name, problem } : each)) : without(id));
      if (!editor) toast.error(`${name} was not added`, { description: problem });
    }
  }

  const uploads: CellUploads = {
    get: () => all,
    subscribe: changes.subscribe,
    start(files) {
      const started = [...files].map((file): Begun => {
        count += 1;
        return { id: count, name: file.name, file, stop: new AbortController() };
      });
      change([...all, ...started]);
      for (const each of started) last = last.then(() => upload(each));
    },
    dismiss: ({ id }) => change(without(id)),
    attach(onDone) {
      editor = onDone;
      change(all);
    },
    detach() {
      editor = undefined;
      // Failed uploads were shown in the editor.
      change(underWay());
    },
    cancel() {
      const stopped = underWay();
      for (const { stop } of stopped) stop.abort();
      change([]);
      const names = stopped.map(({ name }) => name);
      if (names.length > 0) toast.error("Upload stopped", { description: names.join(", ") });
    },
  };
  return uploads;
}
