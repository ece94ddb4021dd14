import { ApiClient, errorBody } from "../api-client";
import { expect, test as withTable } from "./fixtures";

const test = withTable.extend<{
  /** Without a key, as a browser's page. */
  visitor: ApiClient;
  /** The cookie of a browser that is signed in. */
  cookie: string;
}>({
  visitor: async ({ baseURL }, use) => use(new ApiClient(baseURL as string, null)),
  cookie: async ({ visitor, apiKey }, use) => {
    const { headers } = await visitor.post("/session", { key: apiKey });
    await use(headers.get("Set-Cookie")?.split(";")[0] ?? "");
  },
});

const foreign = "A session may be used from the application's own pages only; call the API with a key";

test.describe("signing in", () => {
  test("by a key answers a cookie that only the browser itself sees", async ({ visitor, apiKey }) => {
    const { status, headers, body } = await visitor.post("/session", { key: apiKey });
    expect([status, body]).toEqual([204, ""]);
    expect(headers.get("Set-Cookie")).toMatch(
      /^rowhouse_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
    );
  });

  test("by a key twice makes two sessions", async ({ visitor, apiKey, cookie }) => {
    const second = (await visitor.post("/session", { key: apiKey })).headers.get("Set-Cookie");
    expect(second).not.toContain(cookie);
  });

  for (const [given, message] of [
    [{ key: "sk_prod_wrong" }, "This is not a valid API key"],
    [
      { code: "wrong" },
      "This sign-in link has been used or is older than 15 minutes; sign in with an API key, or restart for a new link",
    ],
  ]) {
    test(`not by ${JSON.stringify(given)}`, async ({ visitor }) => {
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
    test(`not by ${JSON.stringify(given)}, and it is said how`, async ({ visitor }) => {
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
    test(`not for a page elsewhere, ${JSON.stringify(headers)}`, async ({ visitor, apiKey }) => {
      const answer = await visitor.call("/session", { method: "POST", body: { key: apiKey }, headers });
      expect(answer.status).toBe(403);
      expect(answer.body).toEqual(errorBody("FORBIDDEN", foreign));
      expect(answer.headers.has("Set-Cookie")).toBe(false);
    });
  }
});

test.describe("a browser that is signed in", () => {
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
    test(`does not write ${title}`, async ({ api, visitor, cookie, base, place, baseURL }) => {
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

  test("is known by its key alone when it sends both", async ({ visitor, apiKey, cookie }) => {
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
  test("ends this session, and no other", async ({ visitor, apiKey, cookie, baseURL }) => {
    const other = (await visitor.post("/session", { key: apiKey })).headers.get("Set-Cookie")?.split(";")[0];
    const { status, headers, body } = await visitor.call("/session", {
      method: "DELETE",
      headers: { Cookie: cookie, Origin: baseURL },
    });
    expect([status, body]).toEqual([204, ""]);
    expect(headers.get("Set-Cookie")).toBe("rowhouse_session=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0");
    const after = await visitor.call("/test", { headers: { Cookie: cookie } });
    expect(after.status).toBe(401);
    expect(after.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect((await visitor.call("/test", { headers: { Cookie: other } })).status).toBe(200);
  });

  test("with a key does nothing to the key", async ({ api }) => {
    expect((await api.call("/session", { method: "DELETE" })).status).toBe(204);
    expect((await api.get("/test")).status).toBe(200);
  });
});
