import type { Page } from "playwright/test";
import type { View } from "@/lib/contract/views";
import { post } from "../api";
import type { Figure } from "../lists";
import { milliseconds, whole } from "../report";
import { during } from "./gestures";
import { idleFrames, observe, printRuns, type Run } from "./scrolling";
import { spread } from "./times";
import { heapOf, type Stage, signIn, workOf } from "./visit";

/** Ways to move over a board. */
const gestures: readonly { readonly name: string; act(page: Page): Promise<void> }[] = [
  { name: "card dragged over all stacks", act: dragCard },
  { name: "wheel over the largest stack", act: turnWheel },
];

/** Scrolls a stack with a tenth of the records, and drags a card over all others. */
export async function measureBoards(stage: Stage): Promise<Figure[]> {
  const { api, table, browser } = stage;
  const idle = await idleFrames(browser);
  const stackFieldId = table.fields.find(({ name }) => name === "Phase")?.id;
  const views = table.path.replace(/records$/, "views");
  const { id } = await post<View>(api, views, { name: "Board", type: "kanban", config: { stackFieldId } });
  const context = await signIn(stage);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Performance.enable", { timeDomain: "threadTicks" });
  await page.goto(`${api.origin}/database/${table.databaseId}/${table.id}/${id}`, { waitUntil: "commit" });
  const firstCards = await page.evaluate(() => window.probe.firstCards());
  // The page loads its other parts when it is idle.
  await page.waitForTimeout(3_000);
  const runs: Run[] = [];
  for (const gesture of gestures) {
    runs.push(await observe({ page, work: () => workOf(devtools) }, gesture));
  }
  const heap = await heapOf(devtools);
  await context.close();
  printRuns(runs, idle);
  return [
    ["first cards after navigation", "≤ 1 s", milliseconds(firstCards)],
    ...runs.map(
      ({ gesture, seen }): Figure => [
        `95 % of frames, ${gesture.name}`,
        `≤ 16.7 ms, or ${milliseconds(spread(idle).p95)} as on an empty page`,
        milliseconds(spread(seen.frames).p95),
      ],
    ),
    ["heap after it, garbage collected", "≤ 150 MB", `${whole(heap)} MB`],
  ];
}

/** Turns the wheel over the first stack with cards, slowly and faster, down and up again. */
async function turnWheel(page: Page): Promise<void> {
  await page.locator("[data-card]").first().hover();
  for (const direction of [1, -1]) {
    for (const pixels of [100, 300, 1_000, 3_000]) {
      await during(1.25, () => page.mouse.wheel(0, direction * pixels));
    }
  }
}

/** Drags a card to the last stack and back, over all others as the board scrolls, and puts it back. */
async function dragCard(page: Page): Promise<void> {
  const box = await page.locator("[data-card]").first().boundingBox();
  const { width } = page.viewportSize() ?? { width: 0 };
  if (!box) throw new Error("The board has no card");
  const [x, y] = [box.x + 40, box.y + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (const [from, to] of [
    [x, width - 20],
    [width - 20, x],
  ] as const) {
    await during(2, (done) => page.mouse.move(from + (to - from) * done, y + 100 * done));
    await page.locator("[data-carrying]").waitFor();
    // The board scrolls while the pointer is at its edge.
    await during(3, (done) => page.mouse.move(to, y + 100 + 200 * Math.sin(6 * done)));
  }
  await page.keyboard.press("Escape");
  await page.mouse.up();
}
