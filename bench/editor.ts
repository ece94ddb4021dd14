import type { ShownInvitation } from "@/lib/contract/people";
import { type Api, post } from "./api";
import type { BenchTable } from "./data";

/** Invites an editor to the table, gives it rules, and returns a key of the editor. */
export async function keyOfEditor(api: Api, table: BenchTable): Promise<string> {
  const call = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${api.origin}/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json", Origin: api.origin, ...headers },
      body: JSON.stringify(body),
    });
  const grant = { databaseId: table.databaseId, role: "editor" };
  const { url } = await post<ShownInvitation>(api, "/api/v1/invitations", {
    role: "guest",
    databases: [grant],
  });
  const token = new URLSearchParams(new URL(url).hash.slice(1)).get("token");
  const account = {
    name: "Editor",
    email: `${crypto.randomUUID()}@example.com`,
    password: crypto.randomUUID(),
  };
  const accepted = await call("POST", "/invitations/accept", { token, ...account });
  const Cookie = accepted.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const made = await call("POST", "/keys", { name: "Bench", scopes: ["read", "write"] }, { Cookie });
  const rules = {
    tables: [{ tableId: table.id, create: "creator", delete: "owner" }],
    fields: [{ fieldId: table.fields[1]?.id, update: "creator", read: "creator" }],
  };
  const ruled = await call("PUT", `/bases/${table.databaseId}/rules`, rules, {
    Authorization: `Bearer ${api.key}`,
  });
  if (!made.ok || !ruled.ok) throw new Error(`An editor got ${made.status}, the rules ${ruled.status}`);
  return (await made.json()).key;
}
