import type { Browser, Page } from "playwright/test";
import type { Figure } from "../lists";
import { milliseconds, printLine, printTable, whole } from "../report";
import { type Gesture, gestures } from "./gestures";
import { installProbe, type Observation } from "./probe";
import { spread } from "./times";
import { type Stage, type Visit, visit, type Work } from "./visit";

/** The observation of a gesture, and the page's work during it. */
export interface Run {
  readonly gesture: Gesture;
  readonly seen: Observation;
  readonly work: Work;
}

/** Scrolls for half a minute, twice. Heap growth in the second round indicates a leak. */
export async function measureScrolling(stage: Stage): Promise<Figure[]> {
  const idle = await idleFrames(stage.browser);
  const grid = await visit(stage);
  const first = await scrollAround(grid);
  const heap = await grid.heap();
  await scrollAround(grid);
  const grown = (await grid.heap()) - heap;
  await grid.leave();
  printRuns(first, idle);
  const wrong = first.reduce((sum, { seen }) => sum + seen.wrong, 0);
  if (wrong > 0) throw new Error(`Rows showed the content of other rows ${wrong} times`);
  const frames = spread(first.flatMap(({ seen }) => seen.frames));
  return [
    [
      "95 % of frames",
      `≤ 16.7 ms, or ${milliseconds(spread(idle).p95)} as on an empty page`,
      milliseconds(frames.p95),
    ],
    ["longest blank", "≤ 150 ms", milliseconds(spread(first.flatMap(({ seen }) => seen.blanks)).worst)],
    ["heap after a round, garbage collected", "≤ 150 MB", `${whole(heap)} MB`],
    ["what a second round adds to it", "≤ 20 MB", `${whole(grown)} MB`],
  ];
}

/** Frame times of an empty page, as the machine's baseline. */
export async function idleFrames(browser: Browser): Promise<number[]> {
  const page = await browser.newPage();
  await page.addInitScript(installProbe);
  await page.goto("about:blank");
  const { frames } = await framesDuring(page, () => page.waitForTimeout(5_000));
  await page.close();
  return frames;
}

async function scrollAround(grid: Visit): Promise<Run[]> {
  const runs: Run[] = [];
  for (const gesture of gestures) runs.push(await observe(grid, gesture));
  return runs;
}

/** Observes a page during a gesture. */
export async function observe({ page, work }: Pick<Visit, "page" | "work">, gesture: Gesture): Promise<Run> {
  const before = await work();
  const seen = await framesDuring(page, () => gesture.act(page));
  return { gesture, seen, work: difference(await work(), before) };
}

async function framesDuring(page: Page, act: () => Promise<void>): Promise<Observation> {
  await page.evaluate(() => window.probe.start());
  await act();
  return page.evaluate(() => window.probe.stop());
}

function difference(after: Work, before: Work): Work {
  return {
    script: after.script - before.script,
    style: after.style - before.style,
    layout: after.layout - before.layout,
    all: after.all - before.all,
  };
}

export function printRuns(runs: readonly Run[], idle: readonly number[]): void {
  printLine("Milliseconds from frame to frame, and of the page's main thread for each:");
  printTable(
    ["", "frames", "over 16.7", "p50", "p95", "longest", "script", "style", "layout", "all", "longest blank"],
    [
      ["an empty page", ...frameCells(idle), "", "", "", "", ""],
      ...runs.map(({ gesture, seen: { frames, blanks }, work: { script, style, layout, all } }) => [
        gesture.name,
        ...frameCells(frames),
        ...[script, style, layout, all].map((spent) => (spent / frames.length).toFixed(1)),
        whole(spread(blanks).worst),
      ]),
    ],
  );
}

function frameCells(frames: readonly number[]): string[] {
  const { p50, p95, worst } = spread(frames);
  // Frame timestamps are not exact to the hundredth of a millisecond.
  const late = frames.filter((time) => time > 16.75).length;
  return [whole(frames.length), whole(late), p50.toFixed(1), p95.toFixed(1), whole(worst)];
}
