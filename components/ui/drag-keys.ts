/** What Base UI tells of a change of its own, as far as this is about. */
export interface ChangeDetails {
  readonly reason: string;
  cancel(): void;
  allowPropagation(): void;
}

/** Whether an item of a `SortableList` is being moved. */
export function isDragging(): boolean {
  return document.querySelector("[data-dragging]") !== null;
}

/** Leaves Esc to the drag by keyboard that it calls off first, in what it would close; gives whether it has. */
export function leaveEscToDrag(details: ChangeDetails): boolean {
  if (details.reason !== "escape-key" || !isDragging()) return false;
  details.cancel();
  details.allowPropagation();
  return true;
}
