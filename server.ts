/** The program behind every command but the tests and measurements: picks the command and ends in good order. */

import cluster from "node:cluster";
import { run, stop } from "./commands/lifetime";

// Files made from here on, such as uploads and backups, are readable by this user alone.
process.umask(0o077);

/** Imported only once they run: reading the environment may fail, and its message is then printed like any other. */
const commands: Record<string, () => Promise<void>> = {
  start: async () => (await import("./commands/serve")).serve("production"),
  dev: async () => (await import("./commands/serve")).serve("development"),
  // One of the processes that `start` serves by, where WORKERS says so.
  work: async () => (await import("./commands/work")).work(),
  key: async () => (await import("./commands/key")).printKey(),
  "sign-in": async () => (await import("./commands/sign-in")).printSignInLink(),
  backup: async () => (await import("./commands/backup")).writeBackup(),
  restore: async () => (await import("./commands/restore")).readBackup(),
};

/** What asks a process to stop. */
const endings: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"];

surviveMishaps();
if (cluster.isWorker) leaveSignalsToPrimary();
else stopOnSignals();
run(commands[process.argv[2] ?? "start"] ?? refuse);

async function refuse(): Promise<void> {
  throw new Error(`There is no such command. There are ${Object.keys(commands).join(", ")}.`);
}

function surviveMishaps(): void {
  // A reader of our output may leave at any time.
  process.stdout.on("error", () => {});
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.on(event, async (error: unknown) => {
      const { logger } = await import("@/lib/server/logger");
      logger.error({ err: error }, event);
    });
  }
}

/** Ctrl-C reaches every process of the terminal; the primary stops its workers in their order. */
function leaveSignalsToPrimary(): void {
  for (const signal of [...endings, "SIGHUP"]) process.on(signal, () => {});
}

function stopOnSignals(): void {
  const signals: NodeJS.Signals[] = [...endings];
  // Closing the terminal stops what it shows. Started in the background (nohup) the server stays.
  if (process.stdout.isTTY) signals.push("SIGHUP");
  for (const signal of signals) process.on(signal, () => void stop());
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent();
}

/** npm passes signals on, but one that was killed leaves us behind. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, 250).unref();
}
