/** The position of a record in a view, or its last position if it has left the view. */
export interface PlaceInView {
  readonly row: number;
  readonly isInView: boolean;
}

/** The row of the next or previous record out of `count` rows; undefined if there is none. */
export function neighbourOf({ row, isInView }: PlaceInView, by: 1 | -1, count: number): number | undefined {
  // The next record has moved up into the row of one that is gone.
  const to = by === 1 && !isInView ? row : row + by;
  return to >= 0 && to < count ? to : undefined;
}

/** Updates a record's position: its current row, or the last one known. */
export function placeNow<Id>(
  before: { readonly recordId: Id; readonly place: PlaceInView } | undefined,
  { recordId, row }: { readonly recordId: Id; readonly row: number | undefined },
): PlaceInView | undefined {
  if (row !== undefined) return { row, isInView: true };
  return before?.recordId === recordId ? { row: before.place.row, isInView: false } : undefined;
}
