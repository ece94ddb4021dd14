const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
/** Delays in ms after each failed attempt of an event. */
const delays = [
  ...[5 * second, 30 * second, minute, 5 * minute, 30 * minute],
  ...[2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour],
];

/** The number of attempts, after which an event has failed. */
export const maxAttempts = delays.length + 1;

export interface Failed {
  /** The number of attempts so far. */
  readonly attempts: number;
  readonly now: Date;
  /** The time that the receiver has asked for. */
  readonly retryAt: Date | null;
  /** From 0 to 1, so that receivers that failed together are not called together. */
  readonly random: number;
}

/**
 * The time of the next attempt; undefined after the last one. A receiver can only delay it: one that asks for an earlier
 * attempt each time would use up all attempts within seconds.
 */
export function nextAttempt({ attempts, now, retryAt, random }: Failed): Date | undefined {
  const delay = delays[attempts - 1];
  if (delay === undefined) return undefined;
  const due = now.getTime() + Math.round(delay * (0.9 + 0.2 * random));
  return new Date(Math.max(due, retryAt?.getTime() ?? due));
}
