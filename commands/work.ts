import type { Socket } from "node:net";
import { AggregatorRegistry } from "prom-client";
import { closeDatabase } from "@/lib/server/db";
import { env } from "@/lib/server/env";
import { createDoor } from "@/lib/server/http/door";
import { Probes } from "@/lib/server/http/probes";
import { registry } from "@/lib/server/metrics";
import { guardDisk } from "@/lib/server/postgres/disk-room";
import { askPrimary, type ToWorker, tellPrimary } from "@/lib/server/workers/channel";
import { closeAtEnd, stop } from "./lifetime";
import { openDoor } from "./open-door";

/** Answers on the connections that the primary passes on, until it says to stop. */
export async function work(): Promise<void> {
  if (process.argv.includes("--guard-disk")) guardDisk(env.ROWHOUSE_DATA_DIR);
  closeAtEnd(closeDatabase);
  const probes = new Probes();
  const door = createDoor({ early: probes.answer, endConnections: () => askPrimary("close", undefined) });
  // Node begins to look after slow headers with the port, which this server has none of.
  door.server.emit("listening");
  // The primary asks each worker for its metrics and adds them up.
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry();
  process.on("message", (message: ToWorker, socket?: Socket) => {
    if (message.type === "stop") void stop();
    if (message.type !== "connection" || !socket) return;
    // As a server that has a port sets it: a caller may be done with sending before it is answered.
    socket.allowHalfOpen = true;
    door.server.emit("connection", socket);
    socket.resume();
  });
  await openDoor("production", door, probes);
  tellPrimary({ type: "ready" });
}
