/** Whether the keys are those of a Mac. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
