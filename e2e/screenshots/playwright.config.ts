import { defineConfig } from "playwright/test";
import tests from "../../playwright.config";

/** Pictures of the main screens, by `npm run screenshots`; no part of the tests. */
export default defineConfig({
  ...tests,
  testDir: ".",
  globalSetup: "../global-setup.ts",
  reporter: [["list"]],
  projects: [{ name: "screenshots", testMatch: "*.pictures.ts" }],
});
