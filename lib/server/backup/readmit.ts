import type { ClientBase } from "pg";

/** Access that remains valid after a restore. */
export interface Readmitted {
  /** The names of the valid API keys, some of which may have been revoked after the backup. */
  readonly keys: readonly string[];
}

/**
 * Deletes sessions, sign-in codes, invitations, password resets, unfinished sign-ins and shared links, because they may
 * have ended after the backup. Passwords, second factors and passkeys stay as they were then. Keeps keys valid for
 * programs unless `revokeKeys` is set; which ones were revoked after the backup is unknown.
 */
export async function endSignIns(
  client: ClientBase,
  { revokeKeys }: { readonly revokeKeys: boolean },
): Promise<Readmitted> {
  await client.query('DELETE FROM "Session"');
  await client.query('DELETE FROM "SignInCode"');
  await client.query('DELETE FROM "Invitation"');
  await client.query('DELETE FROM "PasswordReset"');
  await client.query('DELETE FROM "OpenIdRequest"');
  await client.query('DELETE FROM "PasskeyChallenge"');
  await client.query('DELETE FROM "Share"');
  if (revokeKeys) await client.query('UPDATE "ApiKey" SET "revokedAt" = now() WHERE "revokedAt" IS NULL');
  const { rows } = await client.query<{ name: string }>(`
    SELECT "name" FROM "ApiKey" WHERE "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > now())
    ORDER BY "createdAt", "id"`);
  return { keys: rows.map(({ name }) => name) };
}
