import { test as base, type Page } from "playwright/test";

export { expect } from "playwright/test";

/**
 * So many times slower than they can, pages run: steps that only a fast machine takes in the right order show then.
 * `SLOW_PAGES=6 npm test -- e2e/ui` does so to every test.
 */
const slowness = Number(process.env.SLOW_PAGES ?? 1);

/** What every test may ask for. The server is the one that `global-setup.ts` has started. */
export const test = base.extend<{ apiKey: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here what a fixture builds on
  baseURL: async ({}, use) => use(fromSetup("ROWHOUSE_TEST_URL")),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  apiKey: async ({}, use) => use(fromSetup("ROWHOUSE_TEST_KEY")),
  page: async ({ page }, use) => {
    if (slowness > 1) await slowDown(page, slowness);
    await use(page);
  },
});

export async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate });
}

function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: global-setup.ts has not run`);
  return value;
}
