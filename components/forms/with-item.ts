/** Adds an item to a list or removes it, keeping the order of `all`. */
export function withItem<Item>(
  list: readonly Item[],
  all: readonly Item[],
  { item, isIn }: { item: Item; isIn: boolean },
): Item[] {
  return all.filter((each) => (each === item ? isIn : list.includes(each)));
}
