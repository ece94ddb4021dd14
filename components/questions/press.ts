import { flushSync } from "react-dom";

/** True while a button of the pointer is pressed. */
let isPressed = false;

/** Follows the presses of the pointer until the function it returns is called. */
export function followPresses(): () => void {
  const press = () => {
    isPressed = true;
  };
  const release = () => {
    isPressed = false;
  };
  const options = { capture: true };
  window.addEventListener("pointerdown", press, options);
  for (const type of ["pointerup", "pointercancel"]) window.addEventListener(type, release, options);
  return () => {
    release();
    window.removeEventListener("pointerdown", press, options);
    for (const type of ["pointerup", "pointercancel"]) window.removeEventListener(type, release, options);
  };
}

/**
 * Calls a function after a press that is under way, before its click is handled. The layout may change then: the click
 * has its target already.
 */
export function afterPress(act: () => void): void {
  if (!isPressed) {
    act();
    return;
  }
  const stop = new AbortController();
  const once = () => {
    if (stop.signal.aborted) return;
    stop.abort();
    // The handlers of the click see the change.
    flushSync(act);
  };
  const options = { capture: true, signal: stop.signal };
  window.addEventListener("click", once, options);
  for (const type of ["pointerup", "pointercancel"])
    window.addEventListener(type, () => setTimeout(once), options);
}
