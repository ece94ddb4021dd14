import { setImmediate } from "node:timers";

/** Maximum time in ms that a call may compute before others get their turn. */
const maxTurn = 3;

/** Maximum pause in ms between turns, however long the previous turn was. */
const maxPause = 50;

/** Number of calls in progress by caller. */
const callers = new Map<string, number>();

/** Calls waiting for a turn, in order. */
const waiting: (() => void)[] = [];

/** Start of the next turn, as in `performance.now()`. */
let pausedUntil = 0;

/** Runs a call of one caller. While other callers have calls in progress, turns leave half of the time to them. */
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
 * Waits for a turn. Gives turns one by one to calls that compute for long and lets the event loop run in between,
 * so that others wait for at most one turn.
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

/** Runs one turn. Others wait for the database several times per call, and so, without a pause, for as many turns. */
function serve(): void {
  const start = performance.now();
  waiting[0]?.();
  // Runs after all synchronous and microtask work of the turn.
  queueMicrotask(() =>
    process.nextTick(() => {
      const end = performance.now();
      pausedUntil = callers.size > 1 ? end + Math.min(end - start, maxPause) : 0;
      waiting.shift();
      if (waiting.length > 0) schedule();
    }),
  );
}

/** Iterates in turns, so that no number of items blocks the event loop. */
export async function eachInTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let start = performance.now();
  for (const item of items) {
    if (performance.now() - start > maxTurn) {
      await takeTurn();
      start = performance.now();
    }
    work(item);
  }
}
