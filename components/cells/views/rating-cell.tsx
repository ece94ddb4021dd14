import type { CellProps } from "./cell-props";
import { PillRow } from "./pill-row";
import { useRowLines } from "./row-lines";
import { Stars } from "./stars";

/** A star with its padding, and the space between two ratings with that beside the cell, in pixels. */
const starWidth = 16;
const space = 16;

export function RatingCell({ column: { field }, value }: CellProps) {
  const { maxRating } = field.template as { maxRating: number };
  return (
    <span role="img" aria-label={`${value} of ${maxRating} stars`}>
      <Stars value={value as number} max={maxRating} />
    </span>
  );
}

/** Several ratings, of a lookup. */
export function RatingsCell({ column, value }: CellProps) {
  const ratings = value as readonly number[];
  const { maxRating } = column.field.template as { maxRating: number };
  const lines = useRowLines();
  const fitting = lines * Math.max(1, Math.floor(column.width / (maxRating * starWidth + space)));
  return (
    <PillRow count={ratings.length}>
      {ratings.slice(0, fitting).map((rating, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a lookup may contain a rating twice
        <RatingCell key={index} column={column} value={rating} />
      ))}
    </PillRow>
  );
}
