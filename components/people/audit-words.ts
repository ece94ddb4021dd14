import type { NamedItem } from "@/components/forms/choice-group";
import { counted } from "@/components/tasks/counted";
import { nameOfPerson } from "@/components/ui/name-of-person";
import type { AuditDetails, AuditEvent } from "@/lib/contract/audit";
import { type Role, roles } from "@/lib/contract/roles";
import { installationRoleWords, roleWords } from "./role-words";

const byWords: { readonly [By in AuditDetails["by"]]: string } = {
  password: "password",
  code: "code of the second factor",
  key: "API key",
  link: "sign-in link",
  openid: "account at the OpenID provider",
  passkey: "passkey",
  invitation: "link of an invitation",
  reset: "link to reset a password",
  confirmation: "link to confirm an e-mail address",
};

/** The name to show for who caused an event. */
export function whoOf({ person, address }: AuditEvent): string {
  if (person) return nameOfPerson(person);
  return address === null ? "Command on the server" : "Unknown person";
}

/** The subject, roles and other details of an event, such as “Ada, Viewer → Editor, in Sales”. */
export function detailsOf(
  { subject, databaseId, details }: AuditEvent,
  databases: readonly NamedItem[],
): string {
  const databaseName = (id: string) => databases.find((each) => each.id === id)?.name ?? "a deleted database";
  const { by, role, previousRole, databases: grants = [], scopes, changed, count, format } = details;
  const { tables = [], fields = [] } = details;
  const changes = [previousRole, role].filter((each) => each !== undefined);
  const parts = [
    subject && subjectName(subject),
    changes.map(roleLabel).join(" → "),
    ...grants.map((grant) => `${roleWords[grant.role].label} of ${databaseName(grant.databaseId)}`),
    databaseId !== null && subject?.kind !== "database" && `in ${databaseName(databaseId)}`,
    by && byWords[by],
    changed && `changed: ${changed.join(", ")}`,
    scopes && `scopes: ${scopes.join(", ")}`,
    tables.length > 0 && counted(tables.length, "table"),
    fields.length > 0 && counted(fields.length, "field"),
    count?.toLocaleString("en"),
    format?.toUpperCase(),
  ];
  return parts.filter(Boolean).join(", ");
}

function subjectName({ kind, name }: NonNullable<AuditEvent["subject"]>): string {
  if (kind === "invitation") return name ?? "anyone with the link";
  return kind === "person" ? nameOfPerson({ name }) : (name ?? "");
}

function roleLabel(role: AuditDetails["role"]): string {
  return isDatabaseRole(role) ? roleWords[role].label : installationRoleWords[role].label;
}

/** An owner is called so in both. */
function isDatabaseRole(role: AuditDetails["role"]): role is Role {
  return roles.some((each) => each === role);
}
