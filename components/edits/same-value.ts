/** Whether two values of a cell are the same; what is not there is empty. */
export function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
