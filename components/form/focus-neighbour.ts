/** Moves the focus from a button, whose item of a list is about to disappear, to that of the next or previous item. */
export function focusNeighbour(button: HTMLElement): void {
  const item = button.closest("li");
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling;
  const { action = "" } = button.dataset;
  const next = neighbour?.querySelector<HTMLElement>(`[data-action="${action}"]`);
  (next ?? item?.closest<HTMLElement>("[tabindex='-1']"))?.focus();
}
