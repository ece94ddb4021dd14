import { setImmediate } from "node:timers";

/** How long one call may compute at a stretch, in milliseconds, before others have their turn. */
const longestTurn = 8;

/**
 * Takes turns between calls that compute for long. Each is given a turn of its own, and the event loop serves
 * everybody else between two of them: however many compute at once, whoever else waits, waits for one turn.
 */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(serve);
  });
}

const waiting: (() => void)[] = [];

function serve(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(serve);
}

/** Goes through items in turns, so that no number of them holds up the event loop. */
export async function eachInTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let begun = performance.now();
  for (const item of items) {
    if (performance.now() - begun > longestTurn) {
      await takeTurn();
      begun = performance.now();
    }
    work(item);
  }
}
