/** A search over all rows of a view. */
export interface Search {
  /** What is looked for; empty while nothing is. */
  readonly text: string;
  /** The row among the hits that one has come to, from 0. */
  readonly hit: number | null;
}

export const noSearch: Search = { text: "", hit: null };

/** The next hit, or the one before, round and round; null where there is none. */
export function stepTo({ hit }: Search, by: 1 | -1, hits: number): number | null {
  if (hits === 0) return null;
  if (hit === null) return by === 1 ? 0 : hits - 1;
  return (hit + by + hits) % hits;
}
