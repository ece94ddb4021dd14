/** True if the target handles keys and pastes itself: a text input, a dialog or a menu. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const takesText = target.closest("input, textarea, select") !== null || target.isContentEditable;
  return takesText || target.closest("[role=dialog], [role=alertdialog], [role=menu]") !== null;
}
