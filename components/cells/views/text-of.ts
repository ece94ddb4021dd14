import { isBlank } from "@/components/listing/is-blank";
import type { Look } from "@/lib/field-types";
import type { GridColumn } from "../columns";

/** So much of a text is put into the page, and a character more for each pixel of a wide cell: none shows more. */
const least = 300;

/**
 * The text of a cell that shows no more than that; undefined where there is more to see, and the time to see it:
 * what is scrolled past too fast is shown as text wherever that is less work.
 */
export function textOf(
  column: GridColumn,
  value: unknown,
  { isPassing }: { isPassing: boolean },
): string | undefined {
  if (isBlank(value)) return "";
  const { cell } = column.fieldType.look;
  if (cell === undefined) return displayed(column, value);
  return isPassing ? inPassing[cell]?.(column, value) : undefined;
}

const inPassing: {
  readonly [Kind in NonNullable<Look["cell"]>]?: (column: GridColumn, value: unknown) => string;
} = {
  link: displayed,
  options: displayed,
  rating: displayed,
  files: displayed,
  // Their names may have to be fetched.
  records: () => "…",
  lookup: () => "…",
};

/** The beginning of what a value says. */
export function displayed({ field, fieldType, width }: GridColumn, value: unknown): string {
  const text = fieldType.display(value, field.template);
  const shown = Math.max(least, width);
  return text.length > shown ? `${text.slice(0, shown)}…` : text;
}
