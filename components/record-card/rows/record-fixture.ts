import type { Record } from "@/lib/contract/records";

/** A record with this id. */
export function recordFixture(id: string): Record {
  return { id, data: {}, fields: {}, createdAt: "", updatedAt: "" };
}

/** Records with the ids `from`, `from + 1` and so on. */
export function recordFixtures(count: number, from = 0): Record[] {
  return Array.from({ length: count }, (_, index) => recordFixture(String(from + index)));
}
