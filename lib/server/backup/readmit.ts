import type { ClientBase } from "pg";

/** Access that remains valid after a restore. */
export interface Readmitted {
  /** The names of the valid API keys, some of which may have been revoked after the backup. */
  readonly keys: readonly string[];
}

/**
 * Deletes sessions, sign-in codes, invitations, password resets, unconfirmed e-mail addresses, unfinished sign-ins and
 * shared links, because they may have ended after the backup, and switches webhooks off. Passwords, second factors and passkeys stay as they were then. Keeps keys valid for
 * programs unless `revokeKeys` is set; which ones were revoked after the backup is unknown.
 */
export async function endSignIns(
  client: ClientBase,
  { revokeKeys }: { readonly revokeKeys: boolean },
): Promise<Readmitted> {
  for (const table of ended) await client.query(`DELETE FROM "${table}"`);
  await pauseWebhooks(client);
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

/**
 * Switches webhooks off, because their receivers may have had events of a later time than that of the backup. Each one
 * continues with what changes from now on.
 */
async function pauseWebhooks(client: ClientBase): Promise<void> {
  const reason =
    "The data was restored from a backup. Switch the webhook on again to report what changes from then on.";
  await client.query(
    `UPDATE "Webhook" SET "active" = false, "sent" = 0, "pending" = NULL, "attempts" = 0, "nextAttemptAt" = NULL,
      "number" = (SELECT coalesce(max("number"), 0) FROM "Change" WHERE "Change"."baseId" = "Webhook"."baseId"),
      "pausedAt" = CASE WHEN "active" THEN now() ELSE "pausedAt" END,
      "pausedReason" = CASE WHEN "active" THEN $1 ELSE "pausedReason" END`,
    [reason],
  );
  await client.query(
    `UPDATE "WebhookDelivery" SET "status" = 'failed' WHERE "status" IN ('retrying', 'resending')`,
  );
}
