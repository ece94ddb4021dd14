import { test as base } from "@playwright/test";

export { expect } from "@playwright/test";

/** What every test may ask for. The server is the one that `global-setup.ts` has started. */
export const test = base.extend<{ apiKey: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here what a fixture builds on
  baseURL: async ({}, use) => use(fromSetup("ROWHOUSE_TEST_URL")),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  apiKey: async ({}, use) => use(fromSetup("ROWHOUSE_TEST_KEY")),
});

function fromSetup(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: global-setup.ts has not run`);
  return value;
}
