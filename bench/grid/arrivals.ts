import type { Figure } from "../lists";
import { whole } from "../report";
import { takeThumb } from "./gestures";
import { inWords, repeat } from "./times";
import { type Line, type Stage, timeUntil, type Visit, visit } from "./visit";

const visits = 5;

/** A slow mobile connection: 1.6 Mbit/s down, 0.75 up, 150 ms. */
const slowLine: Line = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };

/** Measures the time to the first rows, on a warm server, and the scripts that a page loads before. */
export async function measureFirstRows(stage: Stage): Promise<Figure[]> {
  const look = (line?: Line) =>
    repeat(visits, async () => {
      const grid = await visit(stage, line);
      await grid.leave();
      return grid;
    });
  const [near, far] = [await look(), await look(slowLine)];
  const bytes = Math.max(...near.map(({ scriptBytes }) => scriptBytes));
  return [
    ["first rows after navigation", "≤ 1 s", inWords(near.map(({ firstRows }) => firstRows))],
    ["first rows at 1.6 Mbit/s and 150 ms", "", inWords(far.map(({ firstRows }) => firstRows))],
    ["compressed scripts before the first rows", "≤ 260 kB", `${whole(bytes / 1_000)} kB`],
  ];
}

/** Measures the time to the last row, from a page with only the first rows loaded. */
export async function measureLastRow(stage: Stage): Promise<Figure[]> {
  return [
    await arrive(stage, "Mod+End", ({ page }) => page.keyboard.press("Control+End")),
    await arrive(stage, "the scrollbar", async ({ page }) => {
      const thumb = await takeThumb(page);
      await thumb.drag(1);
      await thumb.release();
    }),
  ];
}

async function arrive(stage: Stage, by: string, go: (grid: Visit) => Promise<void>): Promise<Figure> {
  const row = `Record ${stage.rows - 1}`;
  const taken = await repeat(visits, async () => {
    const grid = await visit(stage);
    const milliseconds = await timeUntil(grid.page, { row }, () => go(grid));
    await grid.leave();
    return milliseconds;
  });
  return [`last row by ${by}, for the first time`, "≤ 500 ms", inWords(taken)];
}
