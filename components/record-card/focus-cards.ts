/** The element that is the tab stop of cards. */
export function focusTarget(cards: Element | null): HTMLElement | null {
  return cards?.querySelector<HTMLElement>('[data-place][tabindex="0"]') ?? null;
}

/**
 * Moves the focus to the tab stop of cards, unless a person works elsewhere on the page. Menus and dialogs of the cards
 * are about to close.
 */
export function focusCards(within: Element | null): void {
  const active = document.activeElement;
  const isElsewhere =
    active !== null &&
    active !== document.body &&
    !active.closest("[data-cards], [role=dialog], [role=menu]");
  if (!isElsewhere) focusTarget(within?.closest("[data-cards]") ?? null)?.focus({ preventScroll: true });
}
