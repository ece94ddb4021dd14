/** Finds an item by id or name; an id takes precedence. */
export function byRef<Named extends { id: string; name: string }>(
  all: readonly Named[],
  ref: string,
): Named | undefined {
  return all.find(({ id }) => id === ref) ?? all.find(({ name }) => name === ref);
}
