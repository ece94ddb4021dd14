/** The element that is the board's tab stop. */
export function focusTarget(board: Element | null): HTMLElement | null {
  return board?.querySelector<HTMLElement>('[data-place][tabindex="0"]') ?? null;
}

/**
 * Moves the focus to the board's tab stop, unless a person works elsewhere on the page. Menus and dialogs of the board
 * are about to close.
 */
export function focusBoard(within: Element | null): void {
  const active = document.activeElement;
  const isElsewhere =
    active !== null &&
    active !== document.body &&
    !active.closest("[data-board], [role=dialog], [role=menu]");
  if (!isElsewhere) focusTarget(within?.closest("[data-board]") ?? null)?.focus({ preventScroll: true });
}
