/** Imports in one call: days in the order of their column, and texts that cannot be stored. */
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type InProcess, startInProcess } from "../../../../e2e/in-process";

let server: InProcess;
let tables: string;
let place: string;

beforeAll(async () => {
  server = await startInProcess();
  const { body } = await server.call("POST", "/bases", { name: "Test" });
  tables = `/bases/${body.id}/tables`;
}, 60_000);
afterAll(() => server.stop());

beforeEach(async () => {
  const { body } = await server.call("POST", tables, {
    name: `Table ${crypto.randomUUID()}`,
    fields: [
      { type: "single_line_text", name: "N" },
      { type: "date", name: "D" },
      { type: "datetime", name: "T", template: { timezone: "UTC" } },
      { type: "date", name: "E", template: { dateFormat: "eu" } },
      { type: "number", name: "A" },
    ],
  });
  place = `${tables}/${body.id}`;
});

/** Sends bytes that are no text. */
async function sendBytes(bytes: Buffer<ArrayBuffer>, type: string) {
  const { handle } = await import("../../../api/handle");
  const [, , databaseId = ""] = place.split("/");
  const key = await server.keyOfAnother({ databaseId, role: "editor" });
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": type };
  const init = { method: "POST", headers, body: bytes };
  const answer = await handle(new Request(`http://rowhouse.test/api/v1${place}/records/import`, init));
  return { status: answer.status, body: await answer.json() };
}

function send(raw: string, { type = "text/csv", query = "" } = {}) {
  return server.send(`${place}/records/import${query}`, raw, type);
}

async function problemsOf(raw: string, sent?: Parameters<typeof send>[1]): Promise<string[]> {
  const { status, body } = await send(raw, sent);
  expect(status, JSON.stringify(body)).toBe(400);
  const details = body.error.details ?? [{ path: "", message: body.error.message }];
  return details.map(({ path, message }: { path: string; message: string }) => `${path} ${message}`.trim());
}

async function cells(name: string): Promise<unknown[]> {
  const { body } = await server.call("POST", `${place}/records/list`, {});
  return body.records.map(({ fields }: { fields: { [name: string]: unknown } }) => fields[name]);
}

const inJson = { type: "application/json" };
const undecided = (text: string) =>
  `has "${text}", and its column does not show whether the day or the month comes first; write dates as YYYY-MM-DD, or choose their order`;

test("a column that shows its order is read in it", async () => {
  const { status } = await send("N,D,T\na,13/02/2024,13/02/2024 9:00\nb,01/02/2024,01/02/2024 9:00\n");
  expect(status).toBe(200);
  expect(await cells("D")).toEqual(["2024-02-13", "2024-02-01"]);
  expect(await cells("T")).toEqual(["2024-02-13T09:00:00.000Z", "2024-02-01T09:00:00.000Z"]);
});

test("so is one of JSON, and of numbers", async () => {
  const rows = [
    { D: "01/02/2024", A: "1.234" },
    { D: "13/02/2024", A: "1.234,50" },
  ];
  expect((await send(JSON.stringify(rows), inJson)).status).toBe(200);
  expect(await cells("D")).toEqual(["2024-02-01", "2024-02-13"]);
  expect(await cells("A")).toEqual([1234, 1234.5]);
});

test("numbers of JSON are not read as texts of their column", async () => {
  expect((await send('[{"A":1.234},{"A":"1.234,50"}]', inJson)).status).toBe(200);
  expect(await cells("A")).toEqual([1.234, 1234.5]);
});

test("rows against the order of their column are refused", async () => {
  const csv =
    "N,D,T\na,13/02/2024,\nb,14/02/2024,\nc,2/15/2024,\nd,,2/13/2024 9:00\ne,,3/14/2024 9:00\nf,,15/3/2024 9:00\n";
  expect(await problemsOf(csv)).toEqual([
    'row 4, D is read with the day first, like its whole column, so "2/15/2024" is not a date; write it as YYYY-MM-DD',
    'row 7, T is read with the month first, like its whole column, so "15/3/2024 9:00" is not a date; write it as YYYY-MM-DD',
  ]);
  expect((await send(csv, { query: "?onError=skip" })).body).toMatchObject({ created: 4, failed: 2 });
});

test("a column that shows both orders alike, or none, is not guessed", async () => {
  expect(await problemsOf("D\n2/13/2024\n13/2/2024\n2024-03-01\n")).toEqual([
    `row 2, D ${undecided("2/13/2024")}`,
    `row 3, D ${undecided("13/2/2024")}`,
  ]);
  expect(await problemsOf('[{"D":"01/02/2024"},{"T":"1/2/2024 9:00am"}]', inJson)).toEqual([
    `row 1, D ${undecided("01/02/2024")}`,
    `row 2, T ${undecided("1/2/2024 9:00am")}`,
  ]);
});

test("the caller, the field or full stops decide what the column leaves open", async () => {
  expect((await send("D,E\n01/02/2024,03/04/2024\n", { query: "?dayFirst=true" })).status).toBe(200);
  expect((await send("D,E\n01/02/2024,03/04/2024\n", { query: "?dayFirst=false" })).status).toBe(200);
  expect((await send("D,E\n01.02.2024,03/04/2024\n")).status).toBe(200);
  expect(await cells("D")).toEqual(["2024-02-01", "2024-01-02", "2024-02-01"]);
  expect(await cells("E")).toEqual(["2024-04-03", "2024-03-04", "2024-04-03"]);
});

test.each([
  ["declared", "text/csv; charset=utf-8", "N\ncaf\xE9\n"],
  ["declared, late", "text/csv; charset=utf-8", `N\n${"x".repeat(200_000)}\ncaf\xE9\n`],
  ["of TSV", "text/tab-separated-values; charset=utf-8", "N\ncaf\xE9\n"],
  ["of JSON, which is UTF-8", "application/json", '[{"N":"caf\xE9"}]'],
  ["of NDJSON", "application/x-ndjson", '{"N":"caf\xE9"}\n'],
  ["recognised, with a broken character", "text/csv", "N\n\xC3\xA9\xC3\xA9\nb\xFF\n"],
])("bytes that are not in the encoding of the body are refused: %s", async (_, type, raw) => {
  const { status, body } = await sendBytes(Buffer.from(raw, "latin1"), type);
  expect([status, body.error?.message]).toEqual([
    400,
    "The file has bytes that are not utf-8. Save it in that encoding, or name the one that it has.",
  ]);
  expect(await cells("N")).toEqual([]);
});

test("half of a surrogate pair in UTF-16 is refused", async () => {
  const { status, body } = await sendBytes(
    Buffer.from("N\nc\uD800d\n", "utf16le"),
    "text/csv; charset=utf-16le",
  );
  expect([status, body.error?.message]).toEqual([
    400,
    "The file has bytes that are not utf-16le. Save it in that encoding, or name the one that it has.",
  ]);
});

test("other encodings are recognised, or named", async () => {
  expect((await sendBytes(Buffer.from("N\ncaf\xE9\n", "latin1"), "text/csv")).status).toBe(200);
  const json = Buffer.from('[{"N":"caf\xE9"}]', "latin1");
  expect((await sendBytes(json, "application/json; charset=windows-1252")).status).toBe(200);
  expect((await send("N\n\uFFFD\n", { type: "text/csv; charset=utf-8" })).status).toBe(200);
  expect(await cells("N")).toEqual(["café", "café", "\uFFFD"]);
});

const nul = "contains a NUL character, which cannot be stored";
const half = "contains half of a surrogate pair, which is not valid text";

test("rows with characters that cannot be stored are refused", async () => {
  const json = String.raw`[{"N":"a\u0000b"},{"N":"c\ud800d"},{"N":"e"}]`;
  expect(await problemsOf(json, inJson)).toEqual([`row 1, N ${nul}`, `row 2, N ${half}`]);
  expect(await problemsOf("N,A\na\0b,1\nc,2\0\n")).toEqual([`row 2, N ${nul}`, `row 3, A ${nul}`]);
  const skipped = await send(json, { ...inJson, query: "?onError=skip" });
  expect(skipped.body).toMatchObject({
    created: 1,
    failed: 2,
    errors: [{ value: "a\\u0000b" }, { value: "c\uFFFDd" }],
  });
  expect(await cells("N")).toEqual(["e"]);
});

test("names and links with such characters are refused, too", async () => {
  expect(await problemsOf(String.raw`[{"N\u0000":"a"}]`, inJson)).toEqual([
    'N\\u0000 is not a field of this table; its fields are "N", "D", "T", "E", "A"',
  ]);
  await server.call("POST", `${place}/fields`, {
    type: "linked_record",
    name: "L",
    template: { tableId: place.split("/").at(-1) },
  });
  await send("N\nab\n");
  expect(await problemsOf(String.raw`[{"L":"a\u0000b"}]`, inJson)).toEqual([`row 1, L ${nul}`]);
});
