/** The parts of Base UI's change event details that are used here. */
export interface ChangeDetails {
  readonly reason: string;
  cancel(): void;
  allowPropagation(): void;
}

/** Tests whether an item of a `SortableList` is being moved. */
export function isDragging(): boolean {
  return document.querySelector("[data-dragging]") !== null;
}

/** Lets Esc cancel a keyboard drag before it closes the popup around it. Returns whether it did. */
export function leaveEscToDrag(details: ChangeDetails): boolean {
  if (details.reason !== "escape-key" || !isDragging()) return false;
  details.cancel();
  details.allowPropagation();
  return true;
}
