import { setImmediate } from "node:timers";

/** Maximum time in ms that a call may compute before others get their turn. */
export const maxTurn = 3;

/** Maximum pause in ms between turns, however long the previous turn was. */
const maxPause = 50;

/** Time in ms for which a caller counts after its last call, because the next one may be on its way. */
const linger = 100;

/** Callers who count as present. */
const callers = new Map<string, Caller>();

interface Caller {
  /** Number of its calls in progress. */
  calls: number;
  /** End of its last call, as in `performance.now()`. */
  leftAt: number;
}

/** Calls waiting for a turn, in order. */
const waiting: (() => void)[] = [];

/** Start of the next turn, as in `performance.now()`. */
let pausedUntil = 0;

/** Runs a call of one caller. While other callers are present, turns leave half of the time to them. */
export async function asCaller<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const caller = callers.get(name) ?? { calls: 0, leftAt: 0 };
  callers.set(name, caller);
  caller.calls++;
  try {
    return await work();
  } finally {
    caller.calls--;
    caller.leftAt = performance.now();
    if (callers.size > maxCallers) forgetAbsent();
  }
}

/** Bounds memory between turns, which also forget absent callers. */
const maxCallers = 1_000;

function forgetAbsent(): void {
  const now = performance.now();
  for (const [name, { calls, leftAt }] of callers) {
    if (calls === 0 && now - leftAt > linger) callers.delete(name);
  }
}

/**
 * Waits for a turn. Gives turns one by one to calls that compute for long and lets the event loop run in between,
 * so that others wait for at most one turn. `spent` is the time in ms that the call computed outside of turns.
 */
export function takeTurn(spent = 0): Promise<void> {
  leaveTime(spent);
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) schedule();
  });
}

/** Leaves as much time to other callers as a call has taken. */
function leaveTime(spent: number): void {
  forgetAbsent();
  const now = performance.now();
  pausedUntil = callers.size > 1 ? Math.max(now, pausedUntil) + Math.min(spent, maxPause) : 0;
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
      leaveTime(performance.now() - start);
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
