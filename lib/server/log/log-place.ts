import { badRequest } from "../../contract/errors";
import { Prisma, prisma, query } from "../db";
import type { LogPlace } from "./past-fields";

/** A position in the log; large numbers are texts. */
export type Place = Pick<LogPlace, "xid" | "number">;

export const beforeAll: Place = { xid: "0", number: "0" };

/** Greater than any entry number. */
export const afterAll = "9".repeat(18);

export function isBefore(one: Place, other: Place): boolean {
  const [xid, otherXid] = [one.xid, other.xid].map(BigInt) as [bigint, bigint];
  return xid < otherXid || (xid === otherXid && BigInt(one.number) < BigInt(other.number));
}

/** The position after the expired entries of a database. */
export async function startOfLog(databaseId: string): Promise<Place> {
  const [start] = await query<Place>(
    Prisma.sql`SELECT "xid", "number" FROM "LogStart" WHERE "baseId" = ${databaseId}`,
  );
  return start ?? beforeAll;
}

/** The id of the log, which a restore changes. */
export async function idOfLog(): Promise<string> {
  const [log] = await prisma().log.findMany();
  return log?.id ?? "";
}

/** The form of a position that callers keep. */
export function placeText(logId: string, { xid, number }: Place): string {
  return Buffer.from(JSON.stringify([logId, String(xid), String(number)])).toString("base64url");
}

/** Throws a 400 for a text that is no position in this log. */
export function readPlace(since: string, logId: string): Place {
  try {
    const [id, xid, number] = JSON.parse(Buffer.from(since, "base64url").toString("utf8")) as unknown[];
    if (id === logId && [xid, number].every((each) => /^\d{1,18}$/.test(String(each)))) {
      return { xid: String(xid), number: String(number) };
    }
  } catch {
    // Refused below.
  }
  throw badRequest([
    {
      path: "since",
      message: "takes the `next` of a previous response from this log; omit it to start over",
    },
  ]);
}
