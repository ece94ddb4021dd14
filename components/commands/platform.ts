/** True if the keyboard is a Mac's. */
export function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.platform);
}
