import { limits } from "../contract/limits";
import { createRoom } from "../server/room";

/** Memory for the bodies of requests. One caller may use half of it, which must fit the largest body. */
export const bodies = createRoom({
  bytes: Math.max(limits.bodyBytesAtOnce, 2 * limits.bodyBytes),
  what: "requests",
});
