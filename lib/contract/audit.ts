import * as z from "zod";
import { keyId, timestamp } from "./ids";
import { scopes } from "./keys";
import { defaultPage, pageLimit, pageQuery } from "./pages";
import { grant, namedPerson } from "./people";
import { installationRoles, roles } from "./roles";
import { fieldRule, tableRule } from "./rules";

/** Details of events; each event records those that its rule lists. */
const details = {
  by: z
    .enum(["password", "code", "key", "link", "openid", "passkey", "invitation", "reset", "confirmation"])
    .describe(
      "What was used to sign in, or was wrong. `code` is of the second factor, `link` a sign-in link, `openid` an account at the OpenID provider, `invitation`, `reset` and `confirmation` (of an e-mail address) the token in the link of one.",
    ),
  role: z.enum([...roles, ...installationRoles]).describe("The new role."),
  previousRole: z.enum([...roles, ...installationRoles]).describe("The role until then."),
  databases: z.array(grant).describe("The roles in databases that an invitation gives."),
  scopes: z.array(z.enum(scopes)).describe("The scopes of the key since then."),
  changed: z.array(z.string()).describe("The changed properties."),
  count: z.int().describe("Number of browsers, keys or entries of the trash."),
  tables: z.array(tableRule).describe("The new rules of the tables whose rules changed."),
  fields: z
    .array(fieldRule.partial({ read: true }))
    .describe("The new rules of the fields whose rules changed."),
  format: z.string().describe("The format of the file."),
} as const;
export type AuditDetails = { readonly [Name in keyof typeof details]: z.output<(typeof details)[Name]> };

export const subjectKinds = [
  "person",
  "invitation",
  "key",
  "webhook",
  "view",
  "field",
  "table",
  "database",
] as const;
export type SubjectKind = (typeof subjectKinds)[number];

interface EventRule {
  /** The name on the page. */
  readonly label: string;
  readonly details: readonly (keyof typeof details)[];
  /** True for what anybody can repeat without a limit. Then only some per minute are recorded. */
  readonly isFrequent?: true;
}

/** Everything that the audit log records. */
export const auditEvents = {
  "signed-in": { label: "Signed in", details: ["by"], isFrequent: true },
  "sign-in-failed": { label: "Sign-in failed", details: ["by"], isFrequent: true },
  "password-check-failed": { label: "Current password entered wrongly", details: [], isFrequent: true },
  "signed-out": { label: "Signed out", details: [], isFrequent: true },
  "browsers-signed-out": { label: "Other browsers signed out", details: ["count"], isFrequent: true },
  "sign-in-link-created": { label: "Sign-in link created", details: [] },
  "email-changed": { label: "E-mail address changed", details: [] },
  "password-changed": { label: "Password changed", details: [] },
  "second-factor-turned-on": { label: "Second factor turned on", details: [] },
  "second-factor-turned-off": { label: "Second factor turned off", details: [] },
  "passkey-added": { label: "Passkey added", details: [] },
  "passkey-removed": { label: "Passkey removed", details: [] },
  "password-reset-created": { label: "Password reset link created", details: [] },
  "password-reset-used": { label: "Password reset by a link", details: [] },
  "invitation-created": {
    label: "Invitation created",
    details: ["role", "databases"],
  },
  "invitation-withdrawn": { label: "Invitation withdrawn", details: [] },
  "invitation-accepted": { label: "Invitation accepted", details: ["role"] },
  "role-changed": {
    label: "Role in the installation changed",
    details: ["role", "previousRole"],
  },
  "person-deactivated": { label: "Person deactivated", details: [] },
  "person-activated": { label: "Person activated", details: [] },
  "person-removed": { label: "Person removed", details: [] },
  "member-added": { label: "Role in a database given", details: ["role"] },
  "member-changed": {
    label: "Role in a database changed",
    details: ["role", "previousRole"],
  },
  "member-removed": {
    label: "Role in a database withdrawn",
    details: ["previousRole"],
  },
  "key-created": { label: "API key created", details: ["scopes"] },
  "key-changed": { label: "API key changed", details: ["scopes", "changed"] },
  "key-rotated": { label: "API key rotated", details: [] },
  "key-revoked": { label: "API key revoked", details: ["count"] },
  "rules-changed": { label: "Rules of a database changed", details: ["tables", "fields"] },
  "share-created": { label: "Shared link created", details: [] },
  "share-changed": { label: "Shared link changed", details: ["changed"] },
  "share-rotated": { label: "Shared link replaced", details: [] },
  "share-deleted": { label: "Shared link switched off", details: [] },
  "webhook-created": { label: "Webhook created", details: [] },
  "webhook-changed": { label: "Webhook changed", details: ["changed"] },
  "webhook-rotated": { label: "Secret of a webhook replaced", details: [] },
  "webhook-deleted": { label: "Webhook deleted", details: [] },
  "records-exported": { label: "Records exported", details: ["format"], isFrequent: true },
  "database-exported": {
    label: "Whole database exported",
    details: [],
    isFrequent: true,
  },
  "field-deleted": { label: "Field deleted", details: [] },
  "table-deleted": { label: "Table deleted", details: [] },
  "database-deleted": { label: "Database deleted", details: [] },
  "database-restored": { label: "Database restored", details: [] },
  "trash-erased": { label: "Trash erased", details: ["count"] },
} as const satisfies { readonly [event: string]: EventRule };

export type AuditEventName = keyof typeof auditEvents;
export const auditEventNames = Object.keys(auditEvents) as AuditEventName[];

/** The rule of an event. */
export function auditRuleOf(event: AuditEventName): EventRule {
  return auditEvents[event];
}

/** An entry of the audit log. */
export const auditEvent = z
  .object({
    id: z.uuid(),
    at: timestamp,
    event: z.enum(auditEventNames),
    person: namedPerson
      .nullable()
      .describe(
        "Who did it, or whose account a failed sign-in tried; null for a command on the server, and if there is no such account.",
      ),
    key: z
      .object({ id: keyId, name: z.string().nullable() })
      .nullable()
      .describe("The key that was used or signed in the browser."),
    address: z.string().nullable().describe("The network address of the call; null for a command."),
    databaseId: z.string().nullable().describe("The database in which it was done."),
    subject: z
      .object({
        kind: z.enum(subjectKinds),
        id: z.string(),
        name: z
          .string()
          .nullable()
          .describe("The name at that time; for an invitation, the invited e-mail address."),
      })
      .nullable()
      .describe("What it was done to."),
    details: z.object(details).partial(),
  })
  .describe("An entry of the audit log.");
export type AuditEvent = z.infer<typeof auditEvent>;

export const auditList = z.object({ events: z.array(auditEvent), nextCursor: z.string().nullable() });
export type AuditList = z.infer<typeof auditList>;

const maxEvents = 500;

const moment = z.iso
  .datetime({ offset: true, error: "takes an ISO timestamp, such as 2030-01-31T09:30:00Z" })
  .transform((text) => new Date(text))
  .optional();

/** Filters the audit log. */
export const auditQuery = pageQuery.extend({
  limit: pageLimit(maxEvents).describe(
    `Maximum number of entries, up to ${maxEvents}; ${defaultPage} by default.`,
  ),
  event: z.enum(auditEventNames).optional().describe("Only this event."),
  personId: z
    .guid({ error: "takes the id of a person, which is a UUID" })
    .toLowerCase()
    .optional()
    .describe("Only what this person did or what was done to them."),
  since: moment.describe("Only entries of this time and later."),
  until: moment.describe("Only entries before this time."),
});
export type AuditQuery = z.output<typeof auditQuery>;
