import { totalmem } from "node:os";

const megabyte = 2 ** 20;

/**
 * The memory in MB in which PostgreSQL keeps data: an eighth of what this process may use, at most 4 GB. PostgreSQL takes it
 * only as data is read, and keeps whole tables up to a quarter of it there: reading one of 650 MB then takes two
 * thirds of the time.
 */
export function sharedBuffers(memory = usableMemory()): number {
  return Math.round(Math.min(Math.max(memory / 8 / megabyte, 128), 4_096));
}

/** Bytes. A container may be limited to less than the machine has. */
function usableMemory(): number {
  return Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
}
