import { GripVertical } from "lucide-react";
import type { ComponentProps } from "react";

/** The button by which an item of a list is moved. */
export function DragHandle({ name, ...rest }: { name: string } & ComponentProps<"button">) {
  return (
    <button
      type="button"
      aria-label={`Move ${name}`}
      title="Drag to move"
      className="flex h-8 w-5 shrink-0 touch-none items-center justify-center rounded text-muted hover:text-text"
      {...rest}
    >
      <GripVertical aria-hidden className="size-3.5" />
    </button>
  );
}

/** The instructions for screen readers. */
export const howToDrag =
  "Press Space or Enter to pick it up, then use the arrow keys to move it. Press Space or Enter to drop it, or Escape to cancel.";
