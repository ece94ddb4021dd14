import { badRequest, type ErrorDetail } from "../../contract/errors";
import { recordId as recordIdShape } from "../../contract/ids";
import type { WrittenValues } from "../../contract/records";

/** Validates the ids of a bulk update: UUIDs without repetition. */
export function recordIdsOf(all: readonly WrittenValues[]): string[] {
  const problems: ErrorDetail[] = [];
  const ids = all.map(({ recordId }, index) => {
    const read = recordIdShape.safeParse(recordId);
    const message = recordId === undefined ? "is required" : "takes a record id, which is a UUID";
    if (!read.success) problems.push({ path: `records[${index}].recordId`, message });
    return read.data ?? "";
  });
  if (problems.length > 0) throw badRequest(problems);
  refuseRepeated(ids, (index) => `records[${index}].recordId`);
  return ids;
}

/** Throws a 400 if an id is repeated. `pathOf` names it as the caller wrote it. */
export function refuseRepeated(ids: readonly string[], pathOf: (index: number) => string): void {
  const firstAt = new Map<string, number>();
  for (const [index, id] of ids.entries()) {
    const first = firstAt.get(id);
    if (first !== undefined)
      throw badRequest([{ path: pathOf(index), message: `is the same record as ${pathOf(first)}` }]);
    firstAt.set(id, index);
  }
}
