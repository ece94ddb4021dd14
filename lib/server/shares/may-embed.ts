import { shareToken } from "../../contract/shares";
import { hashOf } from "../access/secrets";
import { Prisma, queryReserved } from "../db";

/** Tests whether other sites may show the page of a shared link in a frame. */
export async function mayEmbed(token: string): Promise<boolean> {
  if (!shareToken.test(token)) return false;
  const [row] = await queryReserved<{ readonly embed: boolean }>(
    Prisma.sql`SELECT "embed" FROM "Share" WHERE "hash" = ${Buffer.from(hashOf(token))}`,
  );
  return row?.embed ?? false;
}
