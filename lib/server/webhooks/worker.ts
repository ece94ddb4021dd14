import { setTimeout as delay } from "node:timers/promises";
import { Prisma, query } from "../db";
import { env } from "../env";
import { Watch } from "../log/news";
import { logger } from "../logger";
import { reasonOf } from "../reason-of";
import { Gate } from "./gate";
import { type Locks, openLocks } from "./locks";
import { runWebhook } from "./run-webhook";
import { onWake } from "./wake";

/** Interval in ms of looking at all webhooks, for what notifications have missed. */
const lookEvery = 5_000;

/** Delay in ms before a webhook reads again if a write was not settled yet. */
const settlesWithin = 100;

/** Time in ms for attempts under way when the process stops. */
const grace = 2_000;

/** Sends the events of all webhooks, together with other processes, until the returned function is called. */
export function startWebhooks(): () => Promise<void> {
  const worker = new Worker();
  const work = worker.work();
  return async () => {
    worker.end();
    await work;
  };
}

/** A webhook that may have something to send. */
interface Look {
  readonly id: number;
  readonly baseId: string;
  readonly nextAttemptAt: Date | null;
  readonly isDue: boolean;
}

class Worker {
  readonly #stopping = new AbortController();
  readonly #gate = new Gate(Math.max(1, Math.min(4, Math.floor(env.DATABASE_CONNECTIONS / 4))));
  /** Runs by webhook. */
  readonly #runs = new Map<number, Promise<void>>();
  /** Webhooks that have got something to send during their run. */
  readonly #again = new Set<number>();
  #locks: Promise<Locks> | undefined;
  /** Undefined without webhooks, so that an idle process does not listen. */
  #watch: Watch | undefined;
  #rouse = () => {};
  #watched: readonly string[] = [];
  #isAsked = false;
  #isEnding = false;

  end(): void {
    this.#isEnding = true;
    this.#watch?.end();
    this.#rouse();
  }

  async work(): Promise<void> {
    const stopWaking = onWake(() => this.#wake());
    let nextLook = 0;
    let noticed: readonly string[] = [];
    while (!this.#isEnding) {
      const now = Date.now();
      const isForAll = this.#isAsked || now >= nextLook;
      try {
        if (isForAll) {
          this.#isAsked = false;
          nextLook = now + lookEvery;
          const all = await findWebhooks();
          this.#follow(all);
          const times = all.flatMap(({ nextAttemptAt }) => nextAttemptAt?.getTime() ?? []);
          nextLook = Math.min(nextLook, ...times.filter((time) => time > now));
        } else if (noticed.length > 0) this.#startDue(await findWebhooks(noticed));
      } catch (error) {
        logger.warn(`webhooks cannot be read: ${reasonOf(error)}`);
      }
      if (this.#isAsked || this.#isEnding) continue;
      noticed = await this.#next(Math.max(1, nextLook - Date.now()));
    }
    stopWaking();
    await this.#finish();
  }

  #wake(): void {
    this.#isAsked = true;
    this.#watch?.wake();
    this.#rouse();
  }

  /** Waits for databases that were written to, for at most so many milliseconds. */
  async #next(maxMs: number): Promise<readonly string[]> {
    if (this.#watch) return [...(await this.#watch.next(maxMs)).written];
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, maxMs);
      this.#rouse = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    return [];
  }

  /** Watches the databases of all webhooks. */
  #follow(all: readonly Look[]): void {
    const databaseIds = [...new Set(all.map(({ baseId }) => baseId))].sort();
    if (databaseIds.join() !== this.#watched.join()) {
      const former = this.#watch;
      this.#watch = databaseIds.length > 0 ? new Watch(databaseIds, false) : undefined;
      this.#watched = databaseIds;
      former?.end();
      // Looks once more, because writes before may have been missed.
      this.#isAsked = true;
    }
    this.#startDue(all);
  }

  #startDue(webhooks: readonly Look[]): void {
    for (const { id, isDue } of webhooks) if (isDue) this.#start(id);
  }

  #start(id: number): void {
    if (this.#isEnding) return;
    if (this.#runs.has(id)) {
      this.#again.add(id);
      return;
    }
    const run = this.#run(id)
      .catch((error) => logger.warn({ err: error }, `webhook ${id} is interrupted`))
      .finally(() => {
        this.#runs.delete(id);
        if (this.#again.delete(id)) this.#start(id);
      });
    this.#runs.set(id, run);
  }

  async #run(id: number): Promise<void> {
    const locks = await this.#openLocks();
    if (!(await locks.take(id))) return;
    try {
      const signal = AbortSignal.any([this.#stopping.signal, locks.signal]);
      const outcome = await runWebhook(id, { gate: this.#gate, signal });
      // The time of the next attempt is known now.
      if (outcome === "failed") this.#wake();
      if (outcome === "unsettled") setTimeout(() => this.#start(id), settlesWithin).unref();
    } finally {
      if (!locks.signal.aborted) await locks.release(id);
    }
  }

  /** The connection with the locks, opened again after it was lost. */
  #openLocks(): Promise<Locks> {
    this.#locks ??= openLocks().then(
      (locks) => {
        locks.signal.addEventListener("abort", () => {
          this.#locks = undefined;
        });
        return locks;
      },
      (error) => {
        this.#locks = undefined;
        throw error;
      },
    );
    return this.#locks;
  }

  /** Gives attempts under way some time to end. */
  async #finish(): Promise<void> {
    const ended = Promise.all(this.#runs.values());
    await Promise.race([ended, delay(grace, undefined, { ref: false })]);
    this.#stopping.abort();
    await ended;
    await (await this.#locks)?.close();
  }
}

/** Finds the webhooks that send, of these databases if given, with whether they have something to send. */
function findWebhooks(databaseIds?: readonly string[]): Promise<Look[]> {
  const isOfThese = databaseIds ? Prisma.sql`"Webhook"."baseId" = ANY(${databaseIds})` : Prisma.sql`true`;
  return query<Look>(Prisma.sql`
    SELECT "Webhook"."id", "Webhook"."baseId", "nextAttemptAt", "isResending" OR (
      "active" AND ("nextAttemptAt" IS NULL OR "nextAttemptAt" <= now()) AND ("pending" IS NOT NULL OR EXISTS (
        SELECT FROM "Change" WHERE "Change"."baseId" = "Webhook"."baseId"
          AND ("Change"."xid", "Change"."number") > ("Webhook"."xid", "Webhook"."number")))) AS "isDue"
    FROM "Webhook" JOIN "Base" ON "Base"."id" = "Webhook"."baseId"
    CROSS JOIN LATERAL (SELECT EXISTS (
      SELECT FROM "WebhookDelivery" WHERE "webhookId" = "Webhook"."id" AND "status" = 'resending') AS "isResending") AS again
    WHERE ("active" OR "isResending") AND ${isOfThese}`);
}
