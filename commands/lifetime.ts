/** What a command has opened, closed in the opposite order at its end. */
import { complain } from "./print";

const closers: (() => Promise<void>)[] = [];
let work: Promise<void> = Promise.resolve();
let isStopping = false;
let exitCode = 0;
const interruption = new AbortController();

/** Aborted when the process is told to stop: long work passes it on. */
export const stopSignal = interruption.signal;

/** Runs the process's command; one that throws ends the process with its message. */
export function run(command: () => Promise<void>): void {
  work = command();
  work.catch(fail);
}

/** Registers what is to be closed at the end, the last first. */
export function closeAtEnd(close: () => Promise<void>): void {
  closers.push(close);
}

/** Ends the process with a message and the exit code 1. */
export async function fail(error: unknown): Promise<void> {
  exitCode = 1;
  complain(error);
  await stop();
}

/** Ends the process: closes all that was opened, also what is only being opened. */
export async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  interruption.abort(new Error("It was told to stop."));
  await work.catch(() => {});
  for (const close of closers.reverse()) await close().catch(complain);
  process.exit(exitCode);
}
