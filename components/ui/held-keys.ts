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

/** Drops the keys that are held, because the content they are meant for does not come. */
export function dropHeldKeys(): void {
  held.length = 0;
}

/** Passes key presses to content that is about to open. */
export function passKeys(presses: readonly KeyboardEventInit[]): void {
  if (presses.length === 0) return;
  const release = holdKeys();
  held.push(...presses.map((press) => new KeyboardEvent("keydown", press)));
  release();
}

function hold(event: KeyboardEvent): void {
  if (!event.isTrusted) return;
  // Also keys of the browser: the page may have commands for them.
  event.stopImmediatePropagation();
  if (isOfBrowser(event)) return;
  event.preventDefault();
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
  if (dialog?.matches("[role=dialog]")) controlsIn(dialog)[0]?.focus();
}

function controlsIn(place: Element): HTMLElement[] {
  const controls = ":is(input, textarea, button):enabled, a[href], [tabindex]";
  return [...place.querySelectorAll<HTMLElement>(controls)].filter(
    (each) => each.tabIndex >= 0 && each.checkVisibility({ visibilityProperty: true }),
  );
}

/** Does what the browser would for Tab, within the dialog that has the focus, or else the page. */
function moveFocus(from: Element, step: 1 | -1): void {
  const controls = controlsIn(from.closest("[role=dialog], [role=alertdialog]") ?? document.body);
  const index = controls.indexOf(from as HTMLElement);
  const next = index < 0 && step < 0 ? -1 : index + step;
  controls.at(next % controls.length)?.focus();
}

/** Shortcuts that reload, leave or inspect the page work while something loads. */
function isOfBrowser({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (altKey) return /^Arrow(Left|Right)$/.test(key);
  return ctrlKey || metaKey ? /^[rltnwqi]$/i.test(key) : /^F(5|11|12)$/.test(key);
}

/** The editor of formulas and cells of the grid are elements with editable content. */
function takesText(target: Element): boolean {
  const input = "input:not([type=file], [type=checkbox], [type=radio], [type=color], [type=range])";
  return target.matches(`${input}, textarea`) || (target as HTMLElement).isContentEditable;
}

/** Sends the event that precedes typed text, which cells prevent and take the text from: the command sends none. */
function insertText(target: Element, data: string): void {
  const before = { inputType: "insertText", data, bubbles: true, cancelable: true };
  if (target.dispatchEvent(new InputEvent("beforeinput", before)))
    document.execCommand("insertText", false, data);
}

/** Shortcuts have no effect of their own. Ctrl with Alt is the key AltGr, which types characters. */
function isShortcut({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return metaKey || (ctrlKey && !altKey);
}

function pass(event: KeyboardEvent): void {
  const { type, key, code, shiftKey, ctrlKey, metaKey, altKey } = event;
  const target = document.activeElement ?? document.body;
  const init = { key, code, shiftKey, ctrlKey, metaKey, altKey, bubbles: true, cancelable: true };
  const isLeft = target.dispatchEvent(new KeyboardEvent(type, init));
  if (!isLeft || isShortcut(event)) return;
  const isText = [...key].length === 1;
  if (isText && takesText(target)) insertText(target, key);
  else if (key === "Tab") moveFocus(target, shiftKey ? -1 : 1);
  else if (takesText(target)) typeOtherKey(key, target);
  else if (key === "Enter" || key === " ") target.closest<HTMLElement>("button, input[type=file]")?.click();
}

/** Does what the browser does for Backspace, Delete and Enter in a text input. */
function typeOtherKey(key: string, target: Element): void {
  if (key === "Backspace") document.execCommand("delete");
  else if (key === "Delete") document.execCommand("forwardDelete");
  else if (key === "Enter" && target instanceof HTMLTextAreaElement) insertText(target, "\n");
  else if (key === "Enter" && target instanceof HTMLInputElement) submitForm(target);
}

/** Enter submits a form by its button, unless that is disabled. */
function submitForm({ form }: HTMLInputElement): void {
  form?.querySelector<HTMLButtonElement>("button[type=submit], button:not([type])")?.click();
}
