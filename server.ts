/** The entry point of all commands except tests and benchmarks. Runs the command and shuts down in order. */

import cluster from "node:cluster";
import { checkArguments } from "./bin/arguments.mjs";
import { run, stop } from "./commands/lifetime";
import { print } from "./commands/print";

// Makes new files, such as uploads and backups, readable by this user alone.
process.umask(0o077);

/** Imported lazily: they read the environment, whose errors `run` prints. */
const commands: Record<string, () => Promise<void>> = {
  start: async () => (await import("./commands/serve")).serve("production"),
  dev: async () => (await import("./commands/serve")).serve("development"),
  // A worker process of `start` with WORKERS.
  work: async () => (await import("./commands/worker")).runWorker(),
  key: async () => (await import("./commands/key")).printKey(),
  "owner-link": async () => (await import("./commands/owner-link")).printOwnerLink(),
  backup: async () => (await import("./commands/backup")).writeBackup(),
  restore: async () => (await import("./commands/restore")).readBackup(),
};

/** Signals that stop the process. */
const stopSignals: readonly NodeJS.Signals[] = ["SIGINT", "SIGTERM"];

logUnhandledErrors();
if (cluster.isWorker) leaveSignalsToPrimary();
else stopOnSignals();
run(begin);

/** Runs the command, or prints how it is used. The launcher has checked its arguments unless this program runs alone. */
async function begin(): Promise<void> {
  const [name = "start", ...given] = process.argv.slice(2);
  const command = commands[name];
  if (!command) throw new Error(`Unknown command. Available commands: ${Object.keys(commands).join(", ")}.`);
  const usage = checkArguments(name, given);
  if (usage === undefined) return command();
  print(usage.split("\n"));
  void stop();
}

function logUnhandledErrors(): void {
  // The reader of our output may close the pipe at any time.
  process.stdout.on("error", () => {});
  for (const event of ["uncaughtException", "unhandledRejection"]) {
    process.on(event, async (error: unknown) => {
      const { logger } = await import("@/lib/server/logger");
      logger.error({ err: error }, event);
    });
  }
}

/** Ignores Ctrl-C, which every process of the terminal receives: the primary stops its workers in order. */
function leaveSignalsToPrimary(): void {
  for (const signal of [...stopSignals, "SIGHUP"]) process.on(signal, () => {});
}

function stopOnSignals(): void {
  const signals: NodeJS.Signals[] = [...stopSignals];
  // Stops when the terminal is closed, but not when started in the background (nohup).
  if (process.stdout.isTTY) signals.push("SIGHUP");
  for (const signal of signals) process.on(signal, () => void stop());
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent();
}

/** Stops when npm is gone: a killed npm cannot forward the signal. */
function stopWithParent(): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) void stop();
  }, 250).unref();
}
