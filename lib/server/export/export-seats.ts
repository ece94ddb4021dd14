import { ApiError } from "../../contract/errors";
import { env } from "../env";
import { createSeats } from "../workers/seats";

/** Exports in progress in this process, each of which holds a connection to PostgreSQL. */
const seats = createSeats();

/**
 * Takes a seat for an export and returns the way to leave it. All exports together hold at most a quarter of the
 * connections, those of one owner at most half of that, so that every caller's other queries find one.
 */
export function takeExportSeat(owner: string): () => void {
  const max = Math.max(1, Math.floor(env.DATABASE_CONNECTIONS / 4));
  const maxOfOwner = Math.max(1, Math.floor(max / 2));
  const seat = seats.enter({ owner, max, maxOfOwner });
  if (seat === "full of this owner") {
    const own = maxOfOwner === 1 ? "an export" : `${maxOfOwner} exports`;
    const message = `This key has ${own} in progress, which is the maximum. Try again when one has ended.`;
    throw new ApiError("RATE_LIMITED", message, undefined, retryLater);
  }
  if (seat === "full") {
    const message = "This server has the maximum number of exports in progress. Try again shortly.";
    throw new ApiError("UNAVAILABLE", message, undefined, retryLater);
  }
  return () => seats.leave(owner);
}

const retryLater = { "Retry-After": "5" };
