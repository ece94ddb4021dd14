import { Prisma, query } from "../db";
import { type PersonRow, personColumns } from "./person-rows";

/** The person whom the launcher's sign-in links and keys are for: the active owner who has been one for longest. */
export async function ownerOf(): Promise<PersonRow> {
  const [row] = await query<{ person: PersonRow }>(Prisma.sql`
    SELECT ${personColumns} FROM "Person" WHERE "role" = 'owner' AND "deactivatedAt" IS NULL
    ORDER BY "createdAt", "id" LIMIT 1`);
  if (!row) throw new Error("The installation has no active owner.");
  return row.person;
}
