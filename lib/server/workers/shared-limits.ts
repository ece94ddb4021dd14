/** Limits shared by all processes on one port. */
import { type Allowance, createRateLimit, type RateLimitSize } from "../access/rate-limit";
import { askPrimary, isWorker } from "./channel";
import { createSeats, type Seats } from "./seats";

/** Creates a rate limit by its name, which is the same in every process. */
export function shareRateLimit(
  limit: string,
  size: RateLimitSize,
): { take(name: string): Promise<Allowance> | Allowance } {
  if (!isWorker) return createRateLimit(size);
  return { take: (name) => askPrimary("take", { limit, ...size, name }) };
}

/** The seats of this installation's streams. */
export const streamSeats: Seats = isWorker
  ? {
      enter: (request) => askPrimary("enter", request),
      leave: (owner) => void askPrimary("leave", { owner }),
    }
  : createSeats();
