/** Uploads and downloads of files, including hostile ones. */
import { readdir } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { deflateSync } from "node:zlib";
import pg from "pg";
import type { Attachment } from "../../lib/contract/attachments";
import type { Base } from "../../lib/contract/bases";
import type { Record } from "../../lib/contract/records";
import { findRunningPostgres } from "../../lib/server/postgres/embedded-postgres";
import { type Answer, type ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { long } from "../rounds";
import { contentsOf, expect, test } from "./fixtures";
import { type OwnServer, startOwnServer } from "./own-server";

test.describe("upload", () => {
  test("returns a value for a cell and the file's URL", async ({ api, base }) => {
    const { status, headers, body } = await upload(api, base, "Hello", "note.txt");
    expect(status).toBe(201);
    expect(body).toEqual({
      filename: "note.txt",
      originalName: "note.txt",
      size: 5,
      mimeType: "text/plain; charset=utf-8",
      url: expect.stringMatching(
        /\/api\/v1\/attachments\/[0-9a-f]{32}\/note\.txt\?expires=\d{10}&signature=[\w-]{22}$/,
      ),
      uploadedAt: minted.time,
    });
    expect(body.url.startsWith(api.origin)).toBe(true);
    expect(headers.get("Location")).toBe(body.url);
  });

  test("accepts a raw body of any type", async ({ api, base }) => {
    for (const type of ["application/octet-stream", "text/html", "application/json", undefined]) {
      const { status, body } = await uploadRaw(api, base, "raw.bin", new Uint8Array([0, 1, 255]), type);
      expect(status).toBe(201);
      expect(body).toMatchObject({ filename: "raw.bin", originalName: "raw.bin", size: 3 });
      expect(body.mimeType).toBe("application/octet-stream");
    }
  });

  test("keeps every byte", async ({ api, base }) => {
    const bytes = new Uint8Array(3_000_000).map((_, index) => (index * 7 + (index >> 8)) & 255);
    for (const { status, body } of [
      await upload(api, base, bytes, "a.bin"),
      await uploadRaw(api, base, "a.bin", bytes),
    ]) {
      expect([status, body.size]).toEqual([201, bytes.length]);
      const served = await fetch(body.url);
      expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    }
  });

  test("accepts an empty file", async ({ api, base }) => {
    for (const { status, body } of [
      await upload(api, base, "", "nothing"),
      await uploadRaw(api, base, "nothing", new Uint8Array()),
    ]) {
      expect([status, body.size, body.filename]).toEqual([201, 0, "nothing"]);
      expect(await (await fetch(body.url)).text()).toBe("");
    }
  });

  /** The name of a file, and the names in its URL and on disk. */
  const names: [given: string, kept: string][] = [
    ["Übersicht 2026, Straße.txt", "Übersicht 2026, Straße.txt"],
    ["日本語 🙂.txt", "日本語 🙂.txt"],
    ["../../etc/passwd", "__.._etc_passwd"],
    ["..\\..\\boot.ini", "__.._boot.ini"],
    ["/etc/passwd", "_etc_passwd"],
    ["..", "_"],
    [".htaccess", "_htaccess"],
    ["a/b?c#d%2e%2e.txt", "a_b_c_d_2e_2e.txt"],
    ['quo"te; filename="x.exe', "quo_te; filename=_x.exe"],
    ["C:evil|<name>*.txt", "C_evil_name_.txt"],
    ["\u202Egpj.exe", "_gpj.exe"],
    [" ", " "],
    [`${"x".repeat(200)}.txt`, `${"x".repeat(116)}.txt`],
    [`a${"🙂".repeat(122)}.txt`, `${"🙂".repeat(116)}.txt`],
  ];
  for (const [given, kept] of names) {
    test(`of a file called ${JSON.stringify(given).slice(0, 40)}`, async ({ api, base }) => {
      const { status, body } = await uploadRaw(api, base, given, "x");
      expect(status).toBe(201);
      expect(body.originalName).toBe(given);
      expect(body.filename).toBe(kept);
      expect(body.filename).not.toMatch(/[/\\:*?"<>|#%\p{Cc}\p{Cf}]|^\./u);
      const { pathname } = new URL(body.url);
      expect(pathname).toMatch(/^\/api\/v1\/attachments\/[0-9a-f]{32}\/[^/]+$/);
      expect(decodeURIComponent(pathname.split("/").at(-1) ?? "")).toBe(body.filename);
      const served = await fetch(body.url);
      expect([served.status, await served.text()]).toEqual([200, "x"]);
      const disposition = served.headers.get("Content-Disposition") ?? "";
      expect(disposition).toMatch(/^attachment; filename\*=UTF-8''[\w!#$&+.^`|~%*'()-]+$/);
      expect(decodeURIComponent(disposition.replace(/^.*''/, ""))).toBe(kept);
    });
  }

  test("of a multipart file with a name beyond ASCII, or none, or a very long one", async ({ api, base }) => {
    for (const name of ["Übersicht 🙂.txt", "日本語.txt"]) {
      expect((await upload(api, base, "x", name)).body.originalName).toBe(name);
    }
    const long = `${"🙂".repeat(300)}.txt`;
    const { status, body } = await upload(api, base, "x", long);
    expect(status).toBe(201);
    expect(long.endsWith(body.originalName)).toBe(true);
    expect((await fetch(body.url)).status).toBe(200);
    const unnamed = await multipart(api, base, 'form-data; name="file"; filename=""', "x");
    expect([unnamed.status, unnamed.body.originalName]).toEqual([201, "file"]);
  });

  const nothing: [
    title: string,
    send: (api: ApiClient, base: Base) => Promise<Answer<unknown>>,
    ...details: [path: string, message: string][],
  ][] = [
    [
      "without the part `file`",
      (api, base) => send(api, base, new FormData()),
      ["file", "is a required part of the multipart body"],
    ],
    [
      "with text in place of a file",
      (api, base) => send(api, base, formOf(["file", "x"])),
      ["file", "is text, not a file; add a filename to the part"],
    ],
    [
      "with two files",
      (api, base) => send(api, base, formOf(["file", new Blob(["this"])], ["file", new Blob(["that"])])),
      ["file", "is given more than once; upload one file per call"],
    ],
    [
      "with a file of another name beside it",
      (api, base) => send(api, base, formOf(["document", new Blob(["x"])], ["file", new Blob(["this"])])),
      ["document", "is not a known part; the only part is `file`"],
    ],
    [
      "with text beside it",
      (api, base) => send(api, base, formOf(["file", new Blob(["this"])], ["filename", "that.txt"])),
      ["filename", "is not a known part; the only part is `file`"],
    ],
    [
      "raw and without a name",
      (api, base) => call(api, `/bases/${base.id}/attachments`, "x", "text/plain"),
      ["filename", "is required in the query for a raw body"],
    ],
    [
      "with a name that cannot be stored",
      (api, base) => call(api, `/bases/${base.id}/attachments?filename=a%00b`, "x", "text/plain"),
      ["filename", "contains a NUL character, which cannot be stored"],
    ],
    [
      "with an unknown parameter",
      (api, base) => call(api, `/bases/${base.id}/attachments?filename=a&name=b`, "x", "text/plain"),
      ["name", "is not a known query parameter. Known parameters: filename, dryRun"],
    ],
    [
      "with a name in the address and another in a multipart body",
      (api, base) =>
        call(
          api,
          `/bases/${base.id}/attachments?filename=b.txt`,
          '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nwhole\r\n--x--\r\n',
          "multipart/form-data; boundary=x",
        ),
      ["filename", "is only for raw bodies; a multipart body contains the file name"],
    ],
    [
      "with a multipart body that ends too early",
      (api, base) =>
        call(
          api,
          `/bases/${base.id}/attachments`,
          '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
          "multipart/form-data; boundary=x",
        ),
      ["body", "is not a complete multipart body"],
    ],
    [
      "with a multipart body of no boundary",
      (api, base) => call(api, `/bases/${base.id}/attachments`, "x", "multipart/form-data"),
      ["Content-Type", "has no boundary parameter"],
    ],
  ];
  for (const [title, send, ...details] of nothing) {
    test(`is refused ${title}`, async ({ api, base }) => {
      const { status, body } = await send(api, base);
      expect([status, body]).toEqual([400, badRequestBody(...details)]);
    });
  }

  test("is refused for an unknown database and without a key", async ({ api, base }) => {
    const missing = await upload(api, { ...base, id: "0123456789abcdef" }, "x", "x");
    expect([missing.status, missing.body]).toEqual([
      404,
      errorBody("NOT_FOUND", 'There is no database "0123456789abcdef".'),
    ]);
    const form = new FormData();
    form.append("file", new Blob(["x"]), "x.txt");
    const { status } = await fetch(`${api.origin}/api/v1/bases/${base.id}/attachments`, {
      method: "POST",
      body: form,
    });
    expect(status).toBe(401);
  });
});

test.describe("files stored on the server", () => {
  test.describe.configure({ mode: "default" });

  const limit = 200_000;
  let own: OwnServer;
  let base: Base;
  let database: pg.Client;

  test.beforeAll(async () => {
    own = await startOwnServer({ MAX_ATTACHMENT_BYTES: String(limit) });
    base = (await own.api.post<Base>("/bases", { name: "Files" })).body;
    database = new pg.Client((await findRunningPostgres(own.dataFolder)) ?? undefined);
    await database.connect();
  });
  test.afterAll(async () => {
    await database.end();
    await own.stop();
  });

  /** The files on the disk and their rows in the database. */
  async function kept(): Promise<{ files: string[]; rows: string[] }> {
    const entries = await readdir(path.join(own.dataFolder, "attachments"), {
      recursive: true,
      withFileTypes: true,
    }).catch(() => []);
    const { rows } = await database.query<{ id: string }>('SELECT "id" FROM "Attachment"');
    return {
      files: entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).toSorted(),
      rows: rows.map(({ id }) => id).toSorted(),
    };
  }

  test("are one file per row, named by the random part of its URL", async () => {
    const before = await kept();
    const { body } = await upload(own.api, base, "x", "../../x");
    const id = body.url.split("/").at(-2);
    expect(await kept()).toEqual({
      files: [...before.files, id].toSorted(),
      rows: [...before.rows, id].toSorted(),
    });
  });

  const multipartHead = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n';
  const multipartTail = "\r\n--x--\r\n";
  const forms: [form: string, type: string, query: string, frame: [string, string]][] = [
    ["raw", "application/octet-stream", "?filename=a.bin", ["", ""]],
    ["multipart", "multipart/form-data; boundary=x", "", [multipartHead, multipartTail]],
  ];
  for (const [form, type, query, [head, tail]] of forms) {
    for (const way of ["declared", "chunked"] as const) {
      test(`exclude a ${form} file that is too large, ${way}; one byte less is stored`, async () => {
        const before = await kept();
        const headers = { "Content-Type": type };
        const bodyOf = (size: number) =>
          Buffer.concat([Buffer.from(head), Buffer.alloc(size, "a"), Buffer.from(tail)]);
        const ask = (size: number) =>
          own.api.call(`/bases/${base.id}/attachments${query}`, {
            method: "POST",
            raw: way === "declared" ? bodyOf(size) : streamOf(bodyOf(size)),
            headers,
          });
        const refused = await ask(limit + 1);
        expect([refused.status, refused.body]).toEqual([
          413,
          errorBody("PAYLOAD_TOO_LARGE", "The file is too large. At most 200,000 bytes are allowed."),
        ]);
        const huge = await ask(limit * 20);
        expect(huge.status).toBe(413);
        expect(await kept()).toEqual(before);
        const { status, body } = await ask(limit);
        expect([status, body.size]).toEqual([201, limit]);
        expect((await kept()).rows.length).toBe(before.rows.length + 1);
      });
    }

    for (const [sent, way] of [
      [0, "declared"],
      [0, "chunked"],
      [1, "declared"],
      [1, "chunked"],
      [50_000, "declared"],
      [50_000, "chunked"],
    ] as const) {
      test(`exclude a ${form} file, ${way}, whose sender disconnects after ${sent} bytes`, async () => {
        const before = await kept();
        for (let round = 0; round < 10; round++) {
          await abort(`${own.api.origin}/api/v1/bases/${base.id}/attachments${query}`, {
            headers: {
              Authorization: `Bearer ${own.api.key}`,
              "Content-Type": type,
              ...(way === "declared" && { "Content-Length": limit }),
            },
            bytes: Buffer.concat([Buffer.from(head), Buffer.alloc(sent, "a")]),
          });
        }
        // Later uploads are complete, so earlier ones are, too.
        expect((await upload(own.api, base, "x", "x")).status).toBe(201);
        await expect
          .poll(async () => {
            const { files, rows } = await kept();
            return { files: files.length, rows: rows.length };
          })
          .toEqual({ files: before.rows.length + 1, rows: before.rows.length + 1 });
      });
    }
  }

  test("are one file per Idempotency-Key, at once or later", async () => {
    const before = await kept();
    const headers = { "Content-Type": "text/plain", "Idempotency-Key": "one" };
    const ask = (raw: string) =>
      own.api.call(`/bases/${base.id}/attachments?filename=a.txt`, { method: "POST", raw, headers });
    const answers = await Promise.all(Array.from({ length: 12 }, () => ask("same")));
    const good = answers.filter(({ status }) => status === 201);
    const running = answers.filter(({ status }) => status === 409);
    expect(good.length + running.length).toBe(12);
    expect(new Set(good.map(({ body }) => body.url)).size).toBe(1);
    expect([(await ask("same")).status, (await ask("else")).status]).toEqual([201, 422]);
    const { files, rows } = await kept();
    expect(files).toEqual(rows);
    expect(rows.length).toBe(before.rows.length + 1);
  });

  for (const [title, constraint] of [
    ["at once", ""],
    ["at the end", "DEFERRABLE INITIALLY DEFERRED"],
  ]) {
    test(`exclude a file whose row is refused ${title}`, async () => {
      const before = await kept();
      await database.query(`
        CREATE FUNCTION "refuse"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$;
        CREATE CONSTRAINT TRIGGER "refuse" AFTER INSERT ON "Attachment" ${constraint}
          FOR EACH ROW EXECUTE FUNCTION "refuse"()`);
      try {
        for (const headers of [{}, { "Idempotency-Key": `refused ${title}` }]) {
          const { status } = await own.api.call(`/bases/${base.id}/attachments?filename=a.txt`, {
            method: "POST",
            raw: "refused",
            headers: { "Content-Type": "text/plain", ...headers },
          });
          expect(status).toBe(500);
        }
      } finally {
        await database.query('DROP FUNCTION "refuse" CASCADE');
      }
      expect(await kept()).toEqual(before);
    });
  }

  test("are exactly those that cells refer to", async () => {
    const table = {
      name: "T",
      fields: [
        { type: "single_line_text", name: "Name" },
        { type: "attachments", name: "Files" },
      ],
    };
    await own.api.post(`/bases/${base.id}/tables`, table);
    const { body: file } = await upload(own.api, base, "x", "x.txt");
    const { body: record } = await own.api.post(`/bases/${base.id}/tables/T/records`, {
      record: { Files: [file] },
    });
    expect(record.fields.Files).toEqual([file]);
    const { files, rows } = await kept();
    expect(files).toEqual(rows);
  });
});

test.describe("a file", () => {
  const pixel = png();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const plain = "text/plain; charset=utf-8";
  /** The uploaded file with its declared type, and how it is served. */
  const files: [
    title: string,
    bytes: string | Uint8Array,
    name: string,
    claimed: string,
    served: string,
    shown: "inline" | "attachment",
  ][] = [
    ["a picture", pixel, "a.png", "image/png", "image/png", "inline"],
    ["a picture that claims to be a page", pixel, "a.html", "text/html", "image/png", "inline"],
    ["a GIF", Buffer.from("GIF89a\x01\0\x01\0\0\0\0;", "latin1"), "a", "", "image/gif", "inline"],
    ["a page", "<!doctype html><script>alert(1)</script>", "a.html", "text/html", plain, "attachment"],
    [
      "a page that claims to be a picture",
      "<html><script>alert(1)</script>",
      "a.png",
      "image/png",
      plain,
      "attachment",
    ],
    ["an SVG", svg, "a.svg", "image/svg+xml", plain, "attachment"],
    ["an SVG with a prolog", `<?xml version="1.0"?>${svg}`, "a.svg", "image/svg+xml", plain, "attachment"],
    ["a script", "alert(1)", "a.js", "text/javascript", plain, "attachment"],
    [
      "XHTML",
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>',
      "a.xhtml",
      "application/xhtml+xml",
      plain,
      "attachment",
    ],
    ["a PDF", "%PDF-1.7\n%âãÏÓ\n", "a.pdf", "application/pdf", "application/pdf", "attachment"],
    ["text", "Grüße", "a.txt", "text/plain", plain, "attachment"],
    ["bytes", new Uint8Array([0, 255, 254]), "a", "text/html", "application/octet-stream", "attachment"],
  ];
  for (const [title, bytes, name, claimed, served, shown] of files) {
    test(`${title} is served as ${served}, ${shown}`, async ({ api, base }) => {
      for (const { body } of [
        await upload(api, base, bytes, name, claimed),
        await uploadRaw(api, base, name, bytes, claimed || undefined),
      ]) {
        expect(body.mimeType).toBe(served);
        // Sends no key: the address is signed.
        const get = await fetch(body.url);
        const size = Buffer.from(bytes as Uint8Array).length;
        expect(get.status).toBe(200);
        const headers = Object.fromEntries(
          [
            "Content-Type",
            "Content-Length",
            "Content-Disposition",
            "Content-Security-Policy",
            "X-Content-Type-Options",
            "Cache-Control",
          ].map((header) => [header, get.headers.get(header)]),
        );
        expect(headers).toEqual({
          "Content-Type": served,
          "Content-Length": String(size),
          "Content-Disposition": `${shown}; filename*=UTF-8''${name}`,
          "Content-Security-Policy": "default-src 'none'; sandbox",
          "X-Content-Type-Options": "nosniff",
          "Cache-Control": "private, max-age=7200, immutable",
        });
        expect(Buffer.from(await get.arrayBuffer()).equals(Buffer.from(bytes as Uint8Array))).toBe(true);
        const head = await fetch(body.url, { method: "HEAD" });
        expect([head.status, await head.text()]).toEqual([200, ""]);
        for (const [header, value] of Object.entries(headers)) expect(head.headers.get(header)).toBe(value);
      }
    });
  }

  test("is served in part for a range request", long, async ({ api, base }) => {
    const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 251);
    const { body } = await uploadRaw(api, base, "part.bin", bytes);
    const read = async (headers: { [name: string]: string }, method = "GET") => {
      const answer = await fetch(body.url, { method, headers });
      return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) };
    };
    const whole = await read({});
    const tag = whole.answer.headers.get("ETag") ?? "";
    expect(tag).toMatch(/^"[\w-]{22}"$/);
    expect(whole.answer.headers.get("Accept-Ranges")).toBe("bytes");
    const parts: [range: string, first: number, last: number][] = [
      ["bytes=0-0", 0, 0],
      ["bytes=1000-69999", 1_000, 69_999],
      ["bytes=99990-", 99_990, 99_999],
      ["bytes=99990-200000", 99_990, 99_999],
      ["bytes=-10", 99_990, 99_999],
      ["bytes=-200000", 0, 99_999],
    ];
    for (const [range, first, last] of parts) {
      const conditions: { [name: string]: string }[] = [{}, { "If-Range": tag }];
      for (const condition of conditions) {
        const part = await read({ Range: range, ...condition });
        expect(part.answer.status, range).toBe(206);
        expect(part.answer.headers.get("Content-Range")).toBe(`bytes ${first}-${last}/100000`);
        expect(part.answer.headers.get("Content-Length")).toBe(String(last - first + 1));
        expect(part.answer.headers.get("ETag")).toBe(tag);
        expect(part.bytes).toEqual(bytes.slice(first, last + 1));
      }
    }
    const asWhole: { [name: string]: string }[] = [
      { Range: "bytes=0-1,5-6" },
      { Range: "bytes=9-3" },
      { Range: "lines=0-1" },
      { Range: "bytes=0-1", "If-Range": '"another"' },
      { Range: "bytes=0-1", "If-Range": `W/${tag}` },
      { Range: "bytes=0-1", "If-Range": "Mon, 05 Jan 2026 09:00:00 GMT" },
    ];
    for (const headers of asWhole) {
      const { answer, bytes: given } = await read(headers);
      expect([answer.status, given.length], JSON.stringify(headers)).toEqual([200, bytes.length]);
    }
    const head = await read({ Range: "bytes=0-1" }, "HEAD");
    expect([head.answer.status, head.answer.headers.get("Content-Length")]).toEqual([200, "100000"]);
    for (const range of ["bytes=100000-", "bytes=-0"]) {
      const { answer } = await read({ Range: range });
      expect([answer.status, answer.headers.get("Content-Range")]).toEqual([416, "bytes */100000"]);
    }
    const known = await read({ "If-None-Match": tag });
    expect([known.answer.status, known.bytes.length]).toEqual([304, 0]);
  });

  test("has its name encoded in the headers", async ({ api, base }) => {
    const { body } = await uploadRaw(api, base, "Ada's (1) 😀.txt", "x");
    expect((await fetch(body.url)).headers.get("Content-Disposition")).toBe(
      "attachment; filename*=UTF-8''Ada%27s%20%281%29%20%F0%9F%98%80.txt",
    );
  });

  test("is found by the random part of its URL only", async ({ api, base }) => {
    const { body } = await upload(api, base, "x", "x.txt");
    const id = body.url.split("/").at(-2) as string;
    expect((await fetch(body.url.replace("x.txt", "y.html"))).headers.get("Content-Type")).toBe(
      "text/plain; charset=utf-8",
    );
    const flipped = (id.startsWith("0") ? "1" : "0") + id.slice(1);
    for (const wrong of [
      flipped,
      id.slice(0, 31),
      `${id}0`,
      id.toUpperCase().padEnd(33, "A"),
      "..",
      "%2e%2e%2f%2e%2e",
      "..%2F..%2Fpostgres.log",
    ]) {
      const { status, body: problem } = await api.call(`/attachments/${wrong}/x.txt`);
      expect([wrong, status, problem.error.code]).toEqual([wrong, 404, "NOT_FOUND"]);
    }
    expect((await fetch(body.url, { method: "DELETE" })).status).toBe(405);
  });
});

test.describe("a cell of attachments", () => {
  test.beforeEach(async ({ api, place }) => {
    const field = { type: "attachments", name: "Files" };
    expect((await api.post(`${place}/fields`, field)).status).toBe(201);
  });

  test("contains files as returned by the uploads, in the given order", async ({ api, base, place }) => {
    const files = [
      (await upload(api, base, "a", "a.txt")).body,
      (await upload(api, base, "b", "b, ü.txt")).body,
    ];
    const { status, body } = await api.post<Record>(`${place}/records`, {
      record: { Files: files.toReversed() },
    });
    expect(status).toBe(201);
    expect(body.fields.Files).toEqual(files.toReversed());
    expect((await api.get(`${place}/records/${body.id}`)).body).toEqual(body);
    const { body: listed } = await api.post(`${place}/records/list`, {
      filter: { field: "Files", contains: "B, Ü" },
    });
    expect(listed.records).toEqual([body]);
    const { body: same } = await api.patch(`${place}/records/${body.id}`, {
      record: { Files: files.toReversed() },
    });
    expect(same).toEqual(body);
    for (const empty of [[], null]) {
      const { body: cleared } = await api.patch(`${place}/records/${body.id}`, { record: { Files: empty } });
      expect(cleared.fields.Files).toEqual([]);
    }
  });

  test("returns stored metadata of a file, whatever the caller sends", async ({ api, base, place }) => {
    const { body: file } = await upload(api, base, "<script>", "a.txt");
    const claims = { ...file, filename: "b.html", originalName: "b.html", size: 1, mimeType: "text/html" };
    const { body } = await api.post<Record>(`${place}/records`, { record: { Files: [claims] } });
    expect(body.fields.Files).toEqual([file]);
  });

  test("refuses files of other databases and unknown files, with their paths", async ({
    api,
    base,
    place,
    table,
  }) => {
    const { body: other } = await api.post<Base>("/bases", { name: "Other" });
    const { body: own } = await upload(api, base, "x", "x.txt");
    const { body: foreign } = await upload(api, other, "x", "x.txt");
    const made = { ...own, url: own.url.replace(/[0-9a-f]{32}/, "0".repeat(32)) };
    const before = await contentsOf(api, base);
    const refused = (key: string, index: number, { url }: Attachment): [string, string] => [
      `${key}.Files[${index}].url`,
      `takes the address of a file that was uploaded to this database; ${shortened(url)} is not one`,
    ];
    const one = await api.post(`${place}/records`, { record: { Files: [own, foreign, made] } });
    expect([one.status, one.body]).toEqual([
      400,
      badRequestBody(refused("record", 1, foreign), refused("record", 2, made)),
    ]);
    const many = await api.post(`${place}/records/bulk`, {
      records: [{}, { Files: [own] }, { Files: [foreign] }],
    });
    expect([many.status, many.body]).toEqual([400, badRequestBody(refused("records[2]", 0, foreign))]);
    const { body: changed } = await api.get(place);
    const id = changed.fields.find(({ name }: { name: string }) => name === "Files").id;
    const byId = await api.post(`${place}/records`, { record: { [id]: [foreign] } });
    expect(byId.body.error.details[0].path).toBe(`record.${id}[0].url`);
    expect(table.fields.some((field) => field.id === id)).toBe(false);
    expect(await contentsOf(api, base)).toEqual(before);
  });

  test("never makes the server fetch a URL", async ({ api, base, place }) => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("secret");
    });
    await new Promise<void>((ready) => elsewhere.listen(0, "127.0.0.1", ready));
    const { port } = elsewhere.address() as AddressInfo;
    const { body: own } = await upload(api, base, "x", "x.txt");
    for (const url of [
      `http://127.0.0.1:${port}/secret`,
      `http://127.0.0.1:${port}/api/v1/attachments/${"0".repeat(32)}/x.txt`,
      `http://127.0.0.1:${port}/?then=${own.url}`,
    ]) {
      const { status, body } = await api.post(`${place}/records`, { record: { Files: [{ ...own, url }] } });
      expect([url, status]).toEqual([url, 400]);
      expect(body.error.details[0].path).toBe("record.Files[0].url");
    }
    elsewhere.closeAllConnections();
    await new Promise((closed) => elsewhere.close(closed));
    expect(asked).toEqual([]);
  });

  const uploaded: Attachment = {
    filename: "a.txt",
    originalName: "a.txt",
    size: 1,
    mimeType: "text/plain",
    url: "https://example.com/a.txt",
    uploadedAt: "2026-01-05T09:00:00.000Z",
  };
  const notFiles: [given: unknown, path: string][] = [
    ["https://example.com/a.png", "record.Files"],
    [["https://example.com/a.png"], "record.Files[0]"],
    [[{ url: "https://example.com/a.png" }], "record.Files[0].filename"],
    [{ 0: "x" }, "record.Files"],
    [[{ ...uploaded, metadata: {} }], "record.Files[0].metadata"],
  ];
  for (const [given, path] of notFiles) {
    test(`refuses ${JSON.stringify(given)}`, async ({ api, place }) => {
      const { status, body } = await api.post(`${place}/records`, { record: { Files: given } });
      expect(status).toBe(400);
      expect(body.error.details[0].path).toBe(path);
    });
  }
});

function upload(api: ApiClient, base: Base, bytes: string | Uint8Array, name: string, type = "") {
  const form = new FormData();
  form.append("file", new Blob([bytes as BlobPart], { type }), name);
  return send(api, base, form);
}

function formOf(...parts: [name: string, value: string | Blob][]): FormData {
  const form = new FormData();
  for (const [name, value] of parts) form.append(name, value);
  return form;
}

/** The bytes that a browser sends for `FormData`. */
async function send(api: ApiClient, base: Base, form: FormData): Promise<Answer<Attachment>> {
  const encoded = new Response(form);
  const bytes = new Uint8Array(await encoded.arrayBuffer());
  return call(api, `/bases/${base.id}/attachments`, bytes, encoded.headers.get("Content-Type") ?? "");
}

function multipart(
  api: ApiClient,
  base: Base,
  disposition: string,
  content: string,
): Promise<Answer<Attachment>> {
  const raw = `--x\r\nContent-Disposition: ${disposition}\r\nContent-Type: text/plain\r\n\r\n${content}\r\n--x--\r\n`;
  return call(api, `/bases/${base.id}/attachments`, raw, "multipart/form-data; boundary=x");
}

function uploadRaw(
  api: ApiClient,
  base: Base,
  name: string,
  bytes: string | Uint8Array,
  type?: string,
): Promise<Answer<Attachment>> {
  return call(api, `/bases/${base.id}/attachments?filename=${encodeURIComponent(name)}`, bytes, type);
}

function call(api: ApiClient, path: string, raw: string | Uint8Array, type: string | undefined) {
  return api.call(path, { method: "POST", raw, headers: { "Content-Type": type } });
}

/** Chunked, without a Content-Length. */
function streamOf(bytes: Uint8Array): ReadableStream {
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent >= bytes.length) return controller.close();
      controller.enqueue(bytes.subarray(sent, sent + 30_000));
      sent += 30_000;
    },
  });
}

/** Starts a request, sends these bytes of its body and disconnects. */
async function abort(
  url: string,
  { headers, bytes }: { headers: { [name: string]: string | number }; bytes: Uint8Array },
): Promise<void> {
  await new Promise<void>((gone) => {
    const request = httpRequest(url, { method: "POST", headers });
    request.on("error", () => gone());
    request.on("close", () => gone());
    request.flushHeaders();
    request.write(bytes, () => request.destroy());
  });
}

/** Quoted as in messages. */
function shortened(text: string): string {
  const json = JSON.stringify(text);
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
}

/** An image of one pixel. */
function png(): Uint8Array {
  const chunk = (type: string, data: Uint8Array) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, Buffer.alloc(4)]);
  };
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.from([0, 0]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
