/** Ignores the click that the browser fires where a drag ends. */
export function swallowClick(): void {
  const stop = new AbortController();
  window.addEventListener(
    "click",
    (event) => {
      event.preventDefault();
      event.stopPropagation();
    },
    { signal: stop.signal, capture: true, once: true },
  );
  // The click comes in the same task, if at all.
  setTimeout(() => stop.abort());
}
