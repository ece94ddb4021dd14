import type { Record } from "../../lib/contract/records";
import type { Table } from "../../lib/contract/tables";
import { badRequestBody, errorBody, minted } from "../api-client";
import { byId, contentsOf, emptyRecord, expect, fullRecord, test as withTable } from "./fixtures";

const test = withTable.extend<{
  /** A record with a value in every field. */
  record: Record;
  /** Its path below `/api/v1`. */
  at: string;
}>({
  record: async ({ api, place }, use) =>
    use((await api.post<Record>(`${place}/records`, { record: fullRecord })).body),
  at: async ({ place, record }, use) => use(`${place}/records/${record.id}`),
});

test.describe("update a record", () => {
  test("changes only the given field and returns the whole record", async ({ api, table, record, at }) => {
    const { status, headers, body } = await api.patch<Record>(at, { record: { Name: "Grace" } });
    expect(status).toBe(200);
    expect(headers.get("Content-Type")).toBe("application/json; charset=utf-8");
    const values = { ...fullRecord, Name: "Grace" };
    expect(body).toEqual({
      id: record.id,
      data: byId(table, values),
      fields: values,
      createdAt: record.createdAt,
      updatedAt: minted.time,
    });
    expect(Object.keys(body.fields)).toEqual(table.fields.map(({ name }) => name));
    expect(body.updatedAt > record.updatedAt).toBe(true);
    expect((await api.get(at)).body).toEqual(body);
  });

  test("accepts names, ids and both together", async ({ api, table, at }) => {
    const id = (name: string) => table.fields.find((field) => field.name === name)?.id ?? "";
    const { status, body } = await api.patch<Record>(at, {
      record: { Name: "Grace", [id("Amount")]: 1, [id("Done")]: false, Day: "2000-02-29" },
    });
    expect(status).toBe(200);
    expect(body.fields).toEqual({ ...fullRecord, Name: "Grace", Amount: 1, Done: false, Day: "2000-02-29" });
  });

  test("clears with null to the value of an empty cell", async ({ api, table, at }) => {
    const nothing = Object.fromEntries(Object.keys(fullRecord).map((name) => [name, null]));
    const { status, body } = await api.patch<Record>(at, { record: nothing });
    expect(status).toBe(200);
    expect(body.fields).toEqual(emptyRecord);
    expect(body.data).toEqual(byId(table, emptyRecord));
    expect((await api.get(at)).body).toEqual(body);
  });

  test("finds the table by its name", async ({ api, base, table, record }) => {
    const named = `/bases/${base.id}/tables/${encodeURIComponent(table.name)}/records/${record.id}`;
    const { status, body } = await api.patch<Record>(named, { record: { Name: "Grace" } });
    expect(status).toBe(200);
    expect(body.fields).toEqual({ ...fullRecord, Name: "Grace" });
  });

  test("accepts a record id in upper case and returns it in lower case", async ({ api, place, record }) => {
    const { status, body } = await api.patch<Record>(`${place}/records/${record.id.toUpperCase()}`, {
      record: { Name: "Grace" },
    });
    expect(status).toBe(200);
    expect(body.id).toBe(record.id);
  });

  test("of several fields is atomic: an invalid value prevents the others", async ({ api, record, at }) => {
    const { status, body } = await api.patch(at, {
      record: { Name: "Grace", Amount: 5, Email: "nobody", Day: "2026-02-30", Done: true },
    });
    expect(status).toBe(400);
    expect(body).toEqual(
      badRequestBody(
        ["record.Email", 'takes an e-mail address such as ada@example.com; "nobody" is not one'],
        ["record.Day", 'takes a date of the form YYYY-MM-DD, such as 2026-01-31; "2026-02-30" is not one'],
      ),
    );
    expect((await api.get(at)).body).toEqual(record);
  });

  const still: { [title: string]: (table: Table) => object } = {
    "no field": () => ({}),
    "the same values": () => fullRecord,
    "the same values by id": (table) => byId(table, fullRecord),
    "a number written otherwise": () => ({ Amount: "-1.25e1", Price: "99.950" }),
  };
  for (const [title, written] of Object.entries(still)) {
    test(`with ${title} changes nothing, not even updatedAt`, async ({ api, table, record, at }) => {
      const { status, body } = await api.patch(at, { record: written(table) });
      expect(status).toBe(200);
      expect(body).toEqual(record);
      expect((await api.get(at)).body).toEqual(record);
    });
  }

  test("with null for empty cells changes nothing", async ({ api, place }) => {
    const created = (await api.post<Record>(`${place}/records`, { record: { Name: "x" } })).body;
    const { status, body } = await api.patch(`${place}/records/${created.id}`, {
      record: { Notes: null, Done: false, Stage: null },
    });
    expect(status).toBe(200);
    expect(body).toEqual(created);
  });

  test("accepts keys with any character", async ({ api, base }) => {
    const names = [
      ...[
        "a/b",
        "100 %",
        "%2F",
        '"',
        "'",
        "\\",
        "🙂",
        "a.b[0]",
        " around ",
        "new\nline",
        "{}",
        "$1",
        "0",
        "1",
      ],
      ...["id", "record", "constructor", "toString", "__proto", '\'; DROP TABLE "Record"; --'],
    ];
    const made = await api.post(`/bases/${base.id}/tables`, {
      name: "Odd",
      fields: names.map((name) => ({ type: "single_line_text", name })),
    });
    const rows = `/bases/${base.id}/tables/${made.body.id}/records`;
    const { id } = (await api.post(rows, { record: {} })).body;
    const values = Object.fromEntries(names.map((name) => [name, `value of ${name.replace("\n", " ")}`]));
    const { status, body } = await api.patch(`${rows}/${id}`, { record: values });
    expect(status).toBe(200);
    expect(body.fields).toEqual(values);
    for (const name of names) {
      const single = await api.patch(`${rows}/${id}`, { record: { [name]: "single" } });
      expect(single.body.fields[name]).toBe("single");
    }
  });
});

test.describe("a value", () => {
  const kept: [name: string, given: unknown, answered?: unknown][] = [
    ["Name", ""],
    ["Name", " kept as given "],
    ["Name", "e\u0301 is not é, \u200b\ufeff\u202e stay, and so does \t"],
    ["Name", "👩‍👩‍👧‍👦🏳️‍🌈"],
    ["Name", "🙂".repeat(10_000)],
    ["Name", '\'; DROP TABLE "Record"; --'],
    ["Name", "\\x00 \\u0000 $1 {{7*7}} <script>alert(1)</script> %s %n"],
    ["Name", '{"$ne":null}'],
    ["Notes", ""],
    ["Notes", "lines\nof\r\nany\u2028kind"],
    ["Notes", "x".repeat(100_000)],
    ["Email", "o'hara+tag@sub.example.co.uk"],
    ["Link", "HTTPS://Example.com/Ä?q=%20#🙂"],
    ["Link", "mailto:ada@example.com?subject=x"],
    ["Link", "tel:+1-555-0100"],
    ["Amount", 0],
    ["Amount", "-0", 0],
    ["Amount", 0.1 + 0.2],
    ["Amount", 5e-324],
    ["Amount", 1.5e-10],
    ["Amount", 9007199254740991],
    ["Amount", -9007199254740991],
    ["Amount", 123456789.12345679],
    ["Amount", "12.50", 12.5],
    ["Amount", "1E3", 1000],
    ["Price", 0.005],
    ["Price", "-99.99", -99.99],
    ["Done", false],
    ["Stage", "Open"],
    ["Day", "0001-01-01"],
    ["Day", "9999-12-31"],
    ["Day", "2024-02-29"],
  ];
  for (const [name, given, answered = given] of kept) {
    test(`of ${name}, ${short(given)}, is accepted`, async ({ api, at }) => {
      const { status, body } = await api.patch<Record>(at, { record: { [name]: given } });
      expect(status).toBe(200);
      expect(body.fields).toEqual({ ...fullRecord, [name]: answered });
      expect((await api.get(at)).body).toEqual(body);
    });
  }

  const noNumber = (given: string) => `takes a number, such as 12.5; "${given}" is not one`;
  const noDate = (given: string) =>
    `takes a date of the form YYYY-MM-DD, such as 2026-01-31; "${given}" is not one`;
  const noEmail = (given: string) => `takes an e-mail address such as ada@example.com; "${given}" is not one`;
  const noLink = (given: string) =>
    `takes an address that begins with http://, https://, mailto: or tel:, not "${given}"`;
  const options = 'the options are "Open", "Shut"';
  const unsafe =
    "takes whole numbers from -9007199254740991 to 9007199254740991, the range that JSON keeps exactly";
  const refused: [name: string, given: unknown, message: string][] = [
    ["Name", 5, "takes text, not a number"],
    ["Name", true, "takes text, not true or false"],
    ["Name", ["a"], "takes text, not a list"],
    ["Name", { a: 1 }, "takes text, not an object"],
    ["Name", "two\nlines", "takes text without line breaks"],
    ["Name", "two\u2028lines", "takes text without line breaks"],
    ["Name", "x".repeat(10_001), "takes at most 10,000 characters"],
    ["Notes", 5, "takes text, not a number"],
    ["Notes", [], "takes text, not a list"],
    ["Notes", "x".repeat(100_001), "takes at most 100,000 characters"],
    ["Email", 5, "takes text, not a number"],
    ["Email", "", noEmail("")],
    ["Email", "ada", noEmail("ada")],
    ["Email", "ada@example", noEmail("ada@example")],
    ["Email", " ada@example.com", noEmail(" ada@example.com")],
    ["Email", "ada@example.com,b@example.com", noEmail("ada@example.com,b@example.com")],
    ["Link", false, "takes text, not true or false"],
    ["Link", "", noLink("")],
    ["Link", "example.com", noLink("example.com")],
    ["Link", "javascript:alert(1)", noLink("javascript:alert(1)")],
    ["Link", "data:text/html,x", noLink("data:text/html,x")],
    ["Link", "https://", noLink("https://")],
    ["Link", " https://example.com", noLink(" https://example.com")],
    ["Amount", "", noNumber("")],
    ["Amount", "five", noNumber("five")],
    ["Amount", "1,5", noNumber("1,5")],
    ["Amount", "0x10", noNumber("0x10")],
    ["Amount", "Infinity", noNumber("Infinity")],
    ["Amount", "NaN", noNumber("NaN")],
    ["Amount", "1e400", "takes numbers that a double can hold; this one is too large"],
    ["Amount", "1e-400", "takes numbers that a double can hold; this one is too small"],
    ["Amount", 9007199254740992, unsafe],
    ["Amount", 1e21, unsafe],
    ["Amount", true, "takes a number, not true or false"],
    ["Amount", [1], "takes a number, not a list"],
    ["Amount", {}, "takes a number, not an object"],
    ["Price", "$5", noNumber("$5")],
    ["Price", "", noNumber("")],
    ["Price", [], "takes a number, not a list"],
    ["Done", "true", "takes true or false, not text"],
    ["Done", 1, "takes true or false, not a number"],
    ["Done", "", "takes true or false, not text"],
    ["Done", [], "takes true or false, not a list"],
    ["Stage", "open", `has no option "open"; ${options}`],
    ["Stage", "", `has no option "", and a label cannot be empty; ${options}`],
    ["Stage", "__proto__", `has no option "__proto__"; ${options}`],
    ["Stage", 1, "takes the label of an option, not a number"],
    ["Stage", ["Open"], "takes the label of an option, not a list"],
    ["Stage", { label: "Open" }, "takes the label of an option, not an object"],
    ["Day", "", noDate("")],
    ["Day", "2026-02-29", noDate("2026-02-29")],
    ["Day", "0000-01-01", noDate("0000-01-01")],
    ["Day", "31.01.2026", noDate("31.01.2026")],
    ["Day", "2026-1-1", noDate("2026-1-1")],
    ["Day", "2026-01-31T00:00:00Z", noDate("2026-01-31T00:00:00Z")],
    ["Day", 20260131, "takes a date as text, YYYY-MM-DD, not a number"],
    ["Day", {}, "takes a date as text, YYYY-MM-DD, not an object"],
    ["Name", "a\0b", "contains a NUL character, which cannot be stored"],
    ["Name", "\ud800", "contains half of a surrogate pair, which is not valid text"],
    ["Notes", "\udfff", "contains half of a surrogate pair, which is not valid text"],
  ];
  for (const [name, given, message] of refused) {
    test(`of ${name}, ${short(given)}, is refused`, async ({ api, base, record, at }) => {
      const before = await contentsOf(api, base);
      const { status, body } = await api.patch(at, { record: { Notes: "changed", [name]: given } });
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody([`record.${name}`, message]));
      expect(await contentsOf(api, base)).toEqual(before);
      expect((await api.get(at)).body).toEqual(record);
    });
  }

  test("of an option is its label, not its id", async ({ api, table, at }) => {
    const id = JSON.stringify(table).match(/"value":"(....)"/)?.[1];
    const { status, body } = await api.patch(at, { record: { Stage: id } });
    expect(status).toBe(400);
    expect(body).toEqual(badRequestBody(["record.Stage", `has no option "${id}"; ${options}`]));
  });

  test("is reported under the caller's key, also an id", async ({ api, table, at }) => {
    const id = table.fields.find(({ name }) => name === "Amount")?.id ?? "";
    const { body } = await api.patch(at, { record: { [id]: "five" } });
    expect(body).toEqual(badRequestBody([`record.${id}`, noNumber("five")]));
  });

  const numerals: [numeral: string, message: string][] = [
    ["1e400", "takes numbers that a double can hold; this one is too large"],
    ["-1e400", "takes numbers that a double can hold; this one is too large"],
    ["9007199254740993", unsafe],
  ];
  for (const [numeral, message] of numerals) {
    test(`of a number, the numeral ${numeral}, is refused`, async ({ api, record, at }) => {
      const { status, body } = await api.call(at, {
        method: "PATCH",
        raw: `{"record":{"Amount":${numeral}}}`,
      });
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody(["record.Amount", message]));
      expect((await api.get(at)).body).toEqual(record);
    });
  }
});

test.describe("a record is not updated", () => {
  const fields = '"Name", "Notes", "Email", "Link", "Amount", "Price", "Done", "Stage", "Day"';
  const unknown = `is not a field of this table; its fields are ${fields}`;
  const notAnObject = "takes an object of field names or ids and their values";
  const failures: { [title: string]: [raw: string, ...details: [path: string, message: string][]] } = {
    "from an empty object": ["{}", ["record", "is required"]],
    "from an empty body": ["", ["body", "is required"]],
    "from null": ["null", ["body", "takes an object, not null"]],
    "from a list": ['[{"record":{}}]', ["body", "takes an object, not a list"]],
    "from text": ['"record"', ["body", "takes an object, not text"]],
    "from a number": ["5", ["body", "takes an object, not a number"]],
    "when record is null": ['{"record":null}', ["record", notAnObject]],
    "when record is a list": ['{"record":[]}', ["record", notAnObject]],
    "when record is text": ['{"record":"Name"}', ["record", notAnObject]],
    "when record is a number": ['{"record":5}', ["record", notAnObject]],
    "when record is true": ['{"record":true}', ["record", notAnObject]],
    "without the wrapper": [
      '{"Name":"Grace"}',
      ["record", "is required"],
      ["Name", "is not a known key. Known keys: record, after, expected"],
    ],
    "with an unknown key beside record": [
      '{"record":{},"typecast":true}',
      ["typecast", "is not a known key. Known keys: record, after, expected"],
    ],
    "with __proto__ beside record": ['{"record":{},"__proto__":{}}', ["__proto__", "is not a known key"]],
    "by an unknown name": ['{"record":{"Nobody":1}}', ["record.Nobody", unknown]],
    "by a name in other letters": ['{"record":{"name":"x"}}', ["record.name", unknown]],
    "by a name with a space": ['{"record":{"Name ":"x"}}', ["record.Name ", unknown]],
    "by an empty name": ['{"record":{"":"x"}}', ["record.", unknown]],
    "by constructor": ['{"record":{"constructor":"x"}}', ["record.constructor", unknown]],
    "by __proto__": ['{"record":{"__proto__":"x"}}', ["record.__proto__", "is not a known key"]],
    "by __proto__ with escapes": [
      '{"record":{"\\u005f_proto__":{"Name":"x"}}}',
      ["record.__proto__", "is not a known key"],
    ],
    "by an id that is none of its fields'": [
      '{"record":{"f1111111111":"x"}}',
      ["record.f1111111111", unknown],
    ],
    "by id, the record's": ['{"record":{"id":"x"}}', ["record.id", unknown]],
    "by createdAt": ['{"record":{"createdAt":"2026-01-01"}}', ["record.createdAt", unknown]],
    "by a name with NUL": [
      '{"record":{"Na\\u0000me":"x"}}',
      ["record.Na\\u0000me", "contains a NUL character, which cannot be stored"],
    ],
    "by half a surrogate pair": [
      '{"record":{"\\ud800":"x"}}',
      ["record.\ufffd", "contains half of a surrogate pair, which is not valid text"],
    ],
  };
  for (const [title, [raw, ...details]] of Object.entries(failures)) {
    test(title, async ({ api, base, at }) => {
      const before = await contentsOf(api, base);
      const { status, body } = await api.call(at, { method: "PATCH", raw });
      expect(status).toBe(400);
      expect(body).toEqual(badRequestBody(...details));
      expect(await contentsOf(api, base)).toEqual(before);
    });
  }

  test("by many unknown names, each with its reason", async ({ api, record, at }) => {
    const written = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`no ${index}`, 1]));
    const { status, body } = await api.patch(at, { record: written });
    expect(status).toBe(400);
    expect(body.error.message).toBe(`record.no 0 ${unknown}. See details for 999 more problems.`);
    expect(body.error.details).toHaveLength(1_000);
    expect((await api.get(at)).body).toEqual(record);
  });

  test("by more names than a body may have", async ({ api, record, at }) => {
    const written = Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`no ${index}`, 1]));
    const { status, body } = await api.patch(at, { record: written });
    expect(status).toBe(413);
    expect(body.error.message).toBe("An object in the body has too many keys. At most 1,000 are allowed.");
    expect((await api.get(at)).body).toEqual(record);
  });

  test("by id and by name at once", async ({ api, table, record, at }) => {
    const { id } = table.fields[0] ?? { id: "" };
    const [byName, both] = [
      await api.patch(at, { record: { Name: "x", [id]: "x" } }),
      await api.patch(at, { record: { [id]: null, Name: "x" } }),
    ];
    expect([byName.status, both.status]).toEqual([400, 400]);
    expect(byName.body).toEqual(
      badRequestBody([`record.${id}`, 'is the same field as "Name"; give it only once']),
    );
    expect(both.body).toEqual(
      badRequestBody(["record.Name", `is the same field as "${id}"; give it only once`]),
    );
    expect((await api.get(at)).body).toEqual(record);
  });

  test("of another table, another database or an unknown id", async ({ api, base, place, record, at }) => {
    const otherTable = (
      await api.post(`/bases/${base.id}/tables`, {
        name: "Other",
        fields: [{ type: "single_line_text", name: "Name" }],
      })
    ).body;
    const otherBase = (
      await api.post("/bases", {
        name: "Other",
        tables: [{ name: "Everything", fields: [{ type: "single_line_text", name: "Name" }] }],
      })
    ).body;
    const nowhere = "01234567-89ab-7def-8123-456789abcdef";
    const there = `There is no record "${record.id}".`;
    const cases: [path: string, message: string][] = [
      [`${place}/records/${nowhere}`, `There is no record "${nowhere}".`],
      [
        `${place}/records/00000000-0000-0000-0000-000000000000`,
        'There is no record "00000000-0000-0000-0000-000000000000".',
      ],
      [`/bases/${base.id}/tables/${otherTable.id}/records/${record.id}`, there],
      [`/bases/${otherBase.id}/tables/Everything/records/${record.id}`, there],
      [
        `/bases/${otherBase.id}${at.slice(`/bases/${base.id}`.length)}`,
        `There is no table "${place.split("/").at(-1)}".`,
      ],
      [
        `/bases/0123456789abcdef${at.slice(`/bases/${base.id}`.length)}`,
        'There is no database "0123456789abcdef".',
      ],
    ];
    for (const [path, message] of cases) {
      for (const written of [{ Name: "x" }, {}]) {
        const { status, body } = await api.patch(path, { record: written });
        expect(status).toBe(404);
        expect(body).toEqual(errorBody("NOT_FOUND", message));
      }
      expect((await api.get(path)).status).toBe(404);
    }
    expect((await api.get(at)).body).toEqual(record);
  });

  for (const id of [
    "1",
    "rec_1",
    "0123456789abcdef0123456789abcdef",
    "01234567-89ab-7def-8123-456789abcdeg",
    "%20",
    "..%2F",
    "%F0%9F%99%82",
    "'%20OR%201=1--",
  ]) {
    test(`with the id ${id}, which is not a UUID`, async ({ api, place }) => {
      for (const method of ["GET", "PATCH"]) {
        const { status, body } = await api.call(`${place}/records/${id}`, {
          method,
          ...(method === "PATCH" && { body: { record: {} } }),
        });
        expect(status).toBe(400);
        const named = JSON.stringify(decodeURIComponent(id));
        expect(body).toEqual(
          errorBody("INVALID_RECORD_ID", `${named} is not a record id. Record ids are UUIDs.`),
        );
      }
    });
  }
});

test.describe("a record is read", () => {
  test("as it was created", async ({ api, table, record, at }) => {
    const { status, body } = await api.get(at);
    expect(status).toBe(200);
    expect(body).toEqual({
      id: minted.recordId,
      data: byId(table, fullRecord),
      fields: fullRecord,
      createdAt: minted.time,
      updatedAt: minted.time,
    });
    expect(body).toEqual(record);
  });
});

function short(given: unknown): string {
  const json = JSON.stringify(given);
  return json.length > 50 ? `${json.slice(0, 40)}… (${json.length})` : json;
}
