import { ApiError } from "../contract/errors";
import { env } from "./env";
import { createSeats } from "./workers/seats";

/**
 * Seats for work that holds a connection to PostgreSQL for long, in this process. All of one kind together hold at most
 * a quarter of the connections, that of one owner at most half of this, so that every caller's other queries find one.
 * `one` and `several` name the work. Returns a function that takes a seat and returns the way to leave it.
 */
export function connectionSeats(one: string, several: string): (owner: string) => () => void {
  const seats = createSeats();
  return (owner) => {
    const max = Math.max(1, Math.floor(env.DATABASE_CONNECTIONS / 4));
    const maxOfOwner = Math.max(1, Math.floor(max / 2));
    const seat = seats.enter({ owner, max, maxOfOwner });
    if (seat === "full of this owner") {
      const own = maxOfOwner === 1 ? one : `${maxOfOwner} ${several}`;
      const message = `This key has ${own} in progress, which is the maximum. Try again when one has ended.`;
      throw new ApiError("RATE_LIMITED", message, undefined, retryLater);
    }
    if (seat === "full") {
      const message = `This server has the maximum number of ${several} in progress. Try again shortly.`;
      throw new ApiError("UNAVAILABLE", message, undefined, retryLater);
    }
    return () => seats.leave(owner);
  };
}

const retryLater = { "Retry-After": "5" };
