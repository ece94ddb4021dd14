import "./seed-fast-check";
import { test as base, type Page } from "playwright/test";

export { expect } from "playwright/test";

/**
 * Slows pages down by this factor, to reveal races that a fast machine hides: `SLOW_PAGES=6 npm test -- e2e/ui`.
 */
const slowness = Number(process.env.SLOW_PAGES ?? 1);

/** The base of all tests, with the server that `global-setup.ts` started. */
export const test = base.extend<{ apiKey: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here what a fixture builds on
  baseURL: async ({}, use) => use(fromSetup("ROWHOUSE_TEST_URL")),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  apiKey: async ({}, use) => use(fromSetup("ROWHOUSE_TEST_KEY")),
  page: async ({ page }, use) => {
    await slowDownAsAsked(page);
    await use(page);
  },
});

export async function slowDownAsAsked(page: Page): Promise<void> {
  if (slowness > 1) await slowDown(page, slowness);
}

export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

export function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: global-setup.ts has not run`);
  return value;
}
