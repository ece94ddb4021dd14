import { Check } from "lucide-react";
import type { CellProps } from "./cell-props";

/** Display only: its cell handles clicks, Space and Enter. */
export function CheckboxCell({ column: { field }, value }: CellProps) {
  const isChecked = value === true;
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <input> would add a second tab stop to its cell
    // biome-ignore lint/a11y/useFocusableInteractive: the cell has the focus
    <span
      role="checkbox"
      aria-checked={isChecked}
      aria-label={field.name}
      className={`flex size-4 shrink-0 cursor-pointer items-center justify-center rounded border ${isChecked ? "border-accent bg-accent text-accent-text" : "border-border-strong bg-surface"}`}
    >
      {isChecked && <Check aria-hidden className="size-3" strokeWidth={3} />}
    </span>
  );
}
