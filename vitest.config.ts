import path from "node:path";
import { defineConfig } from "vitest/config";

const tests = (folders: string) => `${folders}/**/*.test.{ts,tsx,mjs}`;

export default defineConfig({
  resolve: { alias: { "@": path.resolve(".") } },
  test: {
    env: { LOG_LEVEL: "silent" },
    setupFiles: "e2e/seed-fast-check.ts",
    // Otherwise one core is left idle, which may be one of two.
    maxWorkers: "100%",
    // Some of them start a PostgreSQL.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: [tests("components"), tests("lib/{client,contract,field-types}")],
          // These read no environment and keep no state in modules, so files share one process and its modules.
          isolate: false,
          pool: "threads",
          unstubGlobals: true,
          restoreMocks: true,
        },
      },
      {
        extends: true,
        test: { name: "server", include: [tests("{app,bin}"), tests("lib/{api,server}"), "lib/*.test.ts"] },
      },
    ],
  },
});
