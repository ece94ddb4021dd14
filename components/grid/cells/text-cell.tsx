import type { CellProps } from "./cell";

/** Only so much of a text is put into the page: a cell shows no more, and texts may be very long. */
const shown = 300;

export function TextCell({ column: { field, fieldType }, value }: CellProps) {
  const text = fieldType.display(value, field.template);
  return (
    <span dir="auto" className="min-w-0 flex-1 truncate">
      {text.length > shown ? `${text.slice(0, shown)}…` : text}
    </span>
  );
}
