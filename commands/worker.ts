import type { Socket } from "node:net";
import { AggregatorRegistry } from "prom-client";
import { closeDatabase } from "@/lib/server/connections";
import { env } from "@/lib/server/env";
import { createGracefulServer } from "@/lib/server/http/graceful-server";
import { Probes } from "@/lib/server/http/probes";
import { registry } from "@/lib/server/metrics";
import { guardDisk } from "@/lib/server/postgres/disk-room";
import { askPrimary, type ToWorker, tellPrimary } from "@/lib/server/workers/channel";
import { closeAtEnd, stop } from "./lifetime";
import { serveRequests } from "./serve-requests";

/** Serves the connections that the primary passes on, until it sends `stop`. */
export async function runWorker(): Promise<void> {
  if (process.argv.includes("--guard-disk")) guardDisk(env.ROWHOUSE_DATA_DIR);
  closeAtEnd(closeDatabase);
  const probes = new Probes();
  const server = createGracefulServer({
    early: probes.answer,
    endConnections: () => askPrimary("close", undefined),
  });
  // Starts Node's timeout for slow headers, which normally starts when the server listens.
  server.server.emit("listening");
  // Lets the primary collect this worker's metrics.
  AggregatorRegistry.setRegistries([registry]);
  new AggregatorRegistry();
  process.on("message", (message: ToWorker, socket?: Socket) => {
    if (message.type === "stop") void stop();
    if (message.type !== "connection") return;
    // Reads only after that, so that the primary knows which connections another worker may take.
    tellPrimary({ type: "received", handover: message.handover }, () => {
      if (!socket) return;
      // The default of HTTP servers: a client may end its side before the response.
      socket.allowHalfOpen = true;
      server.server.emit("connection", socket);
      socket.resume();
    });
  });
  await serveRequests("production", server, probes);
  tellPrimary({ type: "ready" });
}
