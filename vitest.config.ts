import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { defineConfig } from "vitest/config";
import { isShort } from "./e2e/rounds";

/** Unit tests that take many seconds are named `*.long.test.ts`, for `npm run test:long`. */
const isLong = (file: string) => file.includes(".long.test.");

const tests = ["app", "bin", "components", "lib"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.test\.(tsx?|mjs)$/.test(file))
    .filter((file) => !isShort || !isLong(file))
    .map((file) => path.posix.join(folder, file)),
);

const sources = new Map(tests.map((file) => [file, readFileSync(file, "utf8")]));

/** Tests that change what modules read when they are loaded, or have a PostgreSQL of their own: each needs its own modules. */
const alone = testsWith(/startOwnPostgres|ownCluster|vi\.(mock|hoisted|resetModules|stubEnv)|process\.env/);

/** Tests of the API in their own process, which share its database. */
const inProcess = testsWith(/startInProcess/).filter((file) => !alone.includes(file));

function testsWith(pattern: RegExp): string[] {
  return tests.filter((file) => pattern.test(sources.get(file) ?? ""));
}

export default defineConfig({
  resolve: { alias: { "@": path.resolve(".") } },
  test: {
    env: { LOG_LEVEL: "silent" },
    setupFiles: "e2e/seed-fast-check.ts",
    // Otherwise one core is left idle, which may be one of two.
    maxWorkers: "100%",
    // Some of them start a PostgreSQL. Longer rounds take up to twenty times as long.
    testTimeout: isShort ? 30_000 : 600_000,
    hookTimeout: isShort ? 60_000 : 180_000,
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: "shared",
          include: tests.filter((file) => !alone.includes(file) && !inProcess.includes(file)),
          // Files share one process and its modules, as loading these takes longer than most tests.
          isolate: false,
          pool: "threads",
        },
      },
      {
        extends: true,
        test: {
          name: "in process",
          include: inProcess,
          globalSetup: "e2e/shared-cluster.ts",
          isolate: false,
          pool: "forks",
        },
      },
      { extends: true, test: { name: "alone", include: alone } },
    ],
  },
});
