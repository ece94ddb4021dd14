import type { ClientBase } from "pg";

/** Access that remains valid after a restore. */
export interface Readmitted {
  /** The names of the valid API keys, some of which may have been revoked after the backup. */
  readonly keys: readonly string[];
}

/**
 * Deletes sessions, sign-in codes, invitations, password resets, unconfirmed e-mail addresses, unfinished sign-ins and
 * shared links, because they may have ended after the backup. Passwords, second factors and passkeys stay as they were then. Keeps keys valid for
 * programs unless `revokeKeys` is set; which ones were revoked after the backup is unknown.
 */
export async function endSignIns(
  client: ClientBase,
  { revokeKeys }: { readonly revokeKeys: boolean },
): Promise<Readmitted> {
  for (const table of ended) await client.query(`DELETE FROM "${table}"`);
  if (revokeKeys) await client.query('UPDATE "ApiKey" SET "revokedAt" = now() WHERE "revokedAt" IS NULL');
  const { rows } = await client.query<{ name: string }>(`
    SELECT "name" FROM "ApiKey" WHERE "revokedAt" IS NULL AND ("expiresAt" IS NULL OR "expiresAt" > now())
    ORDER BY "createdAt", "id"`);
  return { keys: rows.map(({ name }) => name) };
}

const ended = [
  "Session",
  "SignInCode",
  "Invitation",
  "PasswordReset",
  "EmailChange",
  "OpenIdRequest",
  "PasskeyChallenge",
  "Share",
] as const;
