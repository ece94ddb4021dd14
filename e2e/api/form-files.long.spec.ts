/** Files that are uploaded for submissions of forms. */
import { randomUUID } from "node:crypto";
import { badRequestBody, errorBody } from "../api-client";
import { expect, test } from "../fixtures";
import { long } from "../rounds";
import { AForm, problemsOf, submit } from "./a-form";
import { type PeopleServer, startPeopleServer } from "./people-server";

test.describe.configure({ mode: "default" });

let server: PeopleServer;
let form: AForm;
let at: string;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  server = await startPeopleServer({ FORM_FILE_BYTES: "20000" });
});
test.afterAll(() => server.stop());
test.beforeEach(async () => {
  form = await AForm.make(server.owner);
  await form.ask("Name", "Files", "More files", { fieldId: "Gift" });
  ({ at } = await form.share());
});

interface Sent {
  readonly submissionId: string;
  /** The field by its id. */
  readonly field?: string;
  /** The field by its name instead. */
  readonly name?: string;
  readonly filename?: string;
  readonly type?: string;
  readonly to?: string;
}

function upload(
  raw: string | Uint8Array,
  { submissionId, field = "Files", name, filename = "a.txt", type = "text/plain", to = at }: Sent,
) {
  const fieldId = name ?? form.ids[field] ?? field;
  const query = new URLSearchParams({ submissionId, fieldId, filename });
  return form
    .visitor()
    .call(`${to}/files?${query}`, { method: "POST", raw, headers: { "Content-Type": type } });
}

/** The number of files that no submission of the form has taken. */
async function waiting(): Promise<number> {
  return (await server.query(`SELECT FROM "FormFile" WHERE "viewId" = $1`, [form.view.id])).length;
}

test("become part of the record that the submission creates", long, async () => {
  const id = randomUUID();
  const { status, body } = await upload("Hello", { submissionId: id, filename: "Über uns.txt" });
  expect([status, body]).toEqual([
    201,
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      ...{ filename: expect.any(String), originalName: "Über uns.txt", size: 5 },
      mimeType: "text/plain; charset=utf-8",
    },
  ]);
  const other = (await upload("PDF", { submissionId: id.toUpperCase(), field: "More files" })).body;
  const values = { Files: [body], "More files": [{ id: other.id.toUpperCase() }] };
  expect((await submit(form.visitor(), at, values, { id })).status).toBe(201);
  const [record] = await form.records();
  expect(record?.fields).toMatchObject({
    Files: [{ originalName: "Über uns.txt", size: 5 }],
    "More files": [{ originalName: "a.txt" }],
  });
  const files = (record?.fields.Files ?? []) as { url: string }[];
  expect(await (await fetch(files[0]?.url ?? "")).text()).toBe("Hello");
  expect(await waiting()).toBe(0);
});

test("are uploaded for a field by its name, as by its id", async () => {
  const id = randomUUID();
  const names = ["by id", "by name"];
  const uploads = [
    await upload("1", { submissionId: id, field: "More files", filename: "by id" }),
    await upload("2", { submissionId: id, name: "More files", filename: "by name" }),
  ];
  expect(uploads.map(({ status }) => status)).toEqual([201, 201]);
  const values = { "More files": uploads.map(({ body }) => ({ id: body.id })) };
  expect((await submit(form.visitor(), at, values, { id })).status).toBe(201);
  const [record] = await form.records();
  expect(record?.fields["More files"]).toMatchObject(names.map((originalName) => ({ originalName })));
  expect(await waiting()).toBe(0);
  // Both count to the same limit.
  for (let count = 0; count < 9; count++) await upload("x", { submissionId: id, name: "Files" });
  expect((await upload("x", { submissionId: id })).status).toBe(201);
  expect((await upload("x", { submissionId: id, name: "Files" })).body).toEqual(
    badRequestBody(["fieldId", "has 10 files in this submission already, which is the maximum"]),
  );
});

test("of another submission, field or form stand for nothing", long, async () => {
  const [id, other] = [randomUUID(), randomUUID()];
  const mine = (await upload("mine", { submissionId: id })).body;
  const elsewhere = await AForm.make(server.owner);
  await elsewhere.ask("Files");
  const { at: its } = await elsewhere.share();
  const query = new URLSearchParams({
    submissionId: id,
    fieldId: elsewhere.ids.Files ?? "",
    filename: "a.txt",
  });
  const foreign = (await form.visitor().call(`${its}/files?${query}`, { method: "POST", raw: "theirs" }))
    .body;
  const unknown = (key: string) =>
    `values.${key} is not a file that was uploaded for this field of this submission`;
  const visitor = form.visitor();
  const problems = async (values: object, given: object) => {
    const { status, body } = await submit(visitor, at, values, given);
    return [status, body.error?.details?.map(({ path, message }) => `${path} ${message}`)];
  };
  expect(await problems({ Files: [{ id: mine.id }] }, { id: other })).toEqual([400, [unknown("Files[0]")]]);
  expect(await problems({ "More files": [mine] }, { id })).toEqual([400, [unknown("More files[0]")]]);
  expect(await problems({ Files: [mine, { id: foreign.id }] }, { id })).toEqual([400, [unknown("Files[1]")]]);
  const shape = 'values.Files takes a list of files that were uploaded for it, such as [{ "id": "…" }]';
  const attachment = await server.owner.call(`${form.place}/attachments?filename=a.txt`, {
    method: "POST",
    raw: "x",
  });
  for (const wrong of [mine, mine.id, [mine.id], [attachment.body], [{}], 5]) {
    expect(await problemsOf(visitor, at, { Files: wrong })).toEqual([shape]);
  }
  expect((await submit(visitor, at, { Files: [mine, mine] }, { id })).status).toBe(201);
  // Taken by a submission, it stands for nothing any more.
  expect(await problems({ Files: [mine] }, { id: other })).toEqual([400, [unknown("Files[0]")]]);
  expect((await form.records()).map(({ fields }) => (fields.Files as object[]).length)).toEqual([1]);
});

test("are refused if they are too large or too many, or the form does not ask for them", long, async () => {
  const submissionId = randomUUID();
  const large = await upload("x".repeat(20_001), { submissionId });
  expect([large.status, large.body]).toEqual([
    413,
    errorBody("PAYLOAD_TOO_LARGE", "The file is too large. At most 20,000 bytes are allowed."),
  ]);
  expect((await upload("x".repeat(20_000), { submissionId })).status).toBe(201);
  const answers = await Promise.all(Array.from({ length: 12 }, () => upload("x", { submissionId })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    ...Array(9).fill(201),
    ...Array(3).fill(400),
  ]);
  expect((await upload("x", { submissionId })).body).toEqual(
    badRequestBody(["fieldId", "has 10 files in this submission already, which is the maximum"]),
  );
  expect((await upload("x", { submissionId, field: "More files" })).status).toBe(201);
  const noField = badRequestBody(["fieldId", "is not a field of this form that takes files"]);
  await form.ask("Name", "Files");
  for (const field of ["Name", "Amount", "More files", "nope"]) {
    expect((await upload("x", { submissionId, field })).body).toEqual(noField);
    expect((await upload("x", { submissionId, name: field })).body).toEqual(noField);
  }
  await form.set({ isOpen: false });
  expect((await upload("x", { submissionId: randomUUID() })).body).toEqual(noField);
  expect((await upload("", { submissionId: "nope" })).status).toBe(400);
});

const markup: readonly (readonly [bytes: string | Uint8Array, given: object, path: string])[] = [
  ["plain", { filename: "a.html" }, "filename"],
  ["plain", { filename: "a.HTM" }, "filename"],
  ["plain", { filename: "a.svg" }, "filename"],
  ["plain", { filename: "a.txt.xhtml" }, "filename"],
  ["plain", { type: "text/html; charset=utf-8" }, "Content-Type"],
  ["plain", { type: "image/svg+xml" }, "Content-Type"],
  ["plain", { type: "application/xhtml+xml" }, "Content-Type"],
  ["<!DOCTYPE html><p>Hi", {}, "body"],
  ["  \n<HTML>", {}, "body"],
  ["\ufeff<script>alert(1)</script>", { filename: "a.png", type: "image/png" }, "body"],
  ['<?xml version="1.0"?>\n<!-- x --><svg xmlns="http://www.w3.org/2000/svg"/>', {}, "body"],
  [Buffer.from("\ufeff<html>", "utf16le"), {}, "body"],
];

test("are refused if they are HTML or SVG, whatever they are called", async () => {
  for (const [bytes, given, path] of markup) {
    const { status, body } = await upload(bytes, { submissionId: randomUUID(), ...given });
    expect([given, status, body]).toEqual([
      given,
      400,
      badRequestBody([path, "is of HTML or SVG, which forms do not take"]),
    ]);
  }
  for (const text of ["1 < 2", "<ada@example.com>", "a, <html>, b", '<?xml version="1.0"?><order/>']) {
    expect([text, (await upload(text, { submissionId: randomUUID() })).status]).toEqual([text, 201]);
  }
  expect(await waiting()).toBe(4);
});
