import { defineConfig } from "playwright/test";
import tests from "../../playwright.config";

/** Takes screenshots with `npm run screenshots`; not part of the tests. */
export default defineConfig({
  ...tests,
  testDir: ".",
  globalSetup: "../global-setup.ts",
  reporter: [["list"]],
  projects: [{ name: "screenshots", testMatch: "*.pictures.ts" }],
});
