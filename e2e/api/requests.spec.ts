/** Rules for all operations: bodies, methods, URLs, queries, headers. */
import { badRequestBody, errorBody, minted } from "../api-client";
import { long } from "../rounds";
import { contentsOf, expect, fullRecord, test } from "./fixtures";

const fields = [{ type: "single_line_text", name: "Name" }];

test.describe("a body", () => {
  const utf8 = new TextEncoder();
  const bytes: { [title: string]: Uint8Array } = {
    "half a character": new Uint8Array([
      ...utf8.encode('{"record":{"Name":"'),
      0xf0,
      0x9f,
      ...utf8.encode('"}}'),
    ]),
    "a surrogate as bytes": new Uint8Array([
      ...utf8.encode('{"record":{"Name":"'),
      0xed,
      0xa0,
      0x80,
      ...utf8.encode('"}}'),
    ]),
    "Latin-1": new Uint8Array([...utf8.encode('{"record":{"Name":"'), 0xe9, ...utf8.encode('"}}')]),
    "UTF-16": new Uint8Array(Buffer.from('\ufeff{"record":{}}', "utf16le")),
  };
  for (const [title, raw] of Object.entries(bytes)) {
    test(`of ${title} is not UTF-8`, async ({ api, base, place }) => {
      const { status, body } = await api.call(`${place}/records`, { method: "POST", raw });
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody(["body", "is not UTF-8"]));
      expect(await contentsOf(api, base)).toMatchObject({ records: [{ total: 0 }] });
    });
  }

  const notJson = [
    "{",
    '{"record":{}',
    "{'record':{}}",
    '{"record":{},}',
    "{}{}",
    "NaN",
    "undefined",
    "\ufeff\ufeff{}",
    " ",
    "record=1",
    '{"record":{"Name":"a\nb"}}',
    '"\\ud8"',
  ];
  for (const raw of notJson) {
    test(`that is ${JSON.stringify(raw).slice(0, 40)} is not JSON`, async ({ api, base, place }) => {
      const { status, body } = await api.call(`${place}/records`, { method: "POST", raw });
      expect(status).toBe(400);
      const message = expect.stringMatching(
        /^is not valid JSON( \(at position \d+( \(line \d+ column \d+\))?\))?$/,
      );
      expect(body.error.details).toEqual([{ path: "body", message }]);
      expect(body).toEqual(badRequestBody(["body", body.error.details[0].message]));
      expect(await contentsOf(api, base)).toMatchObject({ records: [{ total: 0 }] });
    });
  }

  const lossy: [raw: string, path: string, message: string][] = [
    ['{"record":{"Name":"a","Name":"b"}}', "record.Name", "is given more than once"],
    ['{"record":{"Name":"a","\\u004eame":"b"}}', "record.Name", "is given more than once"],
    ['{"record":{},"record":{"Name":"a"}}', "record", "is given more than once"],
    [
      '{"record":{"Amount":1e-400}}',
      "record.Amount",
      "takes numbers that a double can hold; this one is too small",
    ],
  ];
  for (const [raw, path, message] of lossy) {
    test(`that cannot be represented, ${raw}, is refused`, async ({ api, base, place }) => {
      const { status, body } = await api.call(`${place}/records`, { method: "POST", raw });
      expect([status, body]).toEqual([400, badRequestBody([path, message])]);
      expect(await contentsOf(api, base)).toMatchObject({ records: [{ total: 0 }] });
    });
  }

  test("is refused by operations without a body, except {}", async ({ api, base, place }) => {
    const record = (await api.post(`${place}/records`, { record: {} })).body;
    const remove = (body: unknown) => api.call(`${place}/records/${record.id}`, { method: "DELETE", body });
    const message = "is not allowed here; omit it";
    expect((await remove({ allowLoss: true })).body).toEqual(badRequestBody(["allowLoss", message]));
    expect((await remove([])).body).toEqual(badRequestBody(["body", message]));
    expect(await contentsOf(api, base)).toMatchObject({ records: [{ total: 1 }] });
    expect((await remove({})).status).toBe(200);
  });

  const nested: { [title: string]: [raw: string, path: string] } = {
    "lists that never close": ["[".repeat(100_000), "[0]".repeat(32)],
    "objects that never close": ['{"a":'.repeat(100_000), Array(32).fill("a").join(".")],
    "lists 100,000 deep": ["[".repeat(100_000) + "]".repeat(100_000), "[0]".repeat(32)],
    "objects 100,000 deep": [
      `${'{"a":'.repeat(100_000)}1${"}".repeat(100_000)}`,
      Array(32).fill("a").join("."),
    ],
    "a value 100,000 deep": [
      `{"record":{"Name":${"[".repeat(100_000)}${"]".repeat(100_000)}}}`,
      `record.Name${"[0]".repeat(30)}`,
    ],
    "a value 33 deep": [
      `{"record":{"Name":${"[".repeat(31)}${"]".repeat(31)}}}`,
      `record.Name${"[0]".repeat(30)}`,
    ],
  };
  for (const [title, [raw, path]] of Object.entries(nested)) {
    test(`of ${title} is nested too deep`, async ({ api, base, place }) => {
      const { status, body } = await api.call(`${place}/records`, { method: "POST", raw });
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody([path, "is nested more than 32 deep"]));
      expect(await contentsOf(api, base)).toMatchObject({ records: [{ total: 0 }] });
    });
  }

  test("of a value nested 32 deep is parsed and refused by the field", async ({ api, place }) => {
    const raw = `{"record":{"Name":${"[".repeat(30)}${"]".repeat(30)}}}`;
    const { body } = await api.call(`${place}/records`, { method: "POST", raw });
    expect(body).toEqual(badRequestBody(["record.Name", "takes text, not a list"]));
  });

  test(
    "of 10 MB is accepted; one byte more is not, declared or chunked",
    long,
    async ({ api, base, place }) => {
      const largest = `{"record":{"Name":"x"}}${" ".repeat(9_999_977)}`;
      const created = await api.call(`${place}/records`, { method: "POST", raw: largest });
      expect(created.status).toBe(201);
      const before = await contentsOf(api, base);
      for (const raw of [`${largest} `, new Blob([`${largest} `]).stream()]) {
        const { status, body } = await api.call(`${place}/records`, { method: "POST", raw });
        expect(status).toBe(413);
        expect(body).toEqual(
          errorBody("PAYLOAD_TOO_LARGE", "The body is too large. At most 10,000,000 bytes are allowed."),
        );
      }
      expect(await contentsOf(api, base)).toEqual(before);
    },
  );

  test("in small chunks is accepted", async ({ api, place }) => {
    const pieces = [...utf8.encode('{"record":{"Name":"🙂"}}')].map((byte) => new Uint8Array([byte]));
    const raw = new ReadableStream({
      pull: (controller) => {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.close();
      },
    });
    const { status, body } = await api.call(`${place}/records`, { method: "POST", raw });
    expect(status).toBe(201);
    expect(body.fields.Name).toBe("🙂");
  });

  test("after a byte order mark is accepted", async ({ api, place }) => {
    const { status } = await api.call(`${place}/records`, { method: "POST", raw: '\ufeff{"record":{}}' });
    expect(status).toBe(201);
  });

  for (const type of [
    "application/json",
    "application/json;charset=utf-8",
    "Application/JSON; charset=UTF-8",
  ]) {
    test(`of the type ${type} is accepted`, async ({ api, place }) => {
      const answer = await api.call(`${place}/records`, {
        method: "POST",
        body: { record: {} },
        headers: { "Content-Type": type },
      });
      expect(answer.status).toBe(201);
    });
  }

  for (const type of [
    undefined,
    "text/plain",
    "text/plain;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json-patch+json",
    "application/vnd.api+json",
    "json",
    "*/*",
  ]) {
    test(`of the type ${type} is refused`, async ({ api, base, place }) => {
      const { status, body } = await api.call(`${place}/records`, {
        method: "POST",
        raw: utf8.encode('{"record":{}}'),
        headers: { "Content-Type": type },
      });
      expect(status).toBe(415);
      expect(body).toEqual(
        errorBody(
          "UNSUPPORTED_MEDIA_TYPE",
          "The Content-Type is not supported. Send JSON with the header Content-Type: application/json.",
        ),
      );
      expect(await contentsOf(api, base)).toMatchObject({ records: [{ total: 0 }] });
    });
  }
});

test.describe("a URL", () => {
  const unknown = [
    "",
    "/",
    "/Bases",
    "/bases/",
    "//bases",
    "/bases/x/tables/",
    "/bases/x/tables/y/records/",
    "/bases/x/views",
    "/nothing",
    "/__proto__",
    "/bases/x/tables/y/records/z/more",
  ];
  for (const path of unknown) {
    test(`${path || "without a path"} is a 404 for any method`, async ({ api }) => {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const { status, body } = await api.call(path, { method });
        expect(status).toBe(404);
        expect(body).toEqual(errorBody("NOT_FOUND", `There is no operation at /api/v1${path}.`));
      }
    });
  }

  for (const [segment, problem] of [
    ["%", "is not percent-encoded UTF-8"],
    ["%zz", "is not percent-encoded UTF-8"],
    ["%ff", "is not percent-encoded UTF-8"],
    ["%ED%A0%80", "is not percent-encoded UTF-8"],
    ["%00", "contains a NUL character, which no name or id may contain"],
    ["a%00b", "contains a NUL character, which no name or id may contain"],
  ]) {
    test(`with ${segment} in it is malformed`, async ({ api, base, place }) => {
      for (const path of [
        `/bases/${segment}`,
        `/bases/${base.id}/tables/${segment}`,
        `${place}/records/${segment}`,
      ]) {
        const { status, body } = await api.get(path);
        expect(status).toBe(400);
        expect(body).toEqual(errorBody("BAD_REQUEST", `"${segment}" in the path ${problem}.`));
      }
    });
  }

  test("with an unknown query parameter is refused before execution", async ({ api, base, place }) => {
    const before = await contentsOf(api, base);
    const answer = await api.call(`${place}/records?dry_run=true&dry_run=1&%00=x`, {
      method: "POST",
      body: { record: fullRecord },
    });
    expect(answer.status).toBe(400);
    const message = "is not a known query parameter. None are allowed here";
    expect(answer.body).toEqual(badRequestBody(["dry_run", "is given more than once"]));
    for (const path of ["/test?a", "/bases?limit=1", `/bases/${base.id}?x=`]) {
      const { status, body } = await api.get(path);
      expect(status).toBe(400);
      const [name = ""] = new URL(path, "http://x").searchParams.keys();
      expect(body).toEqual(badRequestBody([name, message]));
    }
    expect(await contentsOf(api, base)).toEqual(before);
  });

  test("with an empty query is accepted", async ({ api }) => {
    for (const query of ["?", "?&", "?&&"]) expect((await api.get(`/test${query}`)).status).toBe(200);
  });

  test("may have the maximum length", async ({ api, base }) => {
    const name = "x".repeat(8_000);
    const { status, body } = await api.get(`/bases/${base.id}/tables/${name}`);
    expect(status).toBe(404);
    expect(body).toEqual(errorBody("NOT_FOUND", `There is no table "${name.slice(0, 56)}….`));
  });
});

test.describe("a method", () => {
  const addresses: { [path: string]: string } = {
    "/test": "GET, HEAD, OPTIONS",
    "/session": "POST, DELETE, OPTIONS",
    "/bases": "GET, POST, HEAD, OPTIONS",
    "/bases/{base}": "GET, PATCH, DELETE, HEAD, OPTIONS",
    "/bases/{base}/tables": "GET, POST, HEAD, OPTIONS",
    "/bases/{base}/tables/{table}": "GET, PATCH, DELETE, HEAD, OPTIONS",
    "/bases/{base}/tables/{table}/records": "POST, GET, HEAD, OPTIONS",
    "/bases/{base}/tables/{table}/records/list": "POST, OPTIONS",
    "/bases/{base}/tables/{table}/records/bulk": "POST, PUT, DELETE, OPTIONS",
    "/bases/{base}/tables/{table}/records/{record}": "GET, PATCH, DELETE, HEAD, OPTIONS",
  };
  for (const [template, allow] of Object.entries(addresses)) {
    test(`of ${template} must be one of ${allow}`, async ({ api, base, table, place }) => {
      const record = (await api.post(`${place}/records`, { record: fullRecord })).body;
      const before = await contentsOf(api, base);
      const path = template
        .replace("{base}", base.id)
        .replace("{table}", table.id)
        .replace("{record}", record.id);
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        if (allow.split(", ").includes(method)) continue;
        const { status, headers, body } = await api.call(path, { method });
        expect(status).toBe(405);
        expect(headers.get("Allow")).toBe(allow);
        expect(body).toEqual(
          errorBody("METHOD_NOT_ALLOWED", `${method} is not allowed here. Allowed: ${allow}.`),
        );
      }
      const head = await api.call(path, { method: "HEAD" });
      expect([head.status, head.body]).toEqual([allow.includes("HEAD") ? 200 : 405, ""]);
      const options = await api.call(path, { method: "OPTIONS" });
      expect([options.status, options.headers.get("Allow"), options.body]).toEqual([204, allow, ""]);
      expect(await contentsOf(api, base)).toEqual(before);
    });
  }

  test("HEAD returns the headers of GET, also for errors", async ({ api, place }) => {
    for (const path of ["/test", "/bases/0123456789abcdef", `${place}/records/1`]) {
      const [get, head] = [await api.get(path), await api.call(path, { method: "HEAD" })];
      expect(head.status).toBe(get.status);
      expect(head.headers.get("Content-Type")).toBe(get.headers.get("Content-Type"));
      expect(head.body).toBe("");
    }
  });
});

test.describe("a response", () => {
  test("of any kind has the standard headers", async ({ api, base, place }) => {
    const answers = [
      await api.get("/test"),
      await api.post(`/bases/${base.id}/tables`, { name: "T", fields }),
      await api.post(`/bases/${base.id}/tables`, { name: "T", fields }),
      await api.post(`/bases/${base.id}/tables`, {}),
      await api.get(`${place}/records/1`),
      await api.call("/test", { headers: { Authorization: undefined } }),
      await api.call("/nothing"),
      await api.call("/test", { method: "DELETE" }),
      await api.call("/test", { method: "OPTIONS" }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 409, 400, 400, 401, 404, 405, 204]);
    for (const { status, headers, body } of answers) {
      expect(Object.fromEntries(headers)).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-expose-headers":
          "Accept-Ranges, Content-Disposition, Content-Range, ETag, Idempotency-Replayed, Location, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, X-Request-Id",
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff",
        "x-request-id": minted.requestId,
      });
      expect(headers.get("Content-Type")).toBe(status === 204 ? null : "application/json; charset=utf-8");
      expect(headers.has("Access-Control-Allow-Credentials")).toBe(false);
      if (status >= 400) expect(body.error.requestId).toBe(headers.get("X-Request-Id"));
    }
    expect(new Set(answers.map(({ headers }) => headers.get("X-Request-Id"))).size).toBe(answers.length);
  });

  test("to a preflight request allows any origin with a key", async ({ api, place }) => {
    const { status, headers, body } = await api.call(`${place}/records`, {
      method: "OPTIONS",
      headers: {
        Authorization: undefined,
        Origin: "https://elsewhere.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type",
      },
    });
    expect([status, body]).toEqual([204, ""]);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST, GET, HEAD, OPTIONS",
      "access-control-allow-headers":
        "Authorization, Change-Set-Id, Change-Set-Name, Content-Type, Idempotency-Key, If-Match, If-None-Match, If-Range, Range, X-Share-Password",
      "access-control-max-age": "86400",
    });
  });

  test("to another origin with a key is the same", async ({ api }) => {
    const { status, headers } = await api.call("/bases", {
      method: "POST",
      body: { name: "From elsewhere" },
      headers: { Origin: "https://elsewhere.example", "Sec-Fetch-Site": "cross-site" },
    });
    expect(status).toBe(201);
    expect(headers.get("Access-Control-Allow-Origin")).toBe("*");
  });
});
