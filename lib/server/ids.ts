import { v7 } from "uuid";

/** A record's id and what it carries: ids sort by creation, also within one millisecond. */
export function mintRecordId(): { id: string; createdAt: Date; position: string } {
  const id = v7();
  const digits = id.replaceAll("-", "");
  return {
    id,
    createdAt: new Date(Number.parseInt(digits.slice(0, 12), 16)),
    // The time and the counter behind it, without the random rest: a new record comes last in the manual order.
    position: String(BigInt(`0x${digits.slice(0, 22)}`)),
  };
}
