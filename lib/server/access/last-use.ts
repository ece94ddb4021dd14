import { change } from "../log/changes";
import { logger } from "../logger";

/** Keys by id, and when this process last noted their use, in milliseconds of the monotonic clock. */
const noted = new Map<string, number>();
const atMostEvery = 60_000;

/** Writes down that a key is in use, about once a minute and in the way of nobody. */
export function noteUse({ id, lastUsedAt }: { id: string; lastUsedAt: Date | null }): void {
  const now = performance.now();
  const isNoted = now - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < atMostEvery;
  const isFresh = lastUsedAt !== null && Date.now() - lastUsedAt.getTime() < atMostEvery;
  if (isNoted || isFresh) return;
  noted.set(id, now);
  change((transaction) =>
    transaction.apiKey.updateMany({ where: { id }, data: { lastUsedAt: new Date() } }),
  ).catch((error) => logger.warn({ err: error }, "the last use of a key could not be noted"));
}
