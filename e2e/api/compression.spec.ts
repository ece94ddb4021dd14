/** Long JSON responses are compressed if the client accepts it; ETags of records keep working. */
import { get, type IncomingHttpHeaders, type OutgoingHttpHeaders, request as send } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { ApiClient } from "../api-client";
import { long } from "../rounds";
import { expect, fullRecord, test as withTable } from "./fixtures";

const test = withTable.extend<{ long: string; short: string }>({
  /** The path of a record with a long response, below `/api/v1`. */
  long: async ({ api, place }, use) => {
    const record = { ...fullRecord, Notes: "many words and more words ".repeat(2_000) };
    const { body } = await api.post(`${place}/records`, { record });
    await use(`${place}/records/${body.id}`);
  },
  short: async ({ api, base }, use) => {
    const { body } = await api.post(`/bases/${base.id}/tables`, {
      name: "Short",
      fields: [{ type: "number", name: "N" }],
    });
    const { body: record } = await api.post(`/bases/${base.id}/tables/${body.id}/records`, { record: {} });
    await use(`/bases/${base.id}/tables/${body.id}/records/${record.id}`);
  },
});

interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Calls without decoding the response, unlike `fetch`. */
async function call(
  api: ApiClient,
  path: string,
  headers: OutgoingHttpHeaders = {},
  { method = "GET", body }: { method?: string; body?: unknown } = {},
): Promise<RawAnswer> {
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const all = {
    ...api.credentials,
    ...(sent !== undefined && { "Content-Type": "application/json" }),
    ...headers,
  };
  return new Promise((resolve, reject) => {
    const request = send(`${api.origin}/api/v1${path}`, { method, headers: all }, async (response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of response) chunks.push(chunk);
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) });
    });
    request.once("error", reject);
    request.end(sent);
  });
}

const decoders = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

for (const [coding, decode] of Object.entries(decoders)) {
  test(`a long response in ${coding} has the same content and fewer bytes`, async ({ api, long }) => {
    const plain = await call(api, long);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers.vary).toBe("Accept-Encoding");
    const { status, headers, bytes } = await call(api, long, { "Accept-Encoding": coding });
    expect([status, headers["content-encoding"], headers.vary]).toEqual([200, coding, "Accept-Encoding"]);
    expect(Number(headers["content-length"])).toBe(bytes.length);
    expect(bytes.length).toBeLessThan(plain.bytes.length / 5);
    expect(decode(bytes)).toEqual(plain.bytes);
    expect(headers.etag).toBe(plain.headers.etag?.replace(/"$/, `-${coding}"`));
  });
}

test("codings that the caller refuses are not used, and short responses are not compressed", async ({
  api,
  long,
  short,
}) => {
  for (const refused of ["identity", "gzip;q=0, br;q=0", "deflate"]) {
    const { headers, bytes } = await call(api, long, { "Accept-Encoding": refused });
    expect([headers["content-encoding"], JSON.parse(bytes.toString()).fields.Name]).toEqual([
      undefined,
      "Ada",
    ]);
  }
  const { headers, bytes } = await call(api, short, { "Accept-Encoding": "gzip, br" });
  expect([headers["content-encoding"], bytes.length < 1_024]).toEqual([undefined, true]);
});

test("the ETag of a compressed record works for reads and writes", async ({ api, long }) => {
  const accepting = { "Accept-Encoding": "gzip" };
  const tag = (await call(api, long, accepting)).headers.etag ?? "";
  for (const known of [
    tag,
    `W/${tag}`,
    `"x", ${tag}`,
    tag.replace("-gzip", ""),
    tag.replace("-gzip", "-br"),
  ]) {
    const { status, headers, bytes } = await call(api, long, { ...accepting, "If-None-Match": known });
    expect([status, bytes.length, headers.vary], known).toEqual([304, 0, "Accept-Encoding"]);
    expect(known).toContain(headers.etag);
  }
  const change = { method: "PATCH", body: { record: { Name: "Grace" } } };
  const changed = await call(api, long, { ...accepting, "If-Match": tag }, change);
  expect([changed.status, changed.headers["content-encoding"]]).toEqual([200, "gzip"]);
  const late = await call(api, long, { ...accepting, "If-Match": tag }, change);
  expect(late.status).toBe(412);
  expect(JSON.parse(gunzipSync(late.bytes).toString()).error.details[0].record.fields.Name).toBe("Grace");
  const again = await call(api, long, { "If-Match": changed.headers.etag }, change);
  expect([again.status, again.headers.etag]).toEqual([200, changed.headers.etag?.replace("-gzip", "")]);
});

test("lists and documents are compressed, also when sent again", async ({ api, place, long }) => {
  expect(long).toContain(place);
  const list = await call(
    api,
    `${place}/records/list`,
    { "Accept-Encoding": "br" },
    { method: "POST", body: {} },
  );
  expect(JSON.parse(brotliDecompressSync(list.bytes).toString()).records).toHaveLength(1);
  for (let time = 0; time < 2; time++) {
    const { headers, bytes } = await call(api, "/openapi.json", { "Accept-Encoding": "br" });
    expect(headers["content-encoding"]).toBe("br");
    expect(JSON.parse(brotliDecompressSync(bytes).toString()).openapi).toBe("3.1.0");
    const known = await call(api, "/openapi.json", { "If-None-Match": headers.etag });
    expect(known.status).toBe(304);
  }
});

test("a HEAD response has no body in any coding", async ({ api, long }) => {
  const { status, headers, bytes } = await call(api, long, { "Accept-Encoding": "gzip" }, { method: "HEAD" });
  expect([status, bytes.length, headers["content-encoding"]]).toEqual([200, 0, undefined]);
});

test("event streams are not compressed", long, async ({ api, base, place }) => {
  const response = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    const headers = { ...api.credentials, "Accept-Encoding": "gzip, br" };
    get(`${api.origin}/api/v1/bases/${base.id}/changes/live`, { headers }, resolve).once("error", reject);
  });
  expect(response.headers["content-encoding"]).toBeUndefined();
  let text = "";
  response.on("data", (chunk) => (text += chunk));
  await expect.poll(() => text).toContain('data: {"changes":[]');
  await api.post(`${place}/records`, { record: fullRecord });
  await expect.poll(() => text, { timeout: 5_000 }).toContain('"Ada"');
  response.destroy();
});

test("pages are compressed as well", async ({ baseURL }) => {
  const page = await fetch(`${baseURL}/login`, { headers: { "Accept-Encoding": "gzip" } });
  expect(page.headers.get("Content-Encoding")).toBe("gzip");
});

test("scripts and styles are sent as the build compressed them, with the headers of all files", async ({
  baseURL,
}) => {
  const page = await (await fetch(`${baseURL}/login`)).text();
  for (const kind of ["js", "css"]) {
    const [address = ""] = new RegExp(`/_next/static/[^"]+\\.${kind}`).exec(page) ?? [];
    const [plain, ...others] = await Promise.all(
      ["identity", "gzip", "br", "gzip;q=0.5, br;q=0.4"].map(async (accepted) => {
        const answer = await fetch(`${baseURL}${address}`, { headers: { "Accept-Encoding": accepted } });
        expect(answer.status).toBe(200);
        return { headers: answer.headers, text: await answer.text() };
      }),
    );
    expect(others.map(({ headers }) => headers.get("Content-Encoding"))).toEqual(["gzip", "br", "gzip"]);
    for (const { headers, text } of others) {
      expect(text).toBe(plain?.text);
      expect(headers.get("Vary")).toBe("Accept-Encoding");
      for (const name of ["Content-Security-Policy", "Cache-Control", "X-Content-Type-Options"])
        expect(headers.get(name)).toBe(plain?.headers.get(name));
      expect(headers.get("Content-Type")?.toLowerCase()).toContain(kind === "js" ? "javascript" : "text/css");
    }
    const head = await fetch(`${baseURL}${address}`, {
      method: "HEAD",
      headers: { "Accept-Encoding": "br" },
    });
    expect(await head.text()).toBe("");
    expect(Number(head.headers.get("Content-Length"))).toBeGreaterThan(0);
  }
});
