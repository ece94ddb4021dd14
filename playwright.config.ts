import { defineConfig } from "playwright/test";
import { long, main, repeated } from "./e2e/rounds";

/** Tests of the API about rarer things, for `npm run test:long`, as unit tests of that name are. */
const longFiles = "api/*.long.spec.ts";

/** The tests of each part by project. `PART` names it; without one all run. */
const parts = {
  /** `npm test`. */
  main: {
    api: { grepInvert: new RegExp(long.tag) },
    "api-long": { testIgnore: "**" },
    ui: { grep: new RegExp(main.tag) },
    faults: { testIgnore: "**" },
  },
  /** `npm run test:long`. */
  rest: {
    api: { grep: new RegExp(`${long.tag}|${repeated.tag}`) },
    "api-long": {},
    ui: { grepInvert: new RegExp(main.tag) },
    faults: {},
  },
  all: { api: {}, "api-long": {}, ui: {}, faults: {} },
};

const part = parts[process.env.PART as keyof typeof parts] ?? parts.all;

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/global-setup.ts",
  fullyParallel: true,
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
    { name: "api", testMatch: "api/*.spec.ts", testIgnore: longFiles, ...part.api },
    { name: "api-long", testMatch: longFiles, ...part["api-long"] },
    { name: "faults", testMatch: "faults/*.spec.ts", ...part.faults },
    { name: "ui", testMatch: "ui/*.spec.ts", ...part.ui },
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
