import type { Role } from "../../contract/roles";
import { execute, Prisma } from "../db";

/** Gives a person a role in a database, in place of an earlier one. */
export async function setRole(databaseId: string, personId: string, role: Role): Promise<void> {
  await execute(Prisma.sql`
    INSERT INTO "Member" ("baseId", "personId", "role") VALUES (${databaseId}, ${personId}::uuid, ${role})
    ON CONFLICT ("baseId", "personId") DO UPDATE SET "role" = excluded."role"`);
}
