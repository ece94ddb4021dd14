import type { CellProps } from "./cell-props";
import { Stars } from "./stars";

export function RatingCell({ column: { field }, value }: CellProps) {
  const { maxRating } = field.template as { maxRating: number };
  return (
    <span role="img" aria-label={`${value} of ${maxRating} stars`}>
      <Stars value={value as number} max={maxRating} />
    </span>
  );
}
