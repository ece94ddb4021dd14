import type { Page, Request } from "playwright/test";

/** Holds calls until the returned function is called; all that match by default, or those that `isHeld` chooses. */
export async function hold(
  page: Page,
  calls: string | RegExp,
  isHeld: (call: Request) => boolean = () => true,
): Promise<() => void> {
  let goOn = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route(calls, async (route) => {
    if (isHeld(route.request())) await isLetGo;
    await route.continue();
  });
  return goOn;
}
