/** Entry of the thread of `startVictim`: runs a `Victim`, one message at a time. */
import { parentPort, workerData } from "node:worker_threads";
import { Caller } from "./caller";
import type { Place, Task } from "./start-victim";
import { Victim } from "./victim";

const { origin, key, records }: Place = workerData;
const victim = new Victim(new Caller(origin, key), records);

parentPort?.on("message", async ({ name, milliseconds }: Task) => {
  parentPort?.postMessage(await victim[name](milliseconds));
});
