import { createObservable } from "@/lib/client/observable";
import type { Attachment } from "@/lib/contract/attachments";
import { isPicture } from "./file-picture";

/** Pictures of a cell in the viewer, from the one that was opened. */
export interface ShownPictures {
  readonly pictures: readonly Attachment[];
  readonly first: number;
}

/** The pictures in the viewer; null while it is closed. */
export const shownPictures = createObservable<ShownPictures | null>(null, Object.is);

/** Opens the viewer on a picture of a cell, with its others. Returns false for a file of another type. */
export function viewPictures(files: readonly Attachment[], file: Attachment | undefined): boolean {
  if (!file || !isPicture(file)) return false;
  const pictures = files.filter(isPicture);
  shownPictures.set({ pictures, first: pictures.indexOf(file) });
  return true;
}
