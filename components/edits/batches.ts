import { limits } from "@/lib/contract/limits";
import { byRecord, type Edit } from "./edits";

/** The maximum number of characters of values per request, because the server bounds the body. */
const maxCharacters = 4_000_000;

/** Splits items into requests, in order. An item that exceeds the limit goes alone. */
export function inBatches<Item>(items: readonly Item[], sizeOf: (item: Item) => number): Item[][] {
  const calls: Item[][] = [];
  let characters = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const call = calls.at(-1);
    if (call && call.length < limits.recordsPerCall && characters + size <= maxCharacters) {
      call.push(item);
      characters += size;
    } else {
      calls.push([item]);
      characters = size;
    }
  }
  return calls;
}

/** The number of characters that a value takes in a request. */
export function charactersOf(value: unknown): number {
  return typeof value === "string" ? value.length : (JSON.stringify(value)?.length ?? 0);
}

/** Splits edits into requests, keeping the edits of a record together. */
export function batchesOf(edits: readonly Edit[]): Edit[][] {
  const records = [...byRecord(edits).values()];
  const sizeOf = (ofRecord: readonly Edit[]) =>
    ofRecord.reduce((size, { value }) => size + charactersOf(value), 0);
  return inBatches(records, sizeOf).map((call) => call.flat());
}
