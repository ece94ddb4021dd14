import type { Figure } from "../lists";
import { inWords, repeat } from "./times";
import { openTable, type Stage, signIn } from "./visit";

const tabs = 10;

/** Measures the time to the first rows in each of ten tabs of one browser, which all stay open. */
export async function measureTabs(stage: Stage): Promise<Figure[]> {
  const inTurn = await openTabs(stage, (open) => repeat(tabs, open));
  const together = await openTabs(stage, (open) => Promise.all(Array.from({ length: tabs }, open)));
  return [
    ["first rows in each of ten tabs, opened one after another", "≤ 5 s", inWords(inTurn)],
    ["first rows in each of ten tabs, opened together", "", inWords(together)],
  ];
}

/** Opens tabs in a new browser context as `openAll` does, and closes them at the end. */
async function openTabs(
  stage: Stage,
  openAll: (open: () => Promise<number>) => Promise<number[]>,
): Promise<number[]> {
  const context = await signIn(stage);
  const times = await openAll(async () => openTable(await context.newPage(), stage));
  await context.close();
  return times;
}
