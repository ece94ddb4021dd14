/** Rows or columns from `first` up to, but not including, `end`. */
export interface Range {
  readonly first: number;
  readonly end: number;
}

export function lengthOf({ first, end }: Range): number {
  return end - first;
}

export function countOf(ranges: readonly Range[]): number {
  return ranges.reduce((sum, range) => sum + lengthOf(range), 0);
}

export function indexesOf({ first, end }: Range): number[] {
  return Array.from({ length: end - first }, (_, index) => first + index);
}

/** The intersection of two ranges; empty (`end` ≤ `first`) if they do not overlap. */
export function intersection(one: Range, other: Range): Range {
  return { first: Math.max(one.first, other.first), end: Math.min(one.end, other.end) };
}

/** Merges overlapping and adjacent ranges, in order. */
export function merged(ranges: readonly Range[]): Range[] {
  const result: Range[] = [];
  for (const range of ordered(ranges)) {
    const last = result.at(-1);
    if (last && range.first <= last.end) {
      result[result.length - 1] = { first: last.first, end: Math.max(last.end, range.end) };
    } else result.push(range);
  }
  return result;
}

export function ordered(ranges: readonly Range[]): Range[] {
  return ranges.toSorted((one, other) => one.first - other.first);
}

export function isEmptyRange({ first, end }: Range): boolean {
  return end <= first;
}
