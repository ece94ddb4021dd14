import type { Range } from "@/components/listing/range";
import type { Area } from "./selection";

/** The part of a selected area in one row: its columns, and which edges are outlined. */
export interface Stretch {
  readonly columns: Range;
  readonly isTop: boolean;
  readonly isBottom: boolean;
  readonly kind: StretchKind;
}

/** `filled`: the area the fill handle is dragged over; `dropped`: the cell files are dragged over. */
export type StretchKind = "selected" | "filled" | "dropped";

export type RowMarks = readonly Stretch[];

/** The selection marks of a cell. */
export interface CellMarks {
  readonly isSelected: boolean;
  /** An inset `box-shadow`; undefined without an outline. */
  readonly outline: string | undefined;
}

const noMarks: RowMarks = [];

/**
 * Returns a function that computes the marks of a row. Rows with equal marks share one array, so that they do not
 * render again.
 */
export function marksByRow(
  selected: readonly Area[],
  { filled, dropped }: { readonly filled?: Area | undefined; readonly dropped?: Area | undefined },
): (row: number) => RowMarks {
  const areas = [
    ...selected.map((area) => ({ area, kind: "selected" as const })),
    ...(filled ? [{ area: filled, kind: "filled" as const }] : []),
    ...(dropped ? [{ area: dropped, kind: "dropped" as const }] : []),
  ];
  const known = new Map<string, RowMarks>();
  return (row) => {
    const stretches = areas.flatMap(({ area: { rows, columns }, kind }): Stretch[] =>
      row < rows.first || row >= rows.end
        ? []
        : [{ columns, isTop: row === rows.first, isBottom: row === rows.end - 1, kind }],
    );
    if (stretches.length === 0) return noMarks;
    const key = JSON.stringify(stretches);
    const same = known.get(key) ?? stretches;
    known.set(key, same);
    return same;
  };
}

export function marksAt(marks: RowMarks, column: number): CellMarks {
  const here = marks.filter(({ columns }) => column >= columns.first && column < columns.end);
  if (here.length === 0) return unmarked;
  const edges = here.flatMap((stretch) => edgesOf(stretch, column));
  return {
    isSelected: here.some(({ kind }) => kind === "selected"),
    outline: edges.length > 0 ? edges.join(", ") : undefined,
  };
}

const unmarked: CellMarks = { isSelected: false, outline: undefined };

const colors: { readonly [Kind in StretchKind]: string } = {
  selected: "var(--focus)",
  filled: "var(--border-strong)",
  dropped: "var(--accent)",
};

function edgesOf({ columns, isTop, isBottom, kind }: Stretch, column: number): string[] {
  const color = colors[kind];
  return [
    isTop ? `inset 0 1px ${color}` : "",
    isBottom ? `inset 0 -1px ${color}` : "",
    column === columns.first ? `inset 1px 0 ${color}` : "",
    column === columns.end - 1 ? `inset -1px 0 ${color}` : "",
  ].filter((edge) => edge !== "");
}
