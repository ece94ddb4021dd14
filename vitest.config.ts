import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";

const tests = ["app", "bin", "components", "lib"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.(tsx?|mjs)$/.test(file))
    .map((file) => path.posix.join(folder, file)),
);

function matching(files: string[], pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(readFileSync(file, "utf8")));
}

function without(files: string[], others: string[]): string[] {
  return files.filter((file) => !others.includes(file));
}

/** Tests that change what modules read when they are loaded: each needs modules of its own. */
const alone = matching(
  tests,
  /startOwnPostgres|vi\.(mock|hoisted|resetModules|stubEnv)|\.prototype, |process\.env\.\w+ \??= /,
);

/** Tests of the API with its internals, which need a database. */
const withDatabase = matching(tests, /startInProcess/);

const globalSetup = "e2e/unit-postgres.ts";

function shared(name: string, test: object) {
  return { extends: true as const, test: { name, isolate: false, pool: "threads" as const, ...test } };
}

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
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    projects: [
      // Files share one process and its modules, as loading these takes longer than most tests.
      shared("plain", { include: without(tests, [...alone, ...withDatabase]) }),
      shared("database", { include: without(withDatabase, alone), globalSetup }),
      { extends: true, test: { name: "alone", include: alone, globalSetup } },
    ],
  },
});
