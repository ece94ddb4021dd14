import { GripVertical } from "lucide-react";

/** The drag handle of a row, visible on hover. Keys and menus offer the same. */
export function RowGrip() {
  return (
    <span
      aria-hidden
      data-grip
      title="Drag to move"
      className="absolute inset-y-0 start-0 hidden w-3 cursor-grab touch-none items-center justify-center in-data-tall:items-start in-data-tall:pt-2.5 text-muted hover:text-text active:cursor-grabbing pointer-coarse:flex [[role=row]:hover_&]:flex"
    >
      <GripVertical aria-hidden className="size-3.5" strokeWidth={1.75} />
    </span>
  );
}
