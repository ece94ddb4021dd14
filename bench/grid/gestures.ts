import type { Page } from "playwright/test";

/** A way of moving through a view, which starts and ends at the first row. */
export interface Gesture {
  readonly name: string;
  act(page: Page): Promise<void>;
}

export const gestures: readonly Gesture[] = [
  { name: "wheel, turned and flung", act: turnWheel },
  { name: "scrollbar, dragged", act: dragThumb },
  { name: "jumps to the last row and back", act: jumpToAndFro },
];

/** Turns the wheel slowly, then faster, down and up again. */
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

/** Drags the scrollbar's thumb back and forth near the top, then to the bottom and back. */
async function dragThumb(page: Page): Promise<void> {
  const thumb = await takeThumb(page);
  let from = 0;
  for (const share of [0.1, 0.05, 0.5, 0.45, 1, 0]) {
    await during(10 / 6, (done) => thumb.drag(from + (share - from) * done));
    from = share;
  }
  await thumb.release();
}

/** Jumps to the last row and back, with pauses. */
async function jumpToAndFro(page: Page): Promise<void> {
  await during(10, async () => {
    for (const key of ["Control+End", "Control+Home"]) {
      await page.keyboard.press(key);
      await page.waitForTimeout(700);
    }
  });
}

/** Grabs the scrollbar of a grid at its first row. `drag` moves it to a share of its track. */
export async function takeThumb(page: Page) {
  const { right, top, bottom } = await edgesOf(page);
  // The middle of a thumb of minimum length, between the arrows and above the horizontal scrollbar.
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
  if (!box) throw new Error("The page has no grid");
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
}

/** Repeats `act` for a number of seconds, passing the elapsed share. */
export async function during(seconds: number, act: (done: number) => Promise<unknown>): Promise<void> {
  const start = Date.now();
  for (let done = 0; done < 1; done = (Date.now() - start) / (seconds * 1000)) await act(done);
  await act(1);
}
