/** Moves the focus from an item of a list that is about to disappear to the next item, or else the previous one. */
export function focusNeighbour(within: Element): void {
  const item = within.closest("li");
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const button = neighbour?.querySelector<HTMLElement>("button:last-of-type");
  (button ?? item?.closest<HTMLElement>("[tabindex='-1']"))?.focus();
}
