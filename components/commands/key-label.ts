/** A chord as this machine's keyboard is labelled: `⇧⌘Z` on a Mac, otherwise `Ctrl+Shift+Z`. */
export function keyLabel(chord: string, isMac: boolean): string {
  const parts = chord.split("+").map((part) => labelOf(part, isMac));
  return parts.join(isMac ? "" : "+");
}

function labelOf(part: string, isMac: boolean): string {
  return (isMac ? macLabels[part] : undefined) ?? labels[part] ?? part;
}

const labels: { readonly [part: string]: string } = {
  Mod: "Ctrl",
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
  ContextMenu: "Menu",
  "-": "−",
};

const macLabels: { readonly [part: string]: string } = {
  Mod: "⌘",
  Ctrl: "⌃",
  Shift: "⇧",
  Alt: "⌥",
  Backspace: "⌫",
  Delete: "⌦",
  Enter: "⏎",
  Tab: "⇥",
};
