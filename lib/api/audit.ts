import { auditList, auditQuery } from "../contract/audit";
import { limits } from "../contract/limits";
import { listAuditEvents } from "../server/access/audit";
import { operation } from "./operation";

export const auditOperations = [
  operation({
    id: "listAuditEvents",
    method: "GET",
    path: "/audit",
    summary: "List the audit log, newest first",
    description: `For owners of the installation: sign-ins and failed ones, invitations, roles, keys, exports and deletions, with
person, key and network address. Kept for ${limits.auditDays} days. If a failed sign-in or an export is repeated, at most 30
per minute of one person are recorded, 10 of them from one address.`,
    action: "read-audit",
    query: auditQuery,
    answer: auditList,
    run: ({ query }) => listAuditEvents(query),
  }),
] as const;
