import { ApiClient, errorBody } from "../api-client";
import { expect, test as withTable } from "./fixtures";

const test = withTable.extend<{
  /** Calls without a key, like a browser's page. */
  visitor: ApiClient;
  /** The cookie of a signed-in browser. */
  cookie: string;
}>({
  visitor: async ({ baseURL }, use) => use(new ApiClient(baseURL as string, null)),
  cookie: async ({ visitor, apiKey }, use) => {
    const { headers } = await visitor.post("/session", { key: apiKey });
    await use(headers.get("Set-Cookie")?.split(";")[0] ?? "");
  },
});

const foreign =
  "A session may be used only from the application's own pages. Use an API key to call the API.";

test.describe("signing in", () => {
  test("with a key sets an HttpOnly cookie", async ({ visitor, apiKey }) => {
    const { status, headers, body } = await visitor.post("/session", { key: apiKey });
    expect([status, body]).toEqual([204, ""]);
    expect(headers.get("Set-Cookie")).toMatch(
      /^rowhouse_session_\d+=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=34560000$/,
    );
  });

  test("with a key twice creates two sessions", async ({ visitor, apiKey, cookie }) => {
    const second = (await visitor.post("/session", { key: apiKey })).headers.get("Set-Cookie");
    expect(second).not.toContain(cookie);
  });

  for (const [given, message] of [
    [{ key: "sk_prod_wrong" }, "This is not a valid API key."],
    [
      { code: "wrong" },
      "This sign-in link was used already or is older than 15 minutes. Sign in with an API key, or create a new link with npm run owner-link.",
    ],
  ]) {
    test(`is refused with ${JSON.stringify(given)}`, async ({ visitor }) => {
      const { status, headers, body } = await visitor.post("/session", given);
      expect(status).toBe(401);
      expect(body).toEqual(errorBody("UNAUTHORIZED", message));
      expect(headers.has("Set-Cookie")).toBe(false);
    });
  }

  for (const given of [
    {},
    null,
    [],
    { key: null },
    { key: 5 },
    { code: ["x"] },
    { key: "a", code: "b" },
    { password: "x" },
  ]) {
    test(`is refused with ${JSON.stringify(given)}, with an explanation`, async ({ visitor }) => {
      const { status, headers, body } = await visitor.post("/session", given);
      expect(status).toBe(400);
      expect(body.error).toMatchObject({ code: "BAD_REQUEST", details: [{ path: expect.any(String) }] });
      expect(headers.has("Set-Cookie")).toBe(false);
    });
  }

  for (const headers of [
    { Origin: "https://elsewhere.example" },
    { Origin: "null" },
    { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" },
  ]) {
    test(`is refused for another origin, ${JSON.stringify(headers)}`, async ({ visitor, apiKey }) => {
      const answer = await visitor.call("/session", { method: "POST", body: { key: apiKey }, headers });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(errorBody("FORBIDDEN", foreign));
      expect(answer.headers.has("Set-Cookie")).toBe(false);
    });
  }
});

test.describe("a signed-in browser", () => {
  test("reads", async ({ visitor, cookie, base }) => {
    for (const path of ["/test", `/bases/${base.id}`]) {
      expect((await visitor.call(path, { headers: { Cookie: cookie } })).status).toBe(200);
    }
    const among = await visitor.call("/test", { headers: { Cookie: `a=b; ${cookie}; c=d` } });
    expect(among.status).toBe(200);
  });

  test("writes from the application's own pages", async ({ visitor, cookie, place, baseURL }) => {
    for (const site of [undefined, "same-origin"]) {
      const { status } = await visitor.call(`${place}/records`, {
        method: "POST",
        body: { record: {} },
        headers: { Cookie: cookie, Origin: baseURL, "Sec-Fetch-Site": site },
      });
      expect(status).toBe(201);
    }
  });

  const elsewhere: { [title: string]: (own: string) => { [name: string]: string } } = {
    "without an Origin": () => ({}),
    "from another page": () => ({ Origin: "https://elsewhere.example" }),
    "from an opaque page": () => ({ Origin: "null" }),
    "from an Origin that is none": () => ({ Origin: "elsewhere" }),
    "from an Origin that is empty": () => ({ Origin: "" }),
    "from two Origins": (own) => ({ Origin: `${own}, https://elsewhere.example` }),
    "from an address below ours": (own) => ({ Origin: `${own}.elsewhere.example` }),
    "from a name that holds ours": (own) => ({ Origin: own.replace("//", "//elsewhere.example:1@") }),
    "from another port": (own) => ({ Origin: own.replace(/:\d+$/, ":1") }),
    "from a name that begins alike": (own) => ({ Origin: own.replace(/:(\d+)$/, ".elsewhere.example:$1") }),
    "from the same site": (own) => ({ Origin: own, "Sec-Fetch-Site": "same-site" }),
    "from another site": (own) => ({ Origin: own, "Sec-Fetch-Site": "cross-site" }),
    "from no page": (own) => ({ Origin: own, "Sec-Fetch-Site": "none" }),
    "with only Sec-Fetch-Site": () => ({ "Sec-Fetch-Site": "same-origin" }),
  };
  for (const [title, headers] of Object.entries(elsewhere)) {
    test(`cannot write ${title}`, async ({ api, visitor, cookie, base, place, baseURL }) => {
      const record = (await api.post(`${place}/records`, { record: {} })).body;
      for (const [path, method, body] of [
        [`${place}/records/${record.id}`, "PATCH", { record: { Name: "x" } }],
        [`/bases/${base.id}/tables`, "POST", { name: "T", fields: [{ type: "number", name: "N" }] }],
        ["/session", "DELETE", undefined],
        [`/bases/${base.id}/attachments?filename=a`, "POST", "a form of another page could send this"],
      ] as const) {
        const answer = await visitor.call(path, {
          method,
          ...(typeof body === "string" ? { raw: body } : { body }),
          headers: {
            Cookie: cookie,
            ...(typeof body === "string" && { "Content-Type": "text/plain" }),
            ...headers(baseURL as string),
          },
        });
        expect(answer.status).toBe(403);
        expect(answer.body).toEqual(errorBody("FORBIDDEN", foreign));
      }
      expect((await api.get(`${place}/records/${record.id}`)).body).toEqual(record);
      expect((await visitor.call("/test", { headers: { Cookie: cookie } })).status).toBe(200);
    });
  }

  test("is identified by its key if it sends both", async ({ visitor, apiKey, cookie }) => {
    const good = await visitor.call("/bases", {
      method: "POST",
      body: { name: "By key" },
      headers: { Cookie: cookie, Authorization: `Bearer ${apiKey}`, Origin: "https://elsewhere.example" },
    });
    const bad = await visitor.call("/test", { headers: { Cookie: cookie, Authorization: "Bearer wrong" } });
    expect([good.status, bad.status]).toEqual([201, 401]);
  });
});

test.describe("signing out", () => {
  test("ends only this session", async ({ visitor, apiKey, cookie, baseURL }) => {
    const other = (await visitor.post("/session", { key: apiKey })).headers.get("Set-Cookie")?.split(";")[0];
    const { status, headers, body } = await visitor.call("/session", {
      method: "DELETE",
      headers: { Cookie: cookie, Origin: baseURL },
    });
    expect([status, body]).toEqual([204, ""]);
    expect(headers.get("Set-Cookie")).toMatch(
      /^rowhouse_session_\d+=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/,
    );
    const after = await visitor.call("/test", { headers: { Cookie: cookie } });
    expect(after.status).toBe(401);
    expect(after.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect((await visitor.call("/test", { headers: { Cookie: other } })).status).toBe(200);
  });

  test("with a key does not affect the key", async ({ api }) => {
    expect((await api.call("/session", { method: "DELETE" })).status).toBe(204);
    expect((await api.get("/test")).status).toBe(200);
  });
});

test.describe("the list of sessions", () => {
  test("has the sessions of the own key, and ends one or all others", async ({ api }) => {
    const { body: key } = await api.post("/keys", { name: "Mine", scopes: ["read"] });
    const { body: another } = await api.post("/keys", { name: "Theirs", scopes: ["read"] });
    const mine = [];
    for (let count = 0; count < 3; count++) mine.push(await ApiClient.signIn(api.origin, key.key));
    const theirs = await ApiClient.signIn(api.origin, another.key);
    const [first, second, third] = mine as [ApiClient, ApiClient, ApiClient];
    const { body } = await third.get("/sessions");
    expect(body.sessions).toEqual(
      [true, false, false].map((isCurrent) => ({
        id: expect.any(String),
        key: { id: key.id, name: "Mine" },
        createdAt: expect.any(String),
        expiresAt: expect.any(String),
        isCurrent,
      })),
    );
    const foreign = (await theirs.get("/sessions")).body.sessions[0].id;
    const ends = (caller: ApiClient, path: string) => caller.call(path, { method: "DELETE" });
    for (const id of [foreign, "019a9e5c-0000-7000-8000-000000000000", "x"]) {
      expect((await ends(third, `/sessions/${id}`)).status).toBe(404);
    }
    expect((await ends(third, `/sessions/${body.sessions[1].id}`)).status).toBe(200);
    expect((await second.get("/test")).status).toBe(401);
    expect((await first.get("/test")).status).toBe(200);
    expect((await ends(third, "/sessions")).status).toBe(200);
    expect((await first.get("/test")).status).toBe(401);
    expect((await third.get("/test")).status).toBe(200);
    expect((await theirs.get("/test")).status).toBe(200);
    // Callers with the scope keys see sessions of all keys that they see.
    const { sessions } = (await api.get("/sessions")).body;
    expect(sessions.map(({ id }: { id: string }) => id)).toContain(foreign);
    expect((await ends(api, `/sessions/${foreign}`)).status).toBe(200);
    expect((await theirs.get("/test")).status).toBe(401);
  });
});
