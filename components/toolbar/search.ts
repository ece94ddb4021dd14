/** A search over all rows of a view. */
export interface Search {
  /** Empty if there is no search. */
  readonly text: string;
  /** The index of the current hit. */
  readonly hit: number | null;
}

export const noSearch: Search = { text: "", hit: null };

/** The index of the next or previous hit, wrapping around; null if there are none. */
export function stepTo({ hit }: Search, by: 1 | -1, hits: number): number | null {
  if (hits === 0) return null;
  if (hit === null) return by === 1 ? 0 : hits - 1;
  return (hit + by + hits) % hits;
}
