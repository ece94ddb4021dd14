import type { QueryClient } from "@tanstack/react-query";
import { type CellId, shownValue } from "@/components/edits/edits";
import { readRecord } from "@/components/edits/read-record";
import { storeOf } from "@/components/edits/use-edits";
import { confirmBeforeLeaving } from "@/components/tasks/leaving";
import { persist } from "@/components/tasks/retry";
import { toast } from "@/components/ui/toast";
import { createEmitter } from "@/lib/client/observable";
import type { Attachment } from "@/lib/contract/attachments";
import type { TablePlace } from "@/lib/contract/places";
import { uploadFile } from "./upload-file";

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

export type TakeFile = (file: Attachment) => boolean;

export type CellPlace = TablePlace & CellId;

/** The uploads of cells with an open editor or uploads under way. */
const known = new Map<string, CellUploads>();

export function uploadsOf(place: CellPlace, queryClient: QueryClient): CellUploads {
  return known.get(keyOf(place)) ?? createUploads(place, queryClient);
}

function keyOf({ tableId, recordId, fieldId }: CellPlace): string {
  return `${tableId} ${recordId} ${fieldId}`;
}

interface Begun extends Upload {
  readonly file: File;
  readonly stop: AbortController;
}

function createUploads(place: CellPlace, queryClient: QueryClient): CellUploads {
  const changes = createEmitter();
  const who = {};
  const key = keyOf(place);
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
      const uploaded = await uploadFile(place.databaseId, file, signal);
      signal.throwIfAborted();
      if (!editor?.(uploaded)) await addToCell(place, { file: uploaded, signal, queryClient });
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

interface Adding {
  readonly file: Attachment;
  readonly signal: AbortSignal;
  readonly queryClient: QueryClient;
}

/** Adds a file to the current files of the cell, including those added by others or by a pending edit. */
async function addToCell(place: CellPlace, { file, signal, queryClient }: Adding): Promise<void> {
  const { recordId, fieldId } = place;
  const record = await persist(() => readRecord(place), { signal, report: () => {} });
  signal.throwIfAborted();
  const store = storeOf(place, queryClient);
  const held = shownValue(store.get().records.get(recordId), fieldId, record.data[fieldId]);
  const value = [...((held ?? []) as readonly Attachment[]), file];
  const opened = store.open({ recordId, fieldId }, held);
  // The store reports a refusal.
  await store.write({ edits: [{ recordId, fieldId, value, draft: JSON.stringify(value), opened }] });
}
