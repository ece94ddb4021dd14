import path from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": path.resolve(".") } },
  test: {
    include: ["{app,bin,components,lib}/**/*.test.{ts,tsx,mjs}"],
    env: { LOG_LEVEL: "silent" },
    // Otherwise one core is left idle, which may be one of two.
    maxWorkers: "100%",
    // Some of them start a PostgreSQL.
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
