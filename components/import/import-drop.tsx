"use client";

import { useEffect, useState } from "react";
import { type ImportTarget, requestImport } from "@/components/tasks/import-requests";
import { notify } from "@/components/tasks/messages";
import { onDemand } from "@/components/ui/on-demand";
import { useStable } from "@/components/ui/use-stable";
import type { DropArea } from "./drop-area";
import { formatsFor, isImportable } from "./importable";

const Invitation = onDemand(async () => (await import("./drop-invitation")).DropInvitation, {
  takesFocus: false,
});

/**
 * Opens the import dialog for files that are dropped on an area. Files that another part of the page takes, such as a
 * cell of attachments, are left to it. Elsewhere a drop does nothing, because the browser would leave the page.
 */
export function ImportDrop({ areas }: { areas: readonly DropArea[] }) {
  const [over, setOver] = useState<DropArea | null>(null);
  const areaOf = useStable((event: DragEvent) => {
    const { target } = event;
    const element = target instanceof Element && !target.closest(apart) ? target : null;
    return areas.find(({ selector }) => element?.closest(selector)) ?? null;
  });
  useEffect(() => {
    const stop = new AbortController();
    // On the window, so that all other handlers have run before.
    const listening = { signal: stop.signal };
    window.addEventListener("dragover", onDragOver, listening);
    window.addEventListener("dragleave", onDragLeave, listening);
    window.addEventListener("drop", onDrop, listening);
    return () => stop.abort();

    function onDragOver(event: DragEvent): void {
      const isFree = isOfFiles(event);
      const area = isFree ? areaOf(event) : null;
      setOver(area);
      if (!isFree) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = area ? "copy" : "none";
    }
    function onDragLeave({ relatedTarget }: DragEvent): void {
      if (relatedTarget === null) setOver(null);
    }
    function onDrop(event: DragEvent): void {
      setOver(null);
      if (!isOfFiles(event)) return;
      event.preventDefault();
      const area = areaOf(event);
      const [file] = event.dataTransfer.files;
      if (area && file) importFile(area.target, file);
    }
  }, [areaOf]);
  return over && <Invitation {...over} />;
}

function importFile(target: ImportTarget, file: File): void {
  if (isImportable(file, target)) requestImport({ target, file });
  else {
    const detail = `Choose another file: ${formatsFor(target)}.`;
    notify({ title: `${file.name} can't be imported`, detail, isError: true });
  }
}

/** Parts inside of an area that do not belong to it: popups, and the panel of a record with its files. */
const apart = "[role=dialog], [role=alertdialog], [role=menu], [popover], aside";

type FileDragEvent = DragEvent & { readonly dataTransfer: DataTransfer };

/** True for files that no other part of the page takes. */
function isOfFiles(event: DragEvent): event is FileDragEvent {
  return !event.defaultPrevented && event.dataTransfer?.types.includes("Files") === true;
}
