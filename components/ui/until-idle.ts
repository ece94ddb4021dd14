let reportShown: () => void = () => {};

/** Content that a page waits for: a view's rows, or else everything that its HTML names. */
const isShown = new Promise<void>((resolve) => {
  reportShown = resolve;
  if (typeof window === "undefined") return;
  if (document.readyState === "complete") resolve();
  else window.addEventListener("load", () => resolve(), { once: true });
});

/** Reports that the page shows its main content, although images in it may still be loading. */
export function markShown(): void {
  reportShown();
}

/** Resolves once the page shows its main content and has nothing else to do; on the server at once. */
export async function untilIdle(): Promise<void> {
  if (typeof window === "undefined") return;
  await isShown;
  await new Promise<void>((resolve) => {
    // Safari has no requestIdleCallback.
    if ("requestIdleCallback" in window) requestIdleCallback(() => resolve(), { timeout: maxWaitMs });
    else setTimeout(resolve, 200);
  });
}

const maxWaitMs = 2_000;
