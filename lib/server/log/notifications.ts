import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { Prisma, query } from "../db";
import { env } from "../env";
import { logger } from "../logger";
import { reasonOf } from "../reason-of";

/** The channels between all processes on the same PostgreSQL: databases that were written to, and people present. */
const channels = ["rowhouse_written", "rowhouse_present"] as const;
export type Channel = (typeof channels)[number];

/** The part of a process that reads the notifications of a channel. They may be lost with a connection. */
export interface Receiver {
  /** True while the process needs them. */
  isWanted(): boolean;
  /** Takes the words of a notification. */
  take(words: readonly string[]): void;
  /** Called when listening begins, also after a failure: earlier notifications were missed. */
  onListening(): void;
}

/** Minimum interval in ms. Batches messages, because commits with NOTIFY are serialised. */
const atMostEvery = 150;
/** PostgreSQL limits a notification to 8,000 bytes. */
const maxBytes = 7_900;

interface Notifications {
  readonly receivers: Map<Channel, Receiver>;
  /** The words of the next notification of each channel. */
  readonly words: Map<Channel, Set<string>>;
  isTelling: boolean;
  listening: Promise<void> | undefined;
  isClosed: boolean;
}

/** Global, because our server and Next's bundle each load this module, but share the connection. */
const shared = globalThis as typeof globalThis & { rowhouseNotifications?: Notifications };

function notifications(): Notifications {
  shared.rowhouseNotifications ??= {
    receivers: new Map(),
    words: new Map(channels.map((channel) => [channel, new Set()])),
    isTelling: false,
    listening: undefined,
    isClosed: false,
  };
  return shared.rowhouseNotifications;
}

/** Sends a word, which has no space, to all processes, with others of the moment. Never throws or waits. */
export function notify(channel: Channel, word: string): void {
  const { words, isTelling } = notifications();
  words.get(channel)?.add(word);
  if (!isTelling) void tell();
}

async function tell(): Promise<void> {
  const { words } = notifications();
  const waiting = () => channels.filter((channel) => words.get(channel)?.size);
  notifications().isTelling = true;
  try {
    while (waiting().length > 0) {
      await delay(atMostEvery, undefined, { ref: false });
      for (const channel of waiting()) {
        const payload = takeWords(words.get(channel) ?? new Set());
        await query(Prisma.sql`SELECT pg_notify(${channel}, ${payload})`);
      }
    }
  } catch (error) {
    logger.warn({ err: error }, "a notification could not be sent");
  } finally {
    notifications().isTelling = false;
  }
}

/** Removes as many words as fit into a notification, and joins them. */
function takeWords(words: Set<string>): string {
  const taken: string[] = [];
  let bytes = 0;
  for (const word of words) {
    bytes += Buffer.byteLength(word) + 1;
    if (bytes > maxBytes && taken.length > 0) break;
    taken.push(word);
    words.delete(word);
  }
  return taken.join(" ");
}

/** Makes a part of the process the receiver of a channel, unless there is one already. */
export function receive(channel: Channel, receiver: Receiver): void {
  const { receivers } = notifications();
  if (!receivers.has(channel)) receivers.set(channel, receiver);
}

/** Listens while a receiver needs it, and reconnects after failures. */
export function listen(): void {
  const state = notifications();
  if (state.isClosed) return;
  state.listening ??= (async () => {
    while (isWanted(state)) {
      await listenOnce(state).catch((error) => {
        logger.warn(`notifications between processes are interrupted: ${reasonOf(error)}`);
      });
      if (isWanted(state)) await delay(retryAfter);
    }
  })().finally(() => {
    state.listening = undefined;
    if (isWanted(state)) listen();
  });
}

/** Stops listening before the process stops. */
export async function closeNotifications(): Promise<void> {
  const state = notifications();
  state.isClosed = true;
  await state.listening;
}

function isWanted({ receivers, isClosed }: Notifications): boolean {
  return !isClosed && [...receivers.values()].some((receiver) => receiver.isWanted());
}

const retryAfter = 1_000;
const restEvery = 1_000;

async function listenOnce(state: Notifications): Promise<void> {
  const client = new pg.Client({ connectionString: env.DATABASE_URL, connectionTimeoutMillis: 5_000 });
  let failure: Error | undefined;
  client.on("error", (error) => {
    failure = error;
  });
  client.on("end", () => {
    failure ??= new Error("the connection was closed");
  });
  client.on("notification", ({ channel, payload = "" }) => {
    state.receivers.get(channel as Channel)?.take(payload.split(" "));
  });
  try {
    await client.connect();
    for (const channel of channels) await client.query(`LISTEN ${channel}`);
    for (const receiver of state.receivers.values()) receiver.onListening();
    while (isWanted(state) && !failure) await delay(restEvery);
    if (failure) throw failure;
  } finally {
    await client.end().catch(() => {});
  }
}
