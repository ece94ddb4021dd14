import { once } from "node:events";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import type { Work } from "./victim";

export interface Place {
  readonly origin: string;
  readonly key: string;
  /** Path of the records of a table with the field Name. */
  readonly records: string;
}

export interface Task {
  readonly name: "prepare" | "work" | "untilQuiet";
  readonly milliseconds: number;
}

export interface VictimThread {
  /** Edits and lists for this time, in ms. */
  work(milliseconds: number): Promise<Work>;
  /** Waits until calls are fast again, for at most 30 s. */
  untilQuiet(): Promise<void>;
  stop(): Promise<unknown>;
}

/** Starts a `Victim` in a thread, so that its times do not include the work of the attackers in this one. */
export async function startVictim(place: Place): Promise<VictimThread> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "victim-thread.ts")],
    bundle: true,
    platform: "node",
    write: false,
  });
  const thread = new Worker(outputFiles[0]?.text ?? "", { eval: true, workerData: place });
  /** Rejects if the thread fails, because `once` rejects at an `error`. */
  const run = async (name: Task["name"], milliseconds = 0) => {
    const answer = once(thread, "message");
    thread.postMessage({ name, milliseconds } satisfies Task);
    return (await answer)[0];
  };
  await run("prepare");
  return {
    work: (milliseconds) => run("work", milliseconds),
    untilQuiet: () => run("untilQuiet"),
    stop: () => thread.terminate(),
  };
}
