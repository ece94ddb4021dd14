import type { DescribedAttachment } from "../../contract/database-file";
import { execute, Prisma, query } from "../db";
import { isHeldBy } from "../files/unused-files";
import type { BaseRow } from "../structure/structure";

/** An attachment, without the checksum of its bytes. */
export type HeldAttachment = Omit<DescribedAttachment, "sha256">;

const pageSize = 500;

/** Reads the attachments in the cells of a database, in a transaction. */
export async function* heldAttachments({ id, tables }: BaseRow): AsyncGenerator<HeldAttachment> {
  const fields = tables.flatMap((table) => table.fields);
  await execute(Prisma.sql`
    DECLARE "held" NO SCROLL CURSOR FOR SELECT "id", "filename", "originalName", "size", "mimeType",
      to_char("uploadedAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "uploadedAt"
    FROM "Attachment" WHERE "baseId" = ${id} AND ${isHeldBy(fields)}`);
  const fetch = Prisma.sql`FETCH ${Prisma.raw(String(pageSize))} FROM "held"`;
  for (let page = await query<HeldAttachment>(fetch); page.length > 0; page = await query(fetch)) yield* page;
  await execute(Prisma.sql`CLOSE "held"`);
}
