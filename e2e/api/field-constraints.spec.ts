/** Required and unique fields: every way in keeps their rules, and turning them on looks at what is there. */
import type { Field } from "../../lib/contract/fields";
import type { RecordPage } from "../../lib/contract/lists";
import type { Table } from "../../lib/contract/tables";
import type { Answer, ApiClient } from "../api-client";
import { long } from "../rounds";
import { AForm, submit } from "./a-form";
import { expect, test } from "./fixtures";
import { visitorOf } from "./people-server";

// biome-ignore lint/suspicious/noExplicitAny: tests compare bodies of any shape
type Any = any;

/** The status of a refusal with its problems as `path message`. */
async function refusal(answer: Promise<Answer<Any>>): Promise<unknown[]> {
  const { status, body } = await answer;
  const details = body.error?.details?.map((each: Any) => `${each.path} ${each.message}`);
  return [status, details ?? body.error?.message ?? body];
}

async function good<Body = Any>(answer: Promise<Answer<Body>>): Promise<Body> {
  const { status, body } = await answer;
  expect(status, JSON.stringify(body)).toBeLessThan(300);
  return body;
}

function setField(api: ApiClient, place: string, field: string, change: object, query = "") {
  return api.patch<Field & Any>(`${place}/fields/${field}${query}`, change);
}

function create(api: ApiClient, place: string, record: object) {
  return api.post<Any>(`${place}/records`, { record });
}

async function cells(api: ApiClient, place: string, name: string): Promise<unknown[]> {
  const { body } = await api.post<RecordPage>(`${place}/records/list`, {});
  return (body as Any).records.map(({ fields }: Any) => fields[name]);
}

const csv = (api: ApiClient, place: string, raw: string, query = "") =>
  api.call<Any>(`${place}/records/import${query}`, {
    method: "POST",
    raw,
    headers: { "Content-Type": "text/csv" },
  });

const taken = (id: string, value: string) =>
  `must be unique, and the record ${id} already has ${JSON.stringify(value)}`;

test.describe("the rules of a field", () => {
  test("are set with it, answered while they hold, logged and undone", long, async ({ api, base, place }) => {
    const made = await good(
      api.post(`/bases/${base.id}/tables`, {
        name: "Ruled",
        fields: [
          { name: "Name", type: "single_line_text", isRequired: true },
          { name: "Code", type: "number", isUnique: true, isRequired: false },
        ],
      }),
    );
    expect(made.fields).toMatchObject([{ isRequired: true }, { isUnique: true }]);
    expect(made.fields.map((each: Field) => Object.keys(each).filter((key) => key.startsWith("is")))).toEqual(
      [["isRequired"], ["isUnique"]],
    );
    const at = `/bases/${base.id}/tables/${made.id}`;
    const email = await good(api.post(`${at}/fields`, { name: "Email", type: "email", isUnique: true }));
    expect(email).toMatchObject({ isUnique: true });
    expect(await good(setField(api, at, "Email", { isUnique: false }))).not.toHaveProperty("isUnique");
    await good(api.post(`/bases/${base.id}/undo`, { tableId: made.id }));
    expect((await api.get(`${at}/fields/Email`)).body).toMatchObject({ isUnique: true });
    await good(create(api, at, { Name: "A", Email: "a@b.example" }));
    expect(await refusal(create(api, at, { Name: "B", Email: "a@b.example" }))).toEqual([
      409,
      [expect.stringMatching(/^record.Email must be unique, and the record \S+ already has "a@b.example"$/)],
    ]);
    const { body: copy } = await api.post<Table>(`${at}/duplicate`, { records: true });
    const copied = `/bases/${base.id}/tables/${copy.id}`;
    expect(copy.fields).toMatchObject([{ isRequired: true }, { isUnique: true }, { isUnique: true }]);
    expect((await create(api, copied, { Name: "B", Email: "a@b.example" })).status).toBe(409);
    expect((await create(api, copied, { Email: "b@b.example" })).status).toBe(400);
    expect((await api.get<Table>(place)).body.fields.some((each) => "isUnique" in each)).toBe(false);
  });

  test("suit the type, and end with it", long, async ({ api, place }) => {
    const field = (given: object) => api.post(`${place}/fields`, { name: "New", ...given });
    const onlyScalars = "isUnique is only possible for fields of texts, numbers, dates and times";
    for (const type of ["checkbox", "single_select", "attachments", "autonumber"])
      expect(await refusal(field({ type, isUnique: true }))).toEqual([400, [onlyScalars]]);
    expect(await refusal(field({ type: "created_time", isRequired: true }))).toEqual([
      400,
      ["isRequired is not possible for computed fields, because nobody writes their values"],
    ]);
    expect((await field({ type: "email", isUnique: "yes" })).status).toBe(400);
    await good(setField(api, place, "Notes", { isUnique: true }));
    expect(await refusal(setField(api, place, "Notes", { type: "checkbox", isUnique: true }))).toEqual([
      400,
      [onlyScalars],
    ]);
    const number = await good(setField(api, place, "Notes", { type: "number" }));
    expect(number.isUnique).toBe(true);
    const text = await good(setField(api, place, "Notes", { type: "single_select" }));
    expect(text).not.toHaveProperty("isUnique");
  });
});

test.describe("a required field", () => {
  test.beforeEach(async ({ api, place }) => {
    await good(setField(api, place, "Email", { isRequired: true }));
  });

  test("refuses records without a value, and empty values, wherever they come from", async ({
    api,
    base,
    place,
    table,
  }) => {
    const id = table.fields.find(({ name }) => name === "Email")?.id ?? "";
    expect(await refusal(create(api, place, { Name: "A" }))).toEqual([400, ["record.Email is required"]]);
    expect(await refusal(create(api, place, { [id]: null }))).toEqual([400, [`record.${id} is required`]]);
    expect(await refusal(api.post(`${place}/records?dryRun=true`, { record: {} }))).toEqual([
      400,
      ["record.Email is required"],
    ]);
    const bulk = { records: [{ Email: "a@b.example" }, { Name: "B" }, { Name: "C" }] };
    const both = [400, ["records[1].Email is required", "records[2].Email is required"]];
    expect(await refusal(api.post(`${place}/records/bulk`, bulk))).toEqual(both);
    const upsert = { records: [{ Name: "B" }], matchOn: ["Name"] };
    expect(await refusal(api.post(`${place}/records/bulk`, upsert))).toEqual([
      400,
      ["records[0].Email is required"],
    ]);
    const { id: recordId } = await good(create(api, place, { Name: "A", Email: "a@b.example" }));
    const at = `${place}/records/${recordId}`;
    expect(await refusal(api.patch(at, { record: { Email: null } }))).toEqual([
      400,
      ["record.Email is required"],
    ]);
    await good(api.patch(at, { record: { Name: null } }));
    const update = { records: [{ recordId, Email: null }] };
    expect(await refusal(api.call(`${place}/records/bulk`, { method: "PUT", body: update }))).toEqual([
      400,
      ["records[0].Email is required"],
    ]);
    const skipped = await good(csv(api, place, "Name,Email\nX,\nY,y@b.example\n", "?onError=skip"));
    expect(skipped).toMatchObject({
      created: 1,
      failed: 1,
      errors: [{ row: 2, field: "Email", message: "is required" }],
    });
    expect((await csv(api, place, "Name\nX\n")).status).toBe(400);
    expect(await cells(api, place, "Email")).toEqual(["a@b.example", "y@b.example"]);
    // A text of no characters is no value.
    await good(setField(api, place, "Notes", { isRequired: false }));
    const { id: blank } = await good(create(api, place, { Notes: "", Email: "z@b.example" }));
    await good(api.patch(`${place}/records/${recordId}`, { record: { Notes: "some" } }));
    expect((await setField(api, place, "Notes", { isRequired: true })).status).toBe(409);
    for (const each of (await api.post(`${place}/records/list`, {})).body.records)
      await good(api.patch(`${place}/records/${each.id}`, { record: { Notes: "some" } }));
    await good(setField(api, place, "Notes", { isRequired: true }));
    expect(await refusal(api.patch(`${place}/records/${blank}`, { record: { Notes: "" } }))).toEqual([
      400,
      ["record.Notes is required"],
    ]);
    expect((await api.get(`/bases/${base.id}/trash`)).body.trash).toEqual([]);
  });

  test("takes its default value, and undo leaves no cell empty", async ({ api, other, base, place }) => {
    await good(setField(api, place, "Amount", { template: { default: 7 }, isRequired: true }));
    const { id } = await good(create(api, place, { Email: "a@b.example" }));
    expect((await api.get(`${place}/records/${id}`)).body.fields.Amount).toBe(7);
    const { id: empty } = await good(create(api, place, { Email: "b@b.example", Notes: null }));
    await good(api.patch(`${place}/records/${empty}`, { record: { Notes: "filled in" } }));
    await good(api.patch(`${place}/records/${id}`, { record: { Notes: "filled in" } }));
    await good(setField(other, place, "Notes", { isRequired: true }));
    expect(await good(api.post(`/bases/${base.id}/undo`, {}))).toMatchObject({
      restored: 0,
      skipped: [{ recordId: id, reason: "it would be empty, and its field is required" }],
    });
    expect(await cells(api, place, "Notes")).toEqual(["filled in", "filled in"]);
  });

  test("is turned on only when no cell is empty, and `allowLoss` changes nothing", async ({ api, place }) => {
    for (const Amount of [1, null, null]) await good(create(api, place, { Amount, Email: "a@b.example" }));
    const many = [
      409,
      ["isRequired is not possible yet, because 2 records have no value; fill them in first"],
    ];
    expect(await refusal(setField(api, place, "Amount", { isRequired: true }))).toEqual(many);
    expect(await refusal(setField(api, place, "Amount", { isRequired: true, allowLoss: true }))).toEqual(
      many,
    );
    expect(await refusal(setField(api, place, "Amount", { isRequired: true }, "?dryRun=true"))).toEqual(many);
    const added = { name: "New", type: "number", isRequired: true };
    expect((await refusal(api.post(`${place}/fields`, added)))[0]).toBe(409);
    expect((await api.get(`${place}/fields/Amount`)).body).not.toHaveProperty("isRequired");
  });
});

test.describe("a unique field", () => {
  test.beforeEach(async ({ api, place }) => {
    await good(setField(api, place, "Email", { isUnique: true }));
  });

  test("refuses a value that another record has, and names both", async ({ api, place }) => {
    const { id } = await good(create(api, place, { Email: "a@b.example" }));
    for (const Name of ["B", "C"]) await good(create(api, place, { Name }));
    const same = [409, [`record.Email ${taken(id, "a@b.example")}`]];
    expect(await refusal(create(api, place, { Email: "a@b.example" }))).toEqual(same);
    expect(
      await refusal(api.post(`${place}/records?dryRun=true`, { record: { Email: "a@b.example" } })),
    ).toEqual(same);
    await good(create(api, place, { Email: "A@b.example" }));
    await good(api.patch(`${place}/records/${id}`, { record: { Email: "a@b.example" } }));
    const { id: other } = await good(create(api, place, { Email: "c@b.example" }));
    expect(
      await refusal(api.patch(`${place}/records/${other}`, { record: { Email: "a@b.example" } })),
    ).toEqual(same);
    const bulk = { records: [{ Email: "d@b.example" }, { Email: "d@b.example" }, { Email: "a@b.example" }] };
    expect(await refusal(api.post(`${place}/records/bulk`, bulk))).toEqual([
      409,
      [
        "records[1].Email must be unique and is the same in records[0]",
        `records[2].Email ${taken(id, "a@b.example")}`,
      ],
    ]);
    const upsert = { records: [{ Email: "a@b.example", Name: "Up" }], matchOn: ["Email"] };
    expect(await good(api.post(`${place}/records/bulk`, upsert))).toMatchObject({ created: 0, updated: 1 });
    const exchange = {
      records: [
        { recordId: id, Email: "c@b.example" },
        { recordId: other, Email: "a@b.example" },
      ],
    };
    await good(api.call(`${place}/records/bulk`, { method: "PUT", body: exchange }));
    expect((await api.get(`${place}/records/${id}`)).body.fields.Email).toBe("c@b.example");
    const rows = "Name,Email\nX,e@b.example\nY,e@b.example\nZ,a@b.example\n";
    const imported = await good(csv(api, place, rows, "?onError=skip"));
    expect(imported).toMatchObject({
      created: 1,
      failed: 2,
      errors: [
        { row: 3, message: "must be unique and is the same in row 2" },
        { row: 4, message: `must be unique, and the record ${other} already has this value` },
      ],
    });
  });

  test("takes texts of any length, and numbers as they are", async ({ api, place }) => {
    await good(setField(api, place, "Notes", { isUnique: true }));
    await good(setField(api, place, "Amount", { isUnique: true }));
    const long = "x".repeat(99_999);
    const { id } = await good(create(api, place, { Notes: `${long}a`, Amount: 1e-7 }));
    await good(create(api, place, { Notes: `${long}b`, Amount: 0.1 }));
    expect(await refusal(create(api, place, { Notes: `${long}a` }))).toEqual([
      409,
      [`record.Notes ${taken(id, `${long.slice(0, 60)}…`)}`],
    ]);
    expect((await create(api, place, { Amount: 1e-7 })).status).toBe(409);
  });

  test("takes several texts of no characters, as they are no values", async ({ api, base, place }) => {
    await good(setField(api, place, "Notes", { isUnique: true }));
    const { id } = await good(create(api, place, { Notes: "" }));
    await good(create(api, place, { Notes: "one" }));
    await good(create(api, place, { Notes: "" }));
    await good(api.post(`${place}/records/bulk`, { records: [{ Notes: "" }, { Notes: "" }] }));
    expect((await api.patch(`${place}/records/${id}`, { record: { Notes: "one" } })).status).toBe(409);
    await good(setField(api, place, "Notes", { isUnique: false }));
    await good(setField(api, place, "Notes", { isUnique: true }));
    expect(await good(api.post(`/bases/${base.id}/undo`, {}))).toMatchObject({ skipped: [] });
    expect(await good(api.post(`/bases/${base.id}/redo`, {}))).toMatchObject({ skipped: [] });
  });

  test("lets one of several writers at the same time win", async ({ api, other, place }) => {
    for (let round = 0; round < 5; round++) {
      const Email = `${round}@b.example`;
      const answers = await Promise.all(
        [api, other, api, other].map((client) => create(client, place, { Email })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
      const winner = answers.find(({ status }) => status === 201)?.body.id;
      for (const { status, body } of answers)
        if (status === 409) expect(body.error.details[0].message).toBe(taken(winner, Email));
    }
    expect(await cells(api, place, "Email")).toHaveLength(5);
  });

  test("is turned on only without repeated values", async ({ api, place }) => {
    for (const Name of ["Same", "Same", "Other", null, null]) await good(create(api, place, { Name }));
    const found = [
      409,
      [
        expect.stringMatching(
          /^isUnique is not possible, because several records have the same value; 1 value such as "Same" \(records \S+, \S+\)$/,
        ),
      ],
    ];
    expect(await refusal(setField(api, place, "Name", { isUnique: true }))).toEqual(found);
    expect(await refusal(setField(api, place, "Name", { isUnique: true }, "?dryRun=true"))).toEqual(found);
    await good(create(api, place, { Name: "Same" }));
    await good(setField(api, place, "Amount", { isUnique: true }, "?dryRun=true"));
    for (const Amount of [1, 1]) await good(create(api, place, { Amount }));
  });

  test("keeps its type where the new one would make values equal", async ({ api, base, place }) => {
    await good(setField(api, place, "Notes", { isUnique: true }));
    for (const Notes of ["1", "1.0", "2"]) await good(create(api, place, { Notes }));
    const before = (await api.get<Field>(`${place}/fields/Notes`)).body;
    const [rehearsed, real] = [
      await refusal(setField(api, place, "Notes", { type: "number" }, "?dryRun=true")),
      await refusal(setField(api, place, "Notes", { type: "number" })),
    ];
    expect(real).toEqual([
      409,
      [expect.stringMatching(/^isUnique is not possible, .*; 1 value such as "1" \(records \S+, \S+\)$/)],
    ]);
    expect(rehearsed).toEqual(real);
    expect((await api.get(`${place}/fields/Notes`)).body).toEqual(before);
    expect(await cells(api, place, "Notes")).toEqual(["1", "1.0", "2"]);
    expect((await create(api, place, { Notes: "1.0" })).status).toBe(409);
    await good(setField(api, place, "Notes", { type: "number", isUnique: false }));
    expect(await cells(api, place, "Notes")).toEqual([1, 1, 2]);
    expect(await good(api.post(`/bases/${base.id}/undo`, {}))).toMatchObject({ skipped: [] });
    expect(await cells(api, place, "Notes")).toEqual(["1", "1.0", "2"]);
    expect((await api.get(`${place}/fields/Notes`)).body).toEqual(before);
    expect((await create(api, place, { Notes: "1.0" })).status).toBe(409);
  });

  test("keeps its rules when an import is undone and redone", async ({ api, other, base, place }) => {
    await good(setField(api, place, "Email", { isRequired: true }));
    const { id } = await good(create(api, place, { Name: "A", Email: "a@b.example" }));
    const rows = "Name,Email\nA,moved@b.example\nX,x@b.example\nY,y@b.example\n";
    expect(await good(csv(api, place, rows, "?mode=upsert&matchOn=Name"))).toMatchObject({
      created: 2,
      updated: 1,
    });
    await good(create(other, place, { Email: "a@b.example" }));
    const undone = await good(api.post(`/bases/${base.id}/undo`, {}));
    const reason = "must be unique, and another record has it now";
    expect(undone.skipped).toMatchObject([{ recordId: id, reason: `its value ${reason}` }]);
    expect(await cells(api, place, "Email")).toEqual(["moved@b.example", "a@b.example"]);
    await good(create(other, place, { Email: "x@b.example" }));
    const redone = await good(api.post(`/bases/${base.id}/redo`, {}));
    expect(redone.skipped).toMatchObject([{ reason: `its value of "Email" ${reason}` }]);
    const stored = ["moved@b.example", "a@b.example", "x@b.example", "y@b.example"];
    expect((await cells(api, place, "Email")).toSorted()).toEqual(stored.toSorted());
    expect((await create(api, place, { Email: "y@b.example" })).status).toBe(409);
    expect((await create(api, place, {})).status).toBe(400);
  });

  test("keeps records in the trash, and cells as they are, whose values are taken", async ({
    api,
    base,
    place,
    other,
  }) => {
    const { id } = await good(create(api, place, { Email: "a@b.example" }));
    await good(api.call(`${place}/records/${id}`, { method: "DELETE" }));
    const { id: next } = await good(create(other, place, { Email: "a@b.example" }));
    const [entry] = (await api.get(`/bases/${base.id}/trash`)).body.trash;
    const reason = `its value of "Email" must be unique, and another record has it now`;
    expect(await refusal(api.post(`/bases/${base.id}/trash/${entry.id}/restore`, {}))).toEqual([
      409,
      [`trashId is of a record that cannot be restored: ${reason}`],
    ]);
    const together = await good(api.post(`/bases/${base.id}/trash/restore`, { trashIds: [entry.id] }));
    expect(together).toMatchObject({ restored: 0, skipped: [{ itemId: id, reason }] });
    const undone = await good(api.post(`/bases/${base.id}/undo`, {}));
    expect(undone).toMatchObject({ restored: 0, skipped: [{ recordId: id, reason }] });
    await good(other.call(`${place}/records/${next}`, { method: "DELETE" }));
    await good(api.post(`/bases/${base.id}/trash/${entry.id}/restore`, {}));
    await good(api.patch(`${place}/records/${id}`, { record: { Email: "b@b.example" } }));
    await good(create(other, place, { Email: "a@b.example" }));
    expect(await good(api.post(`/bases/${base.id}/undo`, {}))).toMatchObject({
      skipped: [{ recordId: id, reason: "its value must be unique, and another record has it now" }],
    });
  });

  test("ends and comes back with its field", long, async ({ api, base, place }) => {
    await good(create(api, place, { Email: "a@b.example" }));
    await good(api.call(`${place}/fields/Email`, { method: "DELETE" }));
    await good(api.post(`/bases/${base.id}/undo`, {}));
    expect((await create(api, place, { Email: "a@b.example" })).status).toBe(409);
    const exported = await fetch(`${api.origin}/api/v1/bases/${base.id}/export`, {
      headers: api.credentials,
    });
    const file = await api.call<Any>("/bases/import", {
      method: "POST",
      raw: new Uint8Array(await exported.arrayBuffer()),
      headers: { "Content-Type": "application/zip" },
    });
    expect(file.status).toBe(201);
    const imported = `/bases/${file.body.id}/tables/${file.body.tables[0].id}`;
    expect((await create(api, imported, { Email: "a@b.example" })).status).toBe(409);
    const copy = await good(api.post(`/bases/${base.id}/duplicate`, { records: true }));
    const table = `/bases/${copy.id}/tables/${copy.tables[0].id}`;
    expect((await create(api, table, { Email: "a@b.example" })).status).toBe(409);
  });
});

test("a form asks for what is required, and tells nothing about records", long, async ({ api }) => {
  const form = await AForm.make(api);
  for (const [name, rule] of [
    ["Email", { isRequired: true, isUnique: true }],
    ["Notes", { isRequired: true }],
  ] as const)
    await good(setField(api, form.table, name, rule));
  await form.ask("Name", "Email");
  const { at } = await form.share();
  const visitor = visitorOf(api);
  const { body } = await visitor.get(at);
  expect(body.questions.map(({ required }: Any) => required)).toEqual([false, true]);
  expect(await refusal(submit(visitor, at, { Name: "A" }))).toEqual([
    400,
    [`values.${form.ids.Email} is required`],
  ]);
  // The form does not show "Notes", so that nobody could fill it in.
  expect((await submit(visitor, at, { Name: "A", Email: "a@b.example" })).status).toBe(201);
  expect(await refusal(submit(visitor, at, { Email: "a@b.example" }))).toEqual([
    409,
    ["values.Email must be unique, and another record has this value"],
  ]);
});
