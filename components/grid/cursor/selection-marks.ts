import type { Range } from "@/components/listing/range";
import type { Area } from "./selection";

/** What is drawn of the selection in one row: the columns it takes, and along which of them its outline runs. */
export interface Stretch {
  readonly columns: Range;
  readonly isTop: boolean;
  readonly isBottom: boolean;
  readonly kind: StretchKind;
}

/** `filled`: what the handle is being dragged over; `dropped`: what files are. */
export type StretchKind = "selected" | "filled" | "dropped";

export type RowMarks = readonly Stretch[];

/** What a cell shows of the selection. */
export interface CellMarks {
  readonly isSelected: boolean;
  /** A `box-shadow` within the cell; undefined where no outline runs. */
  readonly outline: string | undefined;
}

const noMarks: RowMarks = [];

/** Gives what is drawn in each row; the very same list in each row that is drawn the same. */
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
