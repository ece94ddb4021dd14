import type { Loadable } from "./loadable";
import { reportMissing } from "./missing-parts";

/** Passes a part to `act`, at once if it is loaded. If it cannot be loaded, says so and offers to try again. */
export function withPart<Part>(part: Loadable<Part>, act: (part: Part) => void): void {
  const loaded = part.loaded();
  if (loaded) act(loaded);
  else part.load().then(act, () => reportMissing(() => withPart(part, act)));
}
