import { setImmediate } from "node:timers";

/** How long one call may compute at a stretch, in milliseconds, before others have their turn. */
const longestTurn = 3;

/** In milliseconds: others wait no longer than this for a turn, however long the one before was. */
const longestPause = 50;

/** How many calls of each caller are under way. */
const callers = new Map<string, number>();

/** Those who wait for a turn, the first first. */
const waiting: (() => void)[] = [];

/** When the next turn may begin, as `performance.now()` counts. */
let pausedUntil = 0;

/** Runs a call of one caller. While calls of others are under way as well, turns leave half of the time to them. */
export async function asCaller<Result>(caller: string, work: () => Promise<Result>): Promise<Result> {
  callers.set(caller, (callers.get(caller) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const left = (callers.get(caller) ?? 0) - 1;
    if (left > 0) callers.set(caller, left);
    else callers.delete(caller);
  }
}

/**
 * Takes turns between calls that compute for long. Each is given a turn of its own, and the event loop serves
 * everybody else between two of them: however many compute at once, whoever else waits, waits for one turn.
 */
export function takeTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) schedule();
  });
}

function schedule(): void {
  const pause = pausedUntil - performance.now();
  if (pause > 1) setTimeout(serve, pause);
  else setImmediate(serve);
}

/** Gives one turn. Others wait for the database several times in a call, and so for as many turns without a pause. */
function serve(): void {
  const begun = performance.now();
  waiting[0]?.();
  // Comes once all that follows the turn without waiting is done.
  queueMicrotask(() =>
    process.nextTick(() => {
      const end = performance.now();
      pausedUntil = callers.size > 1 ? end + Math.min(end - begun, longestPause) : 0;
      waiting.shift();
      if (waiting.length > 0) schedule();
    }),
  );
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
