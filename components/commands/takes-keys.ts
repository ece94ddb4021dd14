/** Whether keys and pastes are for something of its own there: what takes text, a dialog or a menu. */
export function takesKeys(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  const takesText = target.closest("input, textarea, select") !== null || target.isContentEditable;
  return takesText || target.closest("[role=dialog], [role=alertdialog], [role=menu]") !== null;
}
