import { type Browser, type CDPSession, chromium, type Page } from "playwright/test";
import type { Api } from "../api";
import type { BenchTable } from "../data";
import { closeLater } from "../run";
import { type Effect, installProbe } from "./probe";

/** The table that the grid is measured on, and who serves it. */
export interface Stage {
  readonly browser: Browser;
  readonly api: Api;
  readonly table: BenchTable;
  /** How many records it has. */
  readonly rows: number;
}

/** A table's page, just opened, and what Chromium tells of it. */
export interface Visit {
  readonly page: Page;
  /** Milliseconds from the navigation until its rows were on the screen. */
  readonly firstRows: number;
  /** What its main thread has done since it was opened. */
  work(): Promise<Work>;
  /** Megabytes that are still in use once the garbage is gone. */
  heap(): Promise<number>;
  leave(): Promise<void>;
}

/** Milliseconds. */
export interface Work {
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  readonly all: number;
}

/** The Chromium that the launcher has found, with scrollbars that can be dragged. */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || undefined,
    ignoreDefaultArgs: ["--hide-scrollbars"],
  });
  closeLater(() => browser.close());
  return browser;
}

/** Signs in and opens the table, as somebody does who has never been there; the first cell is selected. */
export async function visit({ browser, api: { origin, key }, table }: Stage): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const signedIn = await context.request.post(`${origin}/api/v1/session`, {
    headers: { origin },
    data: { key },
  });
  if (!signedIn.ok()) throw new Error(`signing in answered ${signedIn.status()}`);
  const page = await context.newPage();
  await page.addInitScript(installProbe);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(`${origin}/database/${table.databaseId}/${table.id}`, { waitUntil: "commit" });
  const firstRows = await page.evaluate(() => window.probe.firstRows());
  await page.locator('[role=grid]:not([aria-rowcount="-1"])').waitFor();
  await page.locator("[role=gridcell]").first().click();
  return {
    page,
    firstRows,
    work: () => workOf(devtools),
    heap: () => heapOf(devtools),
    leave: () => context.close(),
  };
}

/** Milliseconds from what a person does until its effect is on the screen. */
export async function timeUntil(page: Page, effect: Effect, act: () => Promise<void>): Promise<number> {
  await page.evaluate((awaited) => window.probe.await(awaited), effect);
  await act();
  return page.evaluate(() => window.probe.taken());
}

async function workOf(devtools: CDPSession): Promise<Work> {
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

async function heapOf(devtools: CDPSession): Promise<number> {
  // What the first one leaves to be finalized goes with the second.
  for (let round = 0; round < 2; round++) await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}
