/** What browsers tell of a key that an input method has taken. */
const takenByMethod = 229;

/**
 * Whether a key is part of a composition, as the Enter that accepts one. Safari ends the composition before it tells of
 * that key, which it marks by its old code alone.
 */
export function isOfComposition({
  isComposing,
  keyCode,
}: Pick<KeyboardEvent, "isComposing" | "keyCode">): boolean {
  return isComposing || keyCode === takenByMethod;
}
