/** The legacy `keyCode` of keys handled by an input method. */
const takenByMethod = 229;

/**
 * True if a key belongs to a composition, such as the Enter that accepts one. Safari ends the composition before it
 * fires that key event; only the legacy code marks it.
 */
export function isOfComposition({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return isComposing || keyCode === takenByMethod;
}
