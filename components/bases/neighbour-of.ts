/** Finds the element that an arrow key, Home or End moves to in a wrapping grid; undefined for other keys and at edges. */
export function neighbourOf(
  elements: readonly HTMLElement[],
  from: HTMLElement,
  key: string,
): HTMLElement | undefined {
  const at = elements.indexOf(from);
  if (at === -1) return undefined;
  const top = elements[0]?.getBoundingClientRect().top;
  const columns = elements.filter((element) => element.getBoundingClientRect().top === top).length;
  const to = steps[key]?.({ at, columns, last: elements.length - 1 });
  return to === undefined ? undefined : elements[to];
}

interface Place {
  readonly at: number;
  readonly columns: number;
  readonly last: number;
}

const steps: { readonly [key: string]: (place: Place) => number } = {
  ArrowLeft: ({ at }) => at - 1,
  ArrowRight: ({ at }) => at + 1,
  ArrowUp: ({ at, columns }) => at - columns,
  ArrowDown: ({ at, columns }) => at + columns,
  Home: () => 0,
  End: ({ last }) => last,
};
