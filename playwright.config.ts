import { defineConfig } from "playwright/test";
import { isShort, long } from "./e2e/rounds";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
  ...(isShort && { grepInvert: new RegExp(long.tag) }),
  // A test computes for half of its time and waits for the other half.
  workers: "200%",
  forbidOnly: Boolean(process.env.CI),
  reporter: process.env.CI ? [["list"]] : [["dot"]],
  timeout: 120_000,
  // Machines are shared: what comes late is not wrong.
  expect: { timeout: 20_000 },
  // On a shared machine a browser or server sometimes stalls. A test that passes on retry is reported as flaky.
  retries: process.env.CI ? 2 : 0,
  projects: [
    { name: "api", testMatch: "api/*.spec.ts" },
    { name: "faults", testMatch: "faults/*.spec.ts" },
    { name: "ui", testMatch: "ui/*.spec.ts" },
  ],
  use: {
    // Colours that change gradually would be measured while they change.
    contextOptions: { reducedMotion: "reduce" },
    // A trace of every test takes a third of the time: `npm test -- <file> --trace on` makes one where it is needed.
    screenshot: "only-on-failure",
    // Set by `npm test`; left out, Playwright takes its own.
    launchOptions: { executablePath: process.env.CHROMIUM_PATH || undefined },
  },
});
