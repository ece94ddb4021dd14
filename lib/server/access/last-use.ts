import { prisma } from "../db";
import { change } from "../log/changes";
import { logger } from "../logger";

/** When this process last recorded the use of each key or session, in ms of the monotonic clock. */
const noted = new Map<string, number>();
const atMostEvery = 60_000;

/** Renews a session at most once a day, without delaying the request. */
export function noteSession({ id, expiresAt }: { id: string; expiresAt: Date }): void {
  const end = Date.now() + sessionDays * 86_400_000;
  const now = performance.now();
  const isNoted = now - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < atMostEvery;
  if (end - expiresAt.getTime() < 86_400_000 || isNoted) return;
  noted.set(id, now);
  change(() => prisma().session.updateMany({ where: { id }, data: { expiresAt: new Date(end) } })).catch(
    (error) => logger.warn({ err: error }, "a session could not be extended"),
  );
}

/** Days after which an unused session ends. */
export const sessionDays = 30;

/** Records the use of a shared link about once a minute, without delaying the request. */
export function noteVisit({ id, lastUsedAt }: { id: string; lastUsedAt: Date | null }): void {
  if (isNoted(id, lastUsedAt)) return;
  change(() => prisma().share.updateMany({ where: { id }, data: { lastUsedAt: new Date() } })).catch(
    (error) => logger.warn({ err: error }, "the last use of a shared link could not be noted"),
  );
}

/** Records the use of a key about once a minute, without delaying the request. */
export function noteUse({ id, lastUsedAt }: { id: string; lastUsedAt: Date | null }): void {
  if (isNoted(id, lastUsedAt)) return;
  change(() => prisma().apiKey.updateMany({ where: { id }, data: { lastUsedAt: new Date() } })).catch(
    (error) => logger.warn({ err: error }, "the last use of a key could not be noted"),
  );
}

/** True if the last use was noted less than a minute ago; else it is about to be. */
function isNoted(id: string, lastUsedAt: Date | null): boolean {
  const now = performance.now();
  const byThisProcess = now - (noted.get(id) ?? Number.NEGATIVE_INFINITY) < atMostEvery;
  const byAny = lastUsedAt !== null && Date.now() - lastUsedAt.getTime() < atMostEvery;
  if (byThisProcess || byAny) return true;
  noted.set(id, now);
  return false;
}
