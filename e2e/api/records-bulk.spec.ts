/** Bulk changes, all or nothing, and the deletion of one record. */
import type { Base } from "../../lib/contract/bases";
import type { ErrorDetail } from "../../lib/contract/errors";
import type { RecordPage } from "../../lib/contract/lists";
import type { Record } from "../../lib/contract/records";
import { type ApiClient, badRequestBody, errorBody, minted, problemsBody } from "../api-client";
import { long } from "../rounds";
import { byId, contentsOf, emptyRecord, expect, test } from "./fixtures";

const nobody = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23";
const another = "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f24";

/** The whole body of a 404 about ids in a bulk call. */
function unknownBody(...ids: [path: string, id: string][]) {
  const details = ids.map(([path, id]) => ({
    path,
    message: `is ${id}, which is not a record of this table`,
  }));
  return problemsBody("NOT_FOUND", details as ErrorDetail[]);
}

test.describe("delete a record", () => {
  test("once; then it no longer exists anywhere", async ({ api, place }) => {
    const [ada, bob] = await make(api, place, { Name: "Ada" }, { Name: "Bob" });
    const at = `${place}/records/${ada?.id}`;
    const deleted = await api.call(at, { method: "DELETE" });
    expect([deleted.status, deleted.body]).toEqual([200, { deleted: true }]);
    expect(await all(api, place)).toEqual([bob]);
    const missing = errorBody("NOT_FOUND", `There is no record "${ada?.id}".`);
    for (const method of ["GET", "DELETE", "PATCH"]) {
      const body = method === "PATCH" ? { record: { Name: "x" } } : undefined;
      const answer = await api.call(at, { method, body });
      expect([answer.status, answer.body]).toEqual([404, missing]);
    }
  });

  test("not by an invalid record id", async ({ api, place }) => {
    const { status, body } = await api.call(`${place}/records/17`, { method: "DELETE" });
    expect(status).toBe(400);
    expect(body).toEqual(errorBody("INVALID_RECORD_ID", '"17" is not a record id. Record ids are UUIDs.'));
  });

  test("not through another table, or another database", async ({ api, base, place }) => {
    const [ada] = await make(api, place, { Name: "Ada" });
    await api.post(`/bases/${base.id}/tables`, {
      name: "Other",
      fields: [{ type: "number", name: "N" }],
    });
    const { status } = await api.call(`/bases/${base.id}/tables/Other/records/${ada?.id}`, {
      method: "DELETE",
    });
    expect(status).toBe(404);
    expect(await all(api, place)).toEqual([ada]);
  });
});

test.describe("delete many records", () => {
  test("in any order, and keeps the others", async ({ api, place }) => {
    const [ada, bob, cy] = (await make(api, place, {}, {}, {})) as [Record, Record, Record];
    const recordIds = [cy.id, ada.id.toUpperCase()];
    const { status, body } = await remove(api, place, { recordIds });
    expect(status).toBe(200);
    expect(body).toEqual({ deleted: true, recordIds: [cy.id, ada.id] });
    expect(await all(api, place)).toEqual([bob]);
  });

  test("2,000 at once", async ({ api, place }) => {
    const made = await make(api, place, ...Array(2_000).fill({ Name: "x" }));
    const recordIds = made.map(({ id }) => id);
    const { status, body } = await remove(api, place, { recordIds });
    expect(status).toBe(200);
    expect(body).toEqual({ deleted: true, recordIds });
    expect(await all(api, place)).toEqual([]);
  });

  test("none if any is unknown; each of those is named", async ({ api, base, place }) => {
    const [ada] = await make(api, place, {});
    const before = await contentsOf(api, base);
    const { status, body } = await remove(api, place, { recordIds: [nobody, ada?.id, another] });
    expect(status).toBe(404);
    expect(body).toEqual(unknownBody(["recordIds[0]", nobody], ["recordIds[2]", another]));
    expect(await contentsOf(api, base)).toEqual(before);
  });

  const refused: [title: string, given: unknown, ...details: [path: string, message: unknown][]][] = [
    ["without ids", {}, ["recordIds", "is required"]],
    ["with no ids", { recordIds: [] }, ["recordIds", "takes at least one record"]],
    ["with 2,001", { recordIds: Array(2_001).fill(nobody) }, ["recordIds", "takes at most 2,000 records"]],
    [
      "with one twice",
      { recordIds: [nobody, another, nobody.toUpperCase()] },
      ["recordIds[2]", "is the same record as recordIds[0]"],
    ],
    [
      "with what is no id",
      { recordIds: [nobody, "17"] },
      ["recordIds[1]", 'takes a record id, which is a UUID, not "17"'],
    ],
    [
      "with an unknown key",
      { recordIds: [nobody], force: true },
      ["force", "is not a known key. Known keys: recordIds"],
    ],
  ];
  for (const [title, given, ...details] of refused) {
    test(`is refused ${title}`, async ({ api, place }) => {
      const { status, body } = await remove(api, place, given);
      expect(status).toBe(400);
      expect(body.error.details).toEqual(details.map(([path, message]) => ({ path, message })));
    });
  }
});

test.describe("update many records", () => {
  test("returns whole records, in the given order", async ({ api, table, place }) => {
    const [ada, bob, cy] = (await make(
      api,
      place,
      { Name: "Ada", Amount: 1 },
      { Name: "Bob" },
      { Name: "Cy" },
    )) as [Record, Record, Record];
    const amount = table.fields.find(({ name }) => name === "Amount")?.id ?? "";
    const { status, body } = await put(api, place, [
      { recordId: cy.id, Name: null, Done: true },
      { recordId: ada.id.toUpperCase(), [amount]: 2 },
      { recordId: bob.id },
    ]);
    expect(status).toBe(200);
    const values = [
      { ...emptyRecord, Done: true },
      { ...emptyRecord, Name: "Ada", Amount: 2 },
      { ...emptyRecord, Name: "Bob" },
    ];
    expect(body).toEqual({
      records: [cy, ada, bob].map((record, index) => ({
        id: record.id,
        data: byId(table, values[index] ?? {}),
        fields: values[index],
        createdAt: record.createdAt,
        updatedAt: minted.time,
      })),
    });
    expect(await all(api, place)).toEqual([body.records[1], body.records[2], body.records[0]]);
  });

  test("increments versions only of changed records", async ({ api, place }) => {
    const [ada, bob] = (await make(api, place, { Name: "Ada" }, { Name: "Bob" })) as [Record, Record];
    await laterThan(ada, bob);
    const { body } = await put(api, place, [
      { recordId: ada.id, Name: "Ada", Amount: null },
      { recordId: bob.id, Name: "Bob", Amount: 5 },
    ]);
    expect(body.records[0]).toEqual(ada);
    expect(body.records[1].updatedAt > bob.updatedAt).toBe(true);
  });

  test("takes 2,000 at once", async ({ api, place }) => {
    const made = await make(api, place, ...Array(2_000).fill({ Name: "x" }));
    const backwards = made.toReversed().map(({ id }, index) => ({ recordId: id, Amount: index }));
    const { status, body } = await put(api, place, backwards);
    expect(status).toBe(200);
    expect(body.records.map(({ id, fields }: Record) => ({ recordId: id, Amount: fields.Amount }))).toEqual(
      backwards,
    );
  });

  test("a field called recordId is written by its id", async ({ api, base }) => {
    const tables = `/bases/${base.id}/tables`;
    const fields = [{ type: "single_line_text", name: "recordId" }];
    const { body: table } = await api.post(tables, { name: "Odd", fields });
    const [made] = (await make(api, `${tables}/Odd`, { recordId: "one" })) as [Record];
    expect(made.fields).toEqual({ recordId: "one" });
    const { body } = await put(api, `${tables}/Odd`, [{ recordId: made.id, [table.fields[0].id]: "two" }]);
    expect(body.records).toEqual([
      { ...made, fields: { recordId: "two" }, data: { [table.fields[0].id]: "two" }, updatedAt: minted.time },
    ]);
    const { body: one } = await api.patch(`${tables}/Odd/records/${made.id}`, {
      record: { recordId: "three" },
    });
    expect(one.fields).toEqual({ recordId: "three" });
  });

  test("changes none if any is unknown; each of those is named", async ({ api, base, place }) => {
    const [ada] = await make(api, place, { Name: "Ada" });
    const before = await contentsOf(api, base);
    const { status, body } = await put(api, place, [
      { recordId: nobody, Name: "x" },
      { recordId: ada?.id, Name: "x" },
      { recordId: another, Name: "x" },
    ]);
    expect(status).toBe(404);
    expect(body).toEqual(unknownBody(["records[0].recordId", nobody], ["records[2].recordId", another]));
    expect(await contentsOf(api, base)).toEqual(before);
  });

  test("changes none if any value is invalid; each of those is named", async ({ api, base, place }) => {
    const made = (await make(api, place, {}, {}, {})) as [Record, Record, Record];
    const before = await contentsOf(api, base);
    const [first, second, third] = made.map(({ id }) => id);
    const { status, body } = await put(api, place, [
      { recordId: first, Name: "good" },
      { recordId: second, Amount: "x", Nobody: 1 },
      { recordId: third, Email: "y" },
    ]);
    expect(status).toBe(400);
    const names = '"Name", "Notes", "Email", "Link", "Amount", "Price", "Done", "Stage", "Day"';
    expect(body).toEqual(
      badRequestBody(
        ["records[1].Amount", 'takes a number, such as 12.5; "x" is not one'],
        ["records[1].Nobody", `is not a field of this table; its fields are ${names}`],
        ["records[2].Email", 'takes an e-mail address such as ada@example.com; "y" is not one'],
      ),
    );
    expect(await contentsOf(api, base)).toEqual(before);
  });

  const takesAnId = "takes a record id, which is a UUID";
  const refused: [title: string, given: unknown, ...details: [path: string, message: string][]][] = [
    ["without records", {}, ["records", "is required"]],
    ["with no records", { records: [] }, ["records", "takes at least one record"]],
    [
      "with 2,001",
      { records: Array(2_001).fill({ recordId: nobody }) },
      ["records", "takes at most 2,000 records"],
    ],
    [
      "where ids are missing or none",
      {
        records: [
          { Name: "x" },
          { recordId: nobody },
          { recordId: 17 },
          { recordId: "17" },
          { recordId: null },
        ],
      },
      ["records[0].recordId", "is required"],
      ["records[2].recordId", takesAnId],
      ["records[3].recordId", takesAnId],
      ["records[4].recordId", takesAnId],
    ],
    [
      "where one record is named twice",
      { records: [{ recordId: nobody }, { recordId: another }, { recordId: nobody.toUpperCase() }] },
      ["records[2].recordId", "is the same record as records[0].recordId"],
    ],
    [
      "with matchOn",
      { records: [{ recordId: nobody }], matchOn: ["Name"] },
      ["matchOn", "is not a known key. Known keys: records"],
    ],
  ];
  for (const [title, given, ...details] of refused) {
    test(`is refused ${title}`, async ({ api, base, place }) => {
      await make(api, place, { Name: "Ada" });
      const before = await contentsOf(api, base);
      const { status, body } = await api.call(`${place}/records/bulk`, { method: "PUT", body: given });
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody(...details));
      expect(await contentsOf(api, base)).toEqual(before);
    });
  }
});

test.describe("upsert", () => {
  test("updates matches, creates the others, and returns them in the given order", async ({
    api,
    table,
    place,
  }) => {
    const [ada, bob] = (await make(
      api,
      place,
      { Name: "Ada", Amount: 1, Notes: "old" },
      { Name: "Bob" },
    )) as [Record, Record];
    const { status, headers, body } = await upsert(
      api,
      place,
      ["Name"],
      [
        { Name: "Cy", Amount: 3 },
        { Name: "Bob", Amount: 2 },
        { Name: "ada", Amount: 4 },
        { Name: "Ada", Amount: 1, Notes: null },
      ],
    );
    expect([status, headers.get("Location")]).toEqual([200, null]);
    const values = [
      { ...emptyRecord, Name: "Cy", Amount: 3 },
      { ...emptyRecord, Name: "Bob", Amount: 2 },
      { ...emptyRecord, Name: "ada", Amount: 4 },
      { ...emptyRecord, Name: "Ada", Amount: 1 },
    ];
    expect(body).toEqual({
      records: values.map((fields) => ({
        id: minted.recordId,
        data: byId(table, fields),
        fields,
        createdAt: minted.time,
        updatedAt: minted.time,
      })),
      created: 2,
      updated: 2,
    });
    const [cy, second, small, first] = body.records as [Record, Record, Record, Record];
    expect([first.id, second.id]).toEqual([ada.id, bob.id]);
    expect(await all(api, place)).toEqual([first, second, cy, small]);
  });

  test("does not touch a record if nothing changes", async ({ api, place }) => {
    const [ada] = (await make(api, place, { Name: "Ada", Amount: 1 })) as [Record];
    await laterThan(ada);
    const { body } = await upsert(api, place, ["Name"], [{ Name: "Ada", Amount: 1 }]);
    expect(body).toEqual({ records: [ada], created: 0, updated: 1 });
  });

  const matches: [field: string, held: unknown, same: unknown, other: unknown][] = [
    ["Name", "Straße ' 50%_\\", "Straße ' 50%_\\", "Strasse ' 50%_\\"],
    ["Name", "", "", " "],
    ["Notes", "a\nb", "a\nb", "a b"],
    ["Email", "ada@example.com", "ada@example.com", "Ada@example.com"],
    ["Amount", 12.5, "12.50", 12.4],
    ["Amount", 0, -0, 1],
    ["Amount", 0.1 + 0.2, "0.30000000000000004", 0.3],
    ["Stage", "Shut", "Shut", "Open"],
    ["Day", "2026-01-31", "2026-01-31", "2026-02-01"],
  ];
  for (const [field, held, same, other] of matches) {
    test(`${JSON.stringify(same)} in ${field} matches ${JSON.stringify(held)}, ${JSON.stringify(other)} does not`, async ({
      api,
      table,
      place,
    }) => {
      const [record] = (await make(api, place, { [field]: held })) as [Record];
      const id = table.fields.find(({ name }) => name === field)?.id ?? "";
      for (const matchOn of [field, id]) {
        const { body } = await upsert(api, place, [matchOn], [{ [id]: same }]);
        expect(body).toEqual({ records: [record], created: 0, updated: 1 });
      }
      const { body } = await upsert(api, place, [field], [{ [field]: other, Done: true }]);
      expect([body.created, body.updated]).toEqual([1, 0]);
    });
  }

  test("on several fields matches if all are equal", async ({ api, place }) => {
    const [ada] = (await make(
      api,
      place,
      { Name: "Ada", Stage: "Open" },
      { Name: "Ada", Stage: "Shut" },
      { Name: "Ada" },
    )) as [Record];
    const { body } = await upsert(
      api,
      place,
      ["Stage", "Name"],
      [
        { Name: "Ada", Stage: "Open", Amount: 1 },
        { Name: "Bob", Stage: "Open", Amount: 2 },
      ],
    );
    expect([body.created, body.updated]).toEqual([1, 1]);
    expect(body.records[0].id).toBe(ada.id);
  });

  test("is a conflict if two records match, and stores nothing", async ({ api, base, place }) => {
    const [one, two] = (await make(api, place, { Name: "Ada" }, { Name: "Ada" })) as [Record, Record];
    const before = await contentsOf(api, base);
    const { status, body } = await upsert(api, place, ["Name"], [{ Name: "Bob" }, { Name: "Ada" }]);
    expect(status).toBe(409);
    const message = `matches more than one record, ${one.id} and ${two.id}`;
    expect(body).toEqual(problemsBody("CONFLICT", [{ path: "records[1]", message }]));
    expect(await contentsOf(api, base)).toEqual(before);
  });

  const needed = "is required, because records are matched by it";
  const refused: [
    title: string,
    matchOn: unknown,
    records: unknown,
    ...details: [path: string, message: unknown][],
  ][] = [
    [
      "where the value to match on is missing or empty",
      ["Name", "Amount"],
      [{ Name: "Ada", Amount: 1 }, { Name: "Ada" }, { Name: null, Amount: 1 }, {}],
      ["records[1].Amount", needed],
      ["records[2].Name", needed],
      ["records[3].Name", needed],
      ["records[3].Amount", needed],
    ],
    [
      "where two rows have the same values to match on",
      ["Name", "Amount"],
      [
        { Name: "Ada", Amount: 1 },
        { Name: "Ada", Amount: 2 },
        { Name: "Ada", Amount: "1.0" },
      ],
      ["records[2]", "has the same match values as records[0]"],
    ],
    [
      "where a value is wrong",
      ["Name"],
      [{ Name: "Ada", Amount: "x" }],
      ["records[0].Amount", 'takes a number, such as 12.5; "x" is not one'],
    ],
    ["on nothing", [], [{ Name: "Ada" }], ["matchOn", "takes at least one field"]],
    ["on what is no list", "Name", [{ Name: "Ada" }], ["matchOn", "takes a list, not text"]],
    [
      "on what is no field, one field twice, and fields that do not serve",
      ["Nobody", "Name", "Name", "Done", "Tags", "Number"],
      [{ Name: "Ada" }],
      ["matchOn[0]", "is not a field of this table"],
      ["matchOn[2]", "repeats a field"],
      [
        "matchOn[3]",
        "has the type checkbox; records can be matched by text, number, date and single-select fields",
      ],
      [
        "matchOn[4]",
        "has the type multiple_select; records can be matched by text, number, date and single-select fields",
      ],
      [
        "matchOn[5]",
        "has the type autonumber; records can be matched by text, number, date and single-select fields",
      ],
    ],
    ["of 2,001 rows", ["Name"], Array(2_001).fill({}), ["records", "takes at most 2,000 records"]],
  ];
  for (const [title, matchOn, records, ...details] of refused) {
    test(`is refused ${title}`, async ({ api, base, place }) => {
      for (const [type, name] of Object.entries({ multiple_select: "Tags", autonumber: "Number" })) {
        expect((await api.post(`${place}/fields`, { type, name })).status).toBe(201);
      }
      await make(api, place, { Name: "Eve" });
      const before = await contentsOf(api, base);
      const { status, body } = await api.post(`${place}/records/bulk`, { records, matchOn });
      expect(status).toBe(400);
      expect(body.error.details).toEqual(details.map(([path, message]) => ({ path, message })));
      expect(await contentsOf(api, base)).toEqual(before);
    });
  }

  test("names a missing value as the caller wrote it", async ({ api, table, place }) => {
    const id = table.fields[0]?.id ?? "";
    const { body } = await upsert(api, place, ["Name"], [{ [id]: null }]);
    expect(body).toEqual(badRequestBody([`records[0].${id}`, needed]));
  });

  test("of 2,000 rows, half of which exist", async ({ api, place }) => {
    const row = (index: number) => ({ Name: `row ${index}`, Amount: index });
    await make(api, place, ...Array.from({ length: 1_000 }, (_, index) => row(index * 2)));
    const written = Array.from({ length: 2_000 }, (_, index) => row(index));
    const { body } = await upsert(api, place, ["Name"], written);
    expect([body.created, body.updated]).toEqual([1_000, 1_000]);
    expect(body.records.map(({ fields }: Record) => fields.Amount)).toEqual(
      written.map(({ Amount }) => Amount),
    );
    expect(await all(api, place)).toHaveLength(2_000);
  });

  test("of one new key by many at once creates one record", long, async ({ api, place }) => {
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, (_, caller) =>
          upsert(api, place, ["Name"], [{ Name: `key ${round}`, Amount: caller }]),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(answers.filter(({ body }) => body.created === 1)).toHaveLength(1);
      expect(new Set(answers.map(({ body }) => body.records[0].id)).size).toBe(1);
    }
    expect(await all(api, place)).toHaveLength(5);
  });

  test("of a concurrently deleted record updates it or creates another", long, async ({ api, place }) => {
    for (let round = 0; round < 10; round++) {
      const Name = `key ${round}`;
      const [record] = (await make(api, place, { Name })) as [Record];
      const [deleted, ...answers] = await Promise.all([
        api.call(`${place}/records/${record.id}`, { method: "DELETE" }),
        ...Array.from({ length: 4 }, (_, Amount) => upsert(api, place, ["Name"], [{ Name, Amount }])),
      ]);
      expect([deleted.status, ...answers.map(({ status }) => status)]).toEqual([200, 200, 200, 200, 200]);
    }
    const names = (await all(api, place)).map(({ fields }) => fields.Name);
    expect(new Set(names).size).toBe(names.length);
  });
});

test("bulk calls on an unknown table or database are a 404", async ({
  api,
  base,
}: {
  api: ApiClient;
  base: Base;
}) => {
  const bodies = {
    POST: { records: [{}] },
    PUT: { records: [{ recordId: nobody }] },
    DELETE: { recordIds: [nobody] },
  };
  for (const [method, body] of Object.entries(bodies)) {
    for (const [path, missing] of [
      [`/bases/${base.id}/tables/Nothing`, 'table "Nothing"'],
      ["/bases/0123456789abcdef/tables/Nothing", 'database "0123456789abcdef"'],
    ]) {
      const answer = await api.call(`${path}/records/bulk`, { method, body });
      expect([answer.status, answer.body]).toEqual([404, errorBody("NOT_FOUND", `There is no ${missing}.`)]);
    }
  }
});

async function make(api: ApiClient, place: string, ...records: object[]): Promise<Record[]> {
  const { status, body } = await api.post<RecordPage>(`${place}/records/bulk`, { records });
  expect(status).toBe(200);
  return body.records;
}

async function all(api: ApiClient, place: string): Promise<Record[]> {
  return (await api.post<RecordPage>(`${place}/records/list`, { limit: 2_000 })).body.records;
}

function put(api: ApiClient, place: string, records: object[]) {
  return api.call(`${place}/records/bulk`, { method: "PUT", body: { records } });
}

function upsert(api: ApiClient, place: string, matchOn: string[], records: object[]) {
  return api.post(`${place}/records/bulk`, { records, matchOn });
}

function remove(api: ApiClient, place: string, body: unknown) {
  return api.call(`${place}/records/bulk`, { method: "DELETE", body });
}

/** Waits for a millisecond after these were changed, so that a later change shows. */
async function laterThan(...records: Record[]): Promise<void> {
  const last = Math.max(...records.map(({ updatedAt }) => Date.parse(updatedAt)));
  await expect.poll(() => Date.now(), { intervals: [2] }).toBeGreaterThan(last + 1);
}
