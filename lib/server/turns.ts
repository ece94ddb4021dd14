import { clearTimeout, setImmediate, setTimeout } from "node:timers";
import { type CallUnderWay, type Context, context, within } from "./context";

/** Maximum time in ms that a call may compute before others get their turn. */
export const maxTurn = 3;

/** A call in progress is short for this time in ms, or until it takes a turn. */
const shortFor = 50;

/** Turns wait for short calls for at most this multiple of the time that the last turn took. */
const patience = 3;

/** Maximum time in ms that a turn waits for short calls. */
const maxWait = 50;

/** Short calls in progress, oldest first. */
const shortCalls = new Set<CallUnderWay>();

/** Calls waiting for a turn, in order. */
const waiting: (() => void)[] = [];

/** Time until which the next turn waits for short calls, as in `performance.now()`. */
let waitsUntil = 0;

/** Set while the next turn waits for short calls. */
let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs a call with facts about it. Turns of other calls wait for it as long as it is short. */
export async function asCall<Result>(
  facts: Pick<Context, "caller" | "holder" | "reader">,
  work: () => Promise<Result>,
): Promise<Result> {
  const call = { since: performance.now(), computed: 0 };
  shortCalls.add(call);
  try {
    return await within({ ...facts, call }, work);
  } finally {
    shortCalls.delete(call);
    if (timer && shortCalls.size === 0) schedule();
  }
}

/**
 * Waits for a turn. Gives turns one by one to calls that compute for long and lets the event loop run in between,
 * so that others wait for at most one turn. `spent` is the time in ms that the call computed outside of turns.
 */
export function takeTurn(spent = 0): Promise<void> {
  return takeTurnOf(context().call, spent);
}

/** `takeTurn` for the call in progress now, to be used in callbacks of a connection, which run outside of any call. */
export function turnsOfCall(): typeof takeTurn {
  // Not `AsyncLocalStorage.bind`, which takes far longer and is called for each statement.
  const { call } = context();
  return (spent = 0) => takeTurnOf(call, spent);
}

function takeTurnOf(call: CallUnderWay | undefined, spent: number): Promise<void> {
  extendWait(spent);
  if (call) {
    shortCalls.delete(call);
    call.computed = 0;
  }
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) schedule();
  });
}

function extendWait(spent: number): void {
  const now = performance.now();
  waitsUntil = Math.min(now + maxWait, Math.max(now, waitsUntil) + patience * spent);
}

/** Short calls wait for the database several times, and so, without a wait, for as many turns. */
function schedule(): void {
  clearTimeout(timer);
  const wait = Math.min(waitsUntil, shortUntil()) - performance.now();
  // Timers are no more precise than 1 ms.
  timer = wait > 1 ? setTimeout(schedule, wait) : undefined;
  if (!timer) setImmediate(serve);
}

/** Time at which the youngest of the short calls stops being one; 0 if there is none. Forgets those that are not. */
function shortUntil(): number {
  const now = performance.now();
  let last = 0;
  for (const call of shortCalls) {
    last = call.since + shortFor;
    if (last <= now) shortCalls.delete(call);
  }
  return last;
}

/** Runs one turn. */
function serve(): void {
  const start = performance.now();
  waiting[0]?.();
  // Runs after all synchronous and microtask work of the turn.
  queueMicrotask(() =>
    process.nextTick(() => {
      extendWait(performance.now() - start);
      waiting.shift();
      if (waiting.length > 0) schedule();
    }),
  );
}

/**
 * Runs a computation in turns; it yields where others may have theirs. A call takes its first turn once all of its
 * computations together have taken so long.
 */
export async function inTurns<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  const call = context().call ?? { since: 0, computed: 0 };
  for (let last = performance.now(); ; ) {
    const step = steps.next();
    const now = performance.now();
    call.computed += now - last;
    last = now;
    if (step.done) return step.value;
    if (call.computed <= maxTurn) continue;
    await takeTurnOf(call, 0);
    last = performance.now();
  }
}

/** Iterates in turns, whatever the number of items. */
export function eachInTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  return inTurns(eachInSteps(items, work));
}

function* eachInSteps<Item>(items: Iterable<Item>, work: (item: Item) => void): Generator<void, void> {
  for (const item of items) {
    yield;
    work(item);
  }
}

/** `Array.map` in turns. */
export async function mapInTurns<Item, Result>(
  items: readonly Item[],
  convert: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  await eachInTurns(items, (item) => results.push(convert(item, results.length)));
  return results;
}
