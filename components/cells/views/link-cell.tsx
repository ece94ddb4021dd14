import type { CellProps } from "./cell-props";
import { OpenLink } from "./open-link";

/** A click selects the cell; the icon at the end opens the address. */
export function LinkCell({ column: { field, fieldType }, value }: CellProps) {
  const text = fieldType.display(value, field.template);
  return (
    <>
      <span dir="auto" className="min-w-0 flex-1 truncate text-accent">
        {text}
      </span>
      <OpenLink href={fieldType.href?.(value)} label={text} />
    </>
  );
}
