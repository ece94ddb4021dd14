import { accessSync, constants } from "node:fs";
import path from "node:path";
import { Failure, run } from "./run.mjs";

/**
 * Finds Chromium for the browser tests: an installed one, else Playwright's download, else Debian's package.
 * Returns its path, or null for Playwright's own.
 */
export async function findChromium() {
  const { chromium } = await import("playwright");
  const starts = (executablePath) => canStart(chromium, executablePath);
  for (const candidate of candidates()) if (await starts(candidate)) return candidate;
  for (const fetchOne of [download, installPackage]) {
    const candidate = await fetchOne();
    if (candidate !== undefined && (await starts(candidate))) return candidate;
  }
  throw new Failure(
    "The browser tests need Chromium, which could be neither found nor installed. " +
      "Install it, or set its path: CHROMIUM_PATH=/path/to/chromium npm test",
  );
}

/** Possible paths. CHROMIUM_PATH comes first. */
function candidates() {
  const given = process.env.CHROMIUM_PATH;
  // The headless shell takes a third of the time, as it renders no browser windows.
  const named = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
  ];
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  const onPath = named.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  const onMac = ["Chromium", "Google Chrome"].map(
    (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
  );
  return [...(given ? [given] : []), null, ...[...onPath, ...onMac].filter(isProgram)];
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Tests whether Chromium starts, as system libraries may be missing. */
async function canStart(chromium, executablePath) {
  try {
    const browser = await chromium.launch({ executablePath: executablePath ?? undefined, timeout: 20_000 });
    await browser.close();
    return true;
  } catch {
    return false;
  }
}

async function download() {
  console.log("\n  Downloading Chromium for the browser tests …");
  const patience = { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: "10000" };
  return attempt(null, [
    [process.execPath, ["node_modules/.bin/playwright", "install", "--only-shell", "chromium"], patience],
  ]);
}

async function installPackage() {
  if (process.getuid?.() !== 0 || !isProgram("/usr/bin/apt-get")) return undefined;
  console.log("\n  Installing Debian's Chromium for the browser tests …");
  const unattended = { DEBIAN_FRONTEND: "noninteractive" };
  const install = ["install", "-y", "-q", "--no-install-recommends"];
  for (const name of ["chromium-headless-shell", "chromium"]) {
    const installed = await attempt(`/usr/bin/${name}`, [
      ["apt-get", ["update", "-q"], unattended],
      ["apt-get", [...install, name], unattended],
    ]);
    if (installed !== undefined) return installed;
  }
  return undefined;
}

/** Returns `result` if every step succeeds. */
async function attempt(result, steps) {
  try {
    for (const step of steps) await run(...step);
    return result;
  } catch {
    return undefined;
  }
}
