import type { Figure } from "../lists";
import { takeThumb } from "./gestures";
import { inWords, repeat } from "./times";
import { type Stage, timeUntil, type Visit, visit } from "./visit";

const visits = 5;

/** Measures the time to the first rows, on a warm server. */
export async function measureFirstRows(stage: Stage): Promise<Figure> {
  const taken = await repeat(visits, async () => {
    const grid = await visit(stage);
    await grid.leave();
    return grid.firstRows;
  });
  return ["first rows after navigation", "≤ 1 s", inWords(taken)];
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
