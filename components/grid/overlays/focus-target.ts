/** The element to focus after an overlay closes. */
export function focusTarget(grid: HTMLElement | null): HTMLElement | null {
  const editor = grid?.querySelector<HTMLElement>("[data-editor] :is(input, textarea)");
  return editor ?? grid?.querySelector<HTMLElement>("[data-active]") ?? null;
}
