import type { CellProps } from "./cell-props";
import { TextCell } from "./text-cell";

/** The value as text, after a progress bar if the field shows one. */
export function ProgressCell({ column, value }: CellProps) {
  const { fieldType, field } = column;
  const { showProgressBar } = field.template as { showProgressBar: boolean };
  if (!showProgressBar) return <TextCell column={column} value={value} />;
  const part = Math.max(0, Math.min(1, value as number));
  return (
    <>
      <span aria-hidden className="h-1.5 min-w-4 flex-1 overflow-hidden rounded-full bg-border">
        <span className="block h-full bg-accent" style={{ width: `${part * 100}%` }} />
      </span>
      <span className="min-w-12 shrink-0 ps-2">{fieldType.display(value, field.template)}</span>
    </>
  );
}
