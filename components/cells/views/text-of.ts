import { isBlank } from "@/components/listing/is-blank";
import type { Look } from "@/lib/field-types";
import type { GridColumn } from "../columns";

/** The minimum number of characters in the DOM; wider cells get one per pixel, which is more than they can show. */
const minShown = 300;

/**
 * The text of a cell that shows only text; undefined if it needs a component. While scrolling fast, cheap text replaces
 * most components.
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
  people: displayed,
  files: displayed,
  // Names may have to be loaded.
  records: () => "…",
  lookup: () => "…",
};

/** The start of a value's displayed text. */
export function displayed(column: GridColumn, value: unknown): string {
  const { field, fieldType } = column;
  return shortened(fieldType.display(value, field.template), column);
}

/** The start of a text, as much as a cell of the column can show. */
export function shortened(text: string, { width }: Pick<GridColumn, "width">): string {
  const shown = Math.max(minShown, width);
  return text.length > shown ? `${text.slice(0, shown)}…` : text;
}
