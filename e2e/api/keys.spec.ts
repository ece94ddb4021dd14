import { mintKey } from "../../lib/contract/ids";
import { errorBody } from "../api-client";
import { contentsOf, expect, test } from "./fixtures";

const none = "An API key is needed: send Authorization: Bearer <API key>";
const bad = "The API key is not valid: send Authorization: Bearer <API key>";

test("a good key is good", async ({ api, apiKey }) => {
  for (const authorization of [`Bearer ${apiKey}`, `bearer ${apiKey}`, `BEARER   ${apiKey}`]) {
    const { status, body } = await api.call("/test", { headers: { Authorization: authorization } });
    expect(status).toBe(200);
    expect(body).toEqual({ ok: true });
  }
});

const refused: { [title: string]: [authorization: (key: string) => string | undefined, message: string] } = {
  "no key": [() => undefined, none],
  "an unknown key": [() => `Bearer ${mintKey()}`, bad],
  "an empty header": [() => "", bad],
  "no key after Bearer": [() => "Bearer", bad],
  "the key alone": [(key) => key, bad],
  "another scheme": [(key) => `Token ${key}`, bad],
  Basic: [(key) => `Basic ${btoa(`${key}:`)}`, bad],
  "a key and more": [(key) => `Bearer ${key} ${key}`, bad],
  "two keys": [(key) => `Bearer ${key}, Bearer ${key}`, bad],
  "a key in quotes": [(key) => `Bearer "${key}"`, bad],
  "half a key": [(key) => `Bearer ${key.slice(0, -1)}`, bad],
  "a key in capitals": [(key) => `Bearer ${key.toUpperCase()}`, bad],
  SQL: [() => "Bearer '/**/OR/**/''='", bad],
  "a very long key": [() => `Bearer ${"x".repeat(8_000)}`, bad],
  "characters beyond ASCII": [() => "Bearer sk_prod_\u00e9\u00ff", bad],
};
for (const [title, [authorization, message]] of Object.entries(refused)) {
  test(`${title} opens nothing`, async ({ api, apiKey, base, place }) => {
    const before = await contentsOf(api, base);
    const headers = { Authorization: authorization(apiKey) };
    for (const call of [
      { path: "/test" },
      { path: "/bases" },
      { path: `/bases/${base.id}` },
      { path: "/bases/0123456789abcdef" },
      { path: `/bases/${base.id}/tables`, method: "POST", body: { name: "T", fields: [] } },
      { path: `${place}/records`, method: "POST", body: { record: {} } },
      { path: `${place}/records/1`, method: "PATCH", raw: "{" },
      { path: `${place}/records/list`, method: "POST" },
      { path: "/session", method: "DELETE" },
    ]) {
      const { path, ...request } = call;
      const answer = await api.call(path, { ...request, headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("WWW-Authenticate")).toBe("Bearer");
      expect(answer.body).toEqual(errorBody("UNAUTHORIZED", message));
    }
    expect(await contentsOf(api, base)).toEqual(before);
  });
}

test("a key in the address or in a cookie is none", async ({ api, apiKey }) => {
  const without = { Authorization: undefined };
  const inQuery = await api.call(`/test?key=${apiKey}`, { headers: without });
  const inCookie = await api.call("/test", { headers: { ...without, Cookie: `rowhouse_session=${apiKey}` } });
  expect([inQuery.status, inCookie.status]).toEqual([401, 401]);
});
