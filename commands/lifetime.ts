/** The lifetime of a command: resources are closed in reverse order at its end. */
import { printError } from "./print";

const closers: (() => Promise<void>)[] = [];
let running: Promise<void> = Promise.resolve();
let isStopping = false;
let exitCode = 0;
const interruption = new AbortController();

/** Aborted when the process stops; cancels long operations. */
export const stopSignal = interruption.signal;

/** Runs the command of the process. If it throws, the process ends with its message. */
export function run(command: () => Promise<void>): void {
  running = command();
  running.catch(fail);
}

/** Registers a callback for the end of the process. Callbacks run in reverse order. */
export function closeAtEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** Ends the process with a message and the exit code 1. */
export async function fail(error: unknown): Promise<void> {
  exitCode = 1;
  printError(error);
  await stop();
}

/** Ends the process after closing all resources, including those still being opened. */
export async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  interruption.abort(new Error("The command was stopped."));
  await running.catch(() => {});
  for (const close of closers.reverse()) await close().catch(printError);
  process.exit(exitCode);
}
