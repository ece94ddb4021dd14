import { useEffect, useRef, useState } from "react";
import { toast } from "sonner";
import { useAskBeforeLeaving } from "@/components/tasks/leaving";
import type { Attachment } from "@/lib/contract/attachments";
import { uploadFile } from "./upload-file";

/** A file on its way to the service, or one that did not get there. */
export interface Upload {
  readonly id: number;
  readonly name: string;
  readonly problem?: string;
}

export interface Uploads {
  readonly all: readonly Upload[];
  readonly isUnderWay: boolean;
  start(files: Iterable<File>): void;
  /** Takes a failed one off the list. */
  dismiss(upload: Upload): void;
}

interface Begun {
  readonly id: number;
  readonly file: File;
  readonly stop: AbortController;
}

/** Uploads files for as long as the editor is open; what is not done by then is given up, and that is said. */
export function useUploads(databaseId: string, onDone: (file: Attachment) => void): Uploads {
  const [all, setAll] = useState<readonly Upload[]>([]);
  const underWay = useRef(new Map<number, Begun>());
  const count = useRef(0);
  const isUnderWay = all.some(({ problem }) => problem === undefined);
  useAskBeforeLeaving(isUnderWay);

  useEffect(() => {
    const uploads = underWay.current;
    return () => {
      for (const { stop } of uploads.values()) stop.abort();
      const names = [...uploads.values()].map(({ file }) => file.name);
      if (names.length > 0) toast.error("Upload stopped", { description: names.join(", ") });
      uploads.clear();
    };
  }, []);

  /** One after the other, so that they come to stand in the order in which they were given. */
  async function start(files: Iterable<File>): Promise<void> {
    for (const each of [...files].map(begin)) await upload(each);
  }

  function begin(file: File): Begun {
    count.current += 1;
    const begun = { id: count.current, file, stop: new AbortController() };
    underWay.current.set(begun.id, begun);
    setAll((before) => [...before, { id: begun.id, name: file.name }]);
    return begun;
  }

  async function upload({ id, file, stop }: Begun): Promise<void> {
    if (stop.signal.aborted) return;
    try {
      const uploaded = await uploadFile(databaseId, file, stop.signal);
      if (stop.signal.aborted) return;
      onDone(uploaded);
      setAll((before) => before.filter((each) => each.id !== id));
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      setAll((before) => before.map((each) => (each.id === id ? { ...each, problem } : each)));
    } finally {
      underWay.current.delete(id);
    }
  }

  return {
    all,
    isUnderWay,
    start: (files) => void start(files),
    dismiss: ({ id }) => setAll((before) => before.filter((each) => each.id !== id)),
  };
}
