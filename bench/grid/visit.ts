import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright/test";
import type { Api } from "../api";
import type { BenchTable } from "../data";
import { closeLater } from "../run";
import { type Effect, installProbe } from "./probe";

/** The table to measure the grid on, and its server. */
export interface Stage {
  readonly browser: Browser;
  readonly api: Api;
  readonly table: BenchTable;
  /** The number of records. */
  readonly rows: number;
}

/** A newly opened page of a table, with Chromium's metrics. */
export interface Visit {
  readonly page: Page;
  /** The ms from the navigation until rows were painted. */
  readonly firstRows: number;
  /** The compressed bytes of the scripts that had arrived by then. */
  readonly scriptBytes: number;
  /** The main thread's work since it was opened. */
  work(): Promise<Work>;
  /** The heap in MB after garbage collection. */
  heap(): Promise<number>;
  leave(): Promise<void>;
}

/** Times in milliseconds. */
export interface Work {
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  readonly all: number;
}

/** Starts the Chromium that the launcher found, with draggable scrollbars. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    ignoreDefaultArgs: ["--hide-scrollbars"],
  });
  closeLater(() => browser.close());
  return browser;
}

/** A network connection as Chromium emulates it: a delay in ms, and bytes per second each way. */
export interface Line {
  readonly latency: number;
  readonly downloadThroughput: number;
  readonly uploadThroughput: number;
}

/** Signs in and opens the table in a new browser context, over a slower line if one is given. The first cell is selected. */
export async function visit(stage: Stage, line?: Line): Promise<Visit> {
  const context = await signIn(stage);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  if (line) {
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", { offline: false, ...line });
  }
  const firstRows = await openTable(page, stage);
  const scriptBytes = await page.evaluate(bytesOfScripts, firstRows);
  await page.locator('[role=grid]:not([aria-rowcount="-1"])').waitFor();
  await page.locator("[role=gridcell]").first().click();
  return {
    page,
    firstRows,
    scriptBytes,
    work: () => workOf(devtools),
    heap: () => heapOf(devtools),
    leave: () => context.close(),
  };
}

/** Signs in with a new browser context, whose pages have the probe. */
export async function signIn({ browser, api: { origin, key } }: Stage): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const signedIn = await context.request.post(`${origin}/api/v1/session`, {
    headers: { origin },
    data: { key },
  });
  if (!signedIn.ok()) throw new Error(`signing in answered ${signedIn.status()}`);
  await context.addInitScript(installProbe);
  return context;
}

/** Opens the table. Returns the ms from the navigation until rows were painted. */
export async function openTable(page: Page, { api: { origin }, table }: Stage): Promise<number> {
  await page.goto(`${origin}/database/${table.databaseId}/${table.id}`, { waitUntil: "commit" });
  return page.evaluate(() => window.probe.firstRows());
}

/** Runs in the page. */
function bytesOfScripts(before: number): number {
  const all = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
  return all
    .filter(({ name, responseEnd }) => new URL(name).pathname.endsWith(".js") && responseEnd <= before)
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
}

/** The ms from an input until its effect is painted. */
export async function timeUntil(page: Page, effect: Effect, act: () => Promise<void>): Promise<number> {
  await page.evaluate((awaited) => window.probe.await(awaited), effect);
  await act();
  return page.evaluate(() => window.probe.taken());
}

export async function workOf(devtools: CDPSession): Promise<Work> {
  const { metrics } = await devtools.send("Performance.getMetrics");
  const seconds = Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
  const spent = (name: string) => (seconds[name] ?? Number.NaN) * 1000;
  return {
    script: spent("ScriptDuration"),
    style: spent("RecalcStyleDuration"),
    layout: spent("LayoutDuration"),
    all: spent("TaskDuration"),
  };
}

export async function heapOf(devtools: CDPSession): Promise<number> {
  // A second collection frees objects that the first one finalized.
  for (let round = 0; round < 2; round++) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
