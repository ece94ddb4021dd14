import type { Figure } from "../lists";
import type { Effect } from "./probe";
import { inWords, repeat } from "./times";
import { type Stage, timeUntil, visit } from "./visit";

/** Measures the time from a key press until its effect is painted. */
export async function measureKeystrokes(stage: Stage): Promise<Figure[]> {
  const { page, leave } = await visit(stage);
  const moved = await repeat(60, (time) => press(time % 6 === 5 ? "ArrowRight" : "ArrowDown", "focus"));
  const typed = await repeat(20, async (time) => {
    const taken = await press("abcdefghijklmnopqrst".charAt(time), "text");
    await page.keyboard.press("Escape");
    return taken;
  });
  await leave();
  return [
    ["arrow key until the focus is painted", "≤ 50 ms", inWords(moved)],
    ["character until it is painted", "≤ 50 ms", inWords(typed)],
  ];

  function press(key: string, effect: Effect): Promise<number> {
    return timeUntil(page, effect, () => page.keyboard.press(key));
  }
}
