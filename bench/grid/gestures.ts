import type { Page } from "playwright/test";

/** A way in which a person moves through a grid; it begins and ends at the first row. */
export interface Gesture {
  readonly name: string;
  act(page: Page): Promise<void>;
}

export const gestures: readonly Gesture[] = [
  { name: "wheel, turned and flung", act: turnWheel },
  { name: "scrollbar, dragged", act: dragThumb },
  { name: "jumps to the last row and back", act: jumpToAndFro },
];

/** Slowly, faster, and flung, down and up again. */
async function turnWheel(page: Page): Promise<void> {
  const { left, right, top, bottom } = await edgesOf(page);
  await page.mouse.move((left + right) / 2, (top + bottom) / 2);
  for (const direction of [1, -1]) {
    for (const pixels of [100, 300, 1_000, 3_000]) {
      await during(1.25, () => page.mouse.wheel(0, direction * pixels));
    }
  }
  await page.keyboard.press("Control+Home");
}

/** By its thumb: to and fro near the top, to the bottom, and back. */
async function dragThumb(page: Page): Promise<void> {
  const thumb = await takeThumb(page);
  let from = 0;
  for (const share of [0.1, 0.05, 0.5, 0.45, 1, 0]) {
    await during(10 / 6, (done) => thumb.drag(from + (share - from) * done));
    from = share;
  }
  await thumb.release();
}

/** With a moment to look at what is there. */
async function jumpToAndFro(page: Page): Promise<void> {
  await during(10, async () => {
    for (const key of ["Control+End", "Control+Home"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(700);
    }
  });
}

/** Takes the scrollbar of a grid that is at its first row; drags it to a share of its way. */
export async function takeThumb(page: Page) {
  const { right, top, bottom } = await edgesOf(page);
  // The middle of a thumb that is as short as one may be, between the two arrows and above the other scrollbar.
  const x = right - 7;
  const [highest, lowest] = [top + 26, bottom - 42];
  await page.mouse.move(x, highest);
  await page.mouse.down();
  return {
    drag: (share: number) => page.mouse.move(x, highest + share * (lowest - highest)),
    release: () => page.mouse.up(),
  };
}

async function edgesOf(page: Page) {
  const box = await page.getByRole("grid").locator("..").boundingBox();
  if (!box) throw new Error("there is no grid");
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

/** Does something again and again for so many seconds, telling it how much of them is gone. */
async function during(seconds: number, act: (done: number) => Promise<unknown>): Promise<void> {
  const start = Date.now();
  for (let done = 0; done < 1; done = (Date.now() - start) / (seconds * 1000)) await act(done);
  await act(1);
}
