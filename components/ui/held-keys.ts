const held: KeyboardEvent[] = [];
/** Content that keys wait for. */
const awaited = new Set<symbol>();
const types = ["keydown", "keypress", "keyup"] as const;

/**
 * Keeps keys from the page until the function it returns is called, when the content they are meant for is there. Then
 * passes them one by one to the element that has the focus: text is inserted, other keys are dispatched as events.
 */
export function holdKeys(): () => void {
  const content = Symbol();
  awaited.add(content);
  for (const type of types) window.addEventListener(type, hold, { capture: true });
  return () => {
    awaited.delete(content);
    void release();
  };
}

/** Passes key presses to content that is about to open. */
export function passKeys(presses: readonly KeyboardEventInit[]): void {
  if (presses.length === 0) return;
  const release = holdKeys();
  held.push(...presses.map((press) => new KeyboardEvent("keydown", press)));
  release();
}

function hold(event: KeyboardEvent): void {
  if (!event.isTrusted || isOfBrowser(event)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type === "keydown") held.push(event);
}

async function release(): Promise<void> {
  // Popups take the focus in the frame after they open.
  await new Promise(requestAnimationFrame);
  await rendered();
  focusContent();
  while (awaited.size === 0) {
    const event = held.shift();
    if (!event) {
      for (const type of types) window.removeEventListener(type, hold, { capture: true });
      return;
    }
    pass(event);
    await rendered();
  }
}

/** Resolves after React has rendered the effects of an event. */
function rendered(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** A dialog that opened without content has the focus itself: moves it to the first control, as if it had come at once. */
function focusContent(): void {
  const dialog = document.activeElement;
  if (!dialog?.matches("[role=dialog]")) return;
  const controls = ":is(input, textarea, button):enabled, a[href], [tabindex]";
  const first = [...dialog.querySelectorAll<HTMLElement>(controls)].find(({ tabIndex }) => tabIndex >= 0);
  first?.focus();
}

/** Shortcuts such as Ctrl+R and F5 work while something loads. */
function isOfBrowser({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey || /^F\d+$/.test(key);
}

function pass({ type, key, code, shiftKey }: KeyboardEvent): void {
  const target = document.activeElement ?? document.body;
  const init = { key, code, shiftKey, bubbles: true, cancelable: true };
  const isLeft = target.dispatchEvent(new KeyboardEvent(type, init));
  if (!isLeft) return;
  const isText = [...key].length === 1;
  if (isText && target.matches("input, textarea")) document.execCommand("insertText", false, key);
  else if (key === "Enter" || key === " ") target.closest<HTMLElement>("button, input[type=file]")?.click();
}
