/** Where a record stands, or stood before it left the rows that a view shows. */
export interface PlaceInView {
  readonly row: number;
  readonly isThere: boolean;
}

/** The row of the next or the previous record; undefined where there is none. `count` is how many rows there are. */
export function neighbourOf({ row, isThere }: PlaceInView, by: 1 | -1, count: number): number | undefined {
  // What came after a record that is gone stands in its row by now.
  const to = by === 1 && !isThere ? row : row + by;
  return to >= 0 && to < count ? to : undefined;
}

/** What is known of a record's place now, from what was known before. */
export function placeNow<Id>(
  before: { readonly recordId: Id; readonly place: PlaceInView } | undefined,
  { recordId, row }: { readonly recordId: Id; readonly row: number | undefined },
): PlaceInView | undefined {
  if (row !== undefined) return { row, isThere: true };
  return before?.recordId === recordId ? { row: before.place.row, isThere: false } : undefined;
}
