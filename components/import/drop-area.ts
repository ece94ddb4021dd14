import type { ImportTarget } from "@/components/tasks/import-requests";

/** A part of the page that takes a dropped file. */
export interface DropArea {
  /** Finds the element. */
  readonly selector: string;
  readonly target: ImportTarget;
  /** The invitation, such as "Drop the file to create a table". */
  readonly text: string;
}
