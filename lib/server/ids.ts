import { v7 } from "uuid";

/** A record's id and the time it carries, in milliseconds: ids sort by creation, also within one of them. */
export function mintRecordId(): { id: string; createdAt: Date } {
  const id = v7();
  return { id, createdAt: new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)) };
}
