import type { ClientBase } from "pg";

/** Who can come in again after a restore. */
export interface Readmitted {
  /** The names of the API keys that open it, be it that they have been revoked since the backup was made. */
  readonly keys: readonly string[];
}

/**
 * Ends what a backup has of sign-ins: a browser that was signed out since then stays so. Keys are what programs go on
 * with, so they stay good unless all are to be revoked; nobody here can tell which were revoked since.
 */
export async function endSignIns(
  client: ClientBase,
  { revokeKeys }: { readonly revokeKeys: boolean },
): Promise<Readmitted> {
  await client.query('DELETE FROM "Session"');
  await client.query('DELETE FROM "SignInCode"');
  if (revokeKeys) await client.query('UPDATE "ApiKey" SET "revokedAt" = now() WHERE "revokedAt" IS NULL');
  const { rows } = await client.query<{ name: string }>(`
    SELECT "name" FROM "ApiKey" WHERE "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > now())
    ORDER BY "createdAt", "id"`);
  return { keys: rows.map(({ name }) => name) };
}
