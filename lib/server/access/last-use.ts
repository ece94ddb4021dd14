import { prisma } from "../db";
import { change } from "../log/changes";
import { logger } from "../logger";

/** When this process last recorded the use of each key, in ms of the monotonic clock. */
const noted = new Map<string, number>();
const atMostEvery = 60_000;

/** Records the use of a key about once a minute, without delaying the request. */
export function noteUse({ id, lastUsedAt }: { id: string; lastUsedAt: Date | null }): void {
  const now = performance.now();
  const isNoted = now - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < atMostEvery;
  const isFresh = lastUsedAt !== null && Date.now() - lastUsedAt.getTime() < atMostEvery;
  if (isNoted || isFresh) return;
  noted.set(id, now);
  change(() => prisma().apiKey.updateMany({ where: { id }, data: { lastUsedAt: new Date() } })).catch(
    (error) => logger.warn({ err: error }, "the last use of a key could not be noted"),
  );
}
