import { later } from "@/lib/client/later";
import { createHub, type Hub } from "./hub";
import type { FromHub } from "./live-messages";
import { openStream } from "./open-stream";

/** A hub with the browser's clock and network, for a tab or a worker. */
export function createHubInBrowser(tell: (message: FromHub) => void): Hub {
  return createHub({ open: openStream, tell, later, random: Math.random });
}
