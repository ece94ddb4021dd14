/** People with accounts of their own, for tests of rights. */
import { randomUUID } from "node:crypto";
import { expect } from "playwright/test";
import { type ShownKey, scopes } from "../lib/contract/keys";
import type { Grant, Me, ShownInvitation } from "../lib/contract/people";
import { ApiClient } from "./api-client";

/** Somebody who has accepted an invitation, signed in. */
export interface Account {
  readonly person: Me & { readonly name: string; readonly email: string };
  readonly password: string;
  /** The cookie of the session, such as `rowhouse_session_…=…`. */
  readonly cookie: string;
  /** Calls the API with the session, like a page. */
  readonly api: ApiClient;
}

interface Invited {
  readonly role?: "member" | "guest";
  readonly databases?: readonly Grant[];
  readonly email?: string;
}

/** Creates an invitation with the key of somebody who may invite. */
export async function invite(
  api: ApiClient,
  { role = "guest", databases = [], email }: Invited = {},
): Promise<ShownInvitation> {
  const { status, body } = await api.post<ShownInvitation>("/invitations", { role, databases, email });
  expect(status).toBe(201);
  return body;
}

/** Accepts an invitation with a new account. */
export async function accept(
  { origin }: Pick<ApiClient, "origin">,
  { url, email: invited }: Pick<ShownInvitation, "url" | "email">,
  { name, email: chosen, password } = newAccount(),
): Promise<Account> {
  const email = invited ?? chosen;
  const visitor = new ApiClient(origin, null);
  const answer = await visitor.post("/invitations/accept", { token: tokenIn(url), name, email, password });
  expect(answer.status).toBe(204);
  const session = sessionIn(origin, answer.headers);
  const { body: person } = await session.api.get("/me");
  return { ...session, person, password };
}

/** A name, e-mail address and password that no other test uses. */
export function newAccount(): { name: string; email: string; password: string } {
  const id = randomUUID().slice(0, 8);
  return { name: `Person ${id}`, email: `${id}@example.com`, password: `password of ${id}` };
}

/** Signs in with an e-mail address and password. */
export async function signInByPassword(
  { origin }: Pick<ApiClient, "origin">,
  { person: { email }, password }: { person: { email: string | null }; password: string },
): Promise<Pick<Account, "cookie" | "api">> {
  const { status, headers } = await new ApiClient(origin, null).post("/session", { email, password });
  expect(status).toBe(204);
  return sessionIn(origin, headers);
}

/** Creates an API key of a person, by their session. */
export async function keyOf(
  { api }: Pick<Account, "api">,
  given: Partial<Pick<ShownKey, "name" | "scopes" | "databases">> = {},
): Promise<ShownKey> {
  const { status, body } = await api.post<ShownKey>("/keys", { name: "Key", scopes, ...given });
  expect(status).toBe(201);
  return body;
}

/** Creates a person with a role in a database, and a key of theirs. */
export async function keyOfAnother(
  owner: ApiClient,
  databaseId: string,
  role: Grant["role"] = "editor",
): Promise<{ readonly key: string; readonly api: ApiClient }> {
  const { key } = await keyOf(
    await accept(owner, await invite(owner, { databases: [{ databaseId, role }] })),
  );
  return { key, api: new ApiClient(owner.origin, key) };
}

/** The token in the link of an invitation or reset. */
export function tokenIn(url: string): string {
  return new URLSearchParams(new URL(url).hash.slice(1)).get("token") ?? "";
}

function sessionIn(origin: string, headers: Headers): Pick<Account, "cookie" | "api"> {
  const cookie = headers.get("Set-Cookie")?.split(";")[0] ?? "";
  return { cookie, api: new ApiClient(origin, null, { Cookie: cookie, Origin: origin }) };
}

/** Makes another owner of the installation: somebody else with the same rights. */
export async function anotherOwner(owner: ApiClient, given = newAccount()): Promise<Account> {
  const account = await accept(owner, await invite(owner, { role: "member" }), given);
  const { status, body } = await owner.patch(`/people/${account.person.id}`, { role: "owner" });
  expect(status).toBe(200);
  return { ...account, person: { ...account.person, role: body.role } };
}
