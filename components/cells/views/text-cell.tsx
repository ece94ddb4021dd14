import type { CellProps } from "./cell-props";
import { clampLook } from "./look";
import { displayed } from "./text-of";

export function TextCell({ column, value }: CellProps) {
  return (
    <span dir="auto" className={`min-w-0 flex-1 ${clampLook}`}>
      {displayed(column, value)}
    </span>
  );
}
