import { setTimeout as delay } from "node:timers/promises";
import { hasCode } from "../../../contract/errors";
import { connectionSeats } from "../../connection-seats";
import { requireActive } from "./require-active";

/** Takes a seat for an import, and returns the way to leave it. Throws a 429 or 503 if none is free. */
export const takeImportSeat = connectionSeats("an import", "imports");

/** Milliseconds between attempts to get a seat. */
const tryEvery = 500;

/** Waits until a seat is free. */
export async function waitForSeat(owner: string, signal: AbortSignal): Promise<() => void> {
  for (;;) {
    requireActive(signal);
    try {
      return takeImportSeat(owner);
    } catch (error) {
      if (!hasCode(error, "RATE_LIMITED", "UNAVAILABLE")) throw error;
      await delay(tryEvery);
    }
  }
}
