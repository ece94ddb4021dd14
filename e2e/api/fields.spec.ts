import type { Base } from "../../lib/contract/bases";
import type { Conversion, Field } from "../../lib/contract/fields";
import type { Table } from "../../lib/contract/tables";
import { type ApiClient, badRequestBody, errorBody, minted } from "../api-client";
import { long } from "../rounds";
import { createRecords } from "./everything";
import { expect, openedTable, test } from "./fixtures";

/** The parameter in a 409 that allows the loss of values. */
const allowLoss = { path: "allowLoss", message: "must be true to allow it" };

test.describe("create a field", () => {
  test("at the end, complete with its type's defaults", async ({ api, place, table }) => {
    const { status, headers, body } = await api.post<Field>(`${place}/fields`, {
      type: "rating",
      name: "R/1",
    });
    const order = table.fields.length;
    expect(status).toBe(201);
    expect(body).toEqual({
      id: minted.fieldId,
      name: "R/1",
      type: "rating",
      template: { maxRating: 5 },
      order,
    });
    expect(headers.get("Location")).toBe(`/api/v1${place}/fields/${body.id}`);
    for (const ref of [body.id, encodeURIComponent("R/1")]) {
      expect((await api.get(`${place}/fields/${ref}`)).body).toEqual(body);
    }
    expect((await api.get(`${place}/fields`)).body).toEqual({ fields: [...table.fields, body] });
    const [view] = (await api.get<Table>(place)).body.views;
    expect(view?.config.orderedFieldIds).toEqual([...table.fields.map(({ id }) => id), body.id]);
  });

  test("at the position given by `order`, in the table and its views", async ({ api, place, table }) => {
    const given = { type: "checkbox", name: "Second", order: 1 };
    const { body } = await api.post<Field>(`${place}/fields`, given);
    const [first, ...others] = table.fields.map(({ id }) => id);
    const { body: changed } = await api.get<Table>(place);
    expect(body.order).toBe(1);
    expect(changed.fields.map(({ id }) => id)).toEqual([first, body.id, ...others]);
    expect(changed.fields.map(({ order }) => order)).toEqual(changed.fields.map((_, index) => index));
    expect(changed.views[0]?.config.orderedFieldIds).toEqual([first, body.id, ...others]);
    expect(changed.primaryFieldId).toBe(table.primaryFieldId);
  });

  test("of an auto number, which numbers existing records and continues from them", async ({
    api,
    place,
  }) => {
    const made: string[] = [];
    for (const Name of "ABC") made.push((await api.post(`${place}/records`, { record: { Name } })).body.id);
    expect((await api.post(`${place}/fields`, { type: "autonumber", name: "No" })).status).toBe(201);
    made.push((await api.post(`${place}/records`, { record: { Name: "D" } })).body.id);
    for (const [index, id] of made.entries())
      expect(await cell(api, `${place}/records/${id}`, "No")).toBe(index + 1);
  });

  test("up to 500 per table", async ({ api, base }) => {
    const fields = Array.from({ length: 500 }, (_, index) => ({
      type: "single_line_text",
      name: `F${index}`,
    }));
    await api.post(`/bases/${base.id}/tables`, { name: "Wide", fields });
    const { status, body } = await api.post(`/bases/${base.id}/tables/Wide/fields`, {
      type: "number",
      name: "N",
    });
    expect(status).toBe(400);
    expect(body).toEqual(
      errorBody("BAD_REQUEST", 'A table can have at most 500 fields, and "Wide" has reached this limit.'),
    );
  });

  test("only with a unique name", async ({ api, place }) => {
    const message = 'is taken: this table has a field "Name" already';
    const { status, body } = await api.post(`${place}/fields`, { type: "number", name: "Name" });
    expect(status).toBe(409);
    expect(body).toEqual(errorBody("CONFLICT", `name ${message}.`, [{ path: "name", message }]));
  });

  for (const [given, path, message] of [
    [{ name: "F" }, "type", "is required"],
    [{ type: "number" }, "name", "is required"],
    [{ type: "nummer", name: "F" }, "type", expect.stringContaining("takes one of ")],
    [
      { type: "rating", name: "F", template: { maxRating: 11 } },
      "template.maxRating",
      "takes 10 or less, not 11",
    ],
    [{ type: "number", name: "F", order: 0.5 }, "order", "takes a whole number, not 0.5"],
    [{ type: "linked_record", name: "F" }, "template.tableId", "is required"],
    [
      { type: "linked_record", name: "F", template: { tableId: "No" } },
      "template.tableId",
      expect.stringContaining('"No" is not one'),
    ],
    [
      { type: "linked_record", name: "F", template: { tableId: "Everything", isInverse: true } },
      "template.isInverse",
      "is set by the server; omit it",
    ],
    [
      { type: "lookup", name: "F", template: { linkFieldId: "Name", targetFieldId: "Name" } },
      "template.linkFieldId",
      expect.stringContaining("a link field of this table"),
    ],
  ] as [given: object, path: string, message: unknown][]) {
    test(`is refused for ${JSON.stringify(given)}`, async ({ api, place, table }) => {
      const { status, body } = await api.post(`${place}/fields`, given);
      expect(status).toBe(400);
      expect(body.error.details[0]).toEqual({ path, message });
      expect(await openedTable(api, place)).toEqual(table);
    });
  }
});

test.describe("change a field", () => {
  test("its name, without changing records", async ({ api, place, table }) => {
    const { body: record } = await api.post(`${place}/records`, { record: { Amount: 5 } });
    const amount = table.fields.find(({ name }) => name === "Amount") as Field;
    const { body } = await api.patch<Field>(`${place}/fields/Amount`, { name: "Pay" });
    expect(body).toEqual({ ...amount, name: "Pay" });
    const { body: after } = await api.get(`${place}/records/${record.id}`);
    expect(after.data).toEqual(record.data);
    expect([after.fields.Pay, after.fields.Amount, after.updatedAt]).toEqual([
      5,
      undefined,
      record.updatedAt,
    ]);
    expect((await api.patch(`${place}/fields/Pay`, { name: "Price" })).status).toBe(409);
    for (const nothing of [{}, { name: "Pay" }, { type: "number" }, { template: {} }]) {
      expect((await api.patch(`${place}/fields/Pay`, nothing)).body).toEqual(body);
    }
  });

  test("its description, which answers have only while there is one", long, async ({ api, place, table }) => {
    const amount = table.fields.find(({ name }) => name === "Amount") as Field;
    const described = { ...amount, description: "In euros,\nwithout tax" };
    const change = (description: unknown) => api.patch<Field>(`${place}/fields/Amount`, { description });
    expect((await change(described.description)).body).toEqual(described);
    expect((await api.patch(`${place}/fields/Amount`, { name: "Amount" })).body).toEqual(described);
    const { body: changed } = await api.get<Table>(place);
    expect(changed.fields.find(({ id }) => id === amount.id)).toEqual(described);
    for (const [nothing, before] of [
      ["", "a"],
      [null, "b"],
    ] as const) {
      expect((await change(before)).body.description).toBe(before);
      expect((await change(nothing)).body).toEqual(amount);
    }
    for (const [invalid, message] of [
      ["x".repeat(2_001), "takes at most 2,000 characters"],
      ["a\u0000b", "contains a NUL character, which cannot be stored"],
      [5, "takes text, not a number"],
    ] as const) {
      expect((await change(invalid)).body).toEqual(badRequestBody(["description", message]));
    }
    const noted = { type: "checkbox", name: "Noted", description: "At last" };
    expect((await api.post(`${place}/fields`, noted)).body).toMatchObject(noted);
  });

  test("its position, clamped to both ends", async ({ api, place, table }) => {
    const last = table.fields.length - 1;
    for (const [order, end] of [
      [last, last],
      [999, last],
      [-3, 0],
      [2, 2],
    ] as const) {
      expect((await api.patch<Field>(`${place}/fields/Amount`, { order })).body.order).toBe(end);
      const { fields } = (await api.get<Table>(place)).body;
      expect(fields.map((field) => field.order)).toEqual(fields.map((_, index) => index));
      expect(fields[end]?.name).toBe("Amount");
    }
  });

  test("its template, by key", async ({ api, place }) => {
    const template = { decimalPlaces: 3 };
    expect((await api.patch(`${place}/fields/Amount`, { template })).body.template).toEqual({
      decimalPlaces: 3,
      numberFormat: "local",
    });
    const { body } = await api.patch(`${place}/fields/Amount`, { template: { decimals: 1 } });
    expect(body).toEqual(
      badRequestBody([
        "template.decimals",
        "is not a known key. Known keys: decimalPlaces, numberFormat, default",
      ]),
    );
  });

  test("its options: a known id keeps its cells under any label", async ({ api, place, table }) => {
    const { body: record } = await api.post(`${place}/records`, { record: { Stage: "Shut" } });
    const [open, shut] = optionsOf(table.fields.find(({ name }) => name === "Stage"));
    const options = [{ ...shut, label: "Done" }, { label: "New" }, open];
    const { body } = await api.patch<Field>(`${place}/fields/Stage`, { template: { options } });
    expect(optionsOf(body)).toEqual([
      { ...shut, label: "Done" },
      { value: minted.optionId, label: "New", color: expect.any(String) },
      open,
    ]);
    expect(await cell(api, `${place}/records/${record.id}`, "Stage")).toBe("Done");
  });

  test("its options: removing one in use needs permission for loss", async ({ api, place, table }) => {
    const { body: record } = await api.post(`${place}/records`, { record: { Stage: "Shut" } });
    const options = optionsOf(table.fields.find(({ name }) => name === "Stage")).slice(0, 1);
    const refused = await api.patch(`${place}/fields/Stage`, { template: { options } });
    const message = 'would clear 1 cell whose value cannot be converted; send "allowLoss": true to allow it';
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual(
      errorBody("CONFLICT", `template ${message}.`, [{ path: "template", message }, allowLoss]),
    );
    expect(await cell(api, `${place}/records/${record.id}`, "Stage")).toBe("Shut");
    const allowed = await api.patch<Field>(`${place}/fields/Stage`, {
      template: { options },
      allowLoss: true,
    });
    expect(optionsOf(allowed.body)).toEqual(options);
    expect(await cell(api, `${place}/records/${record.id}`, "Stage")).toBeNull();
  });

  test("its template so that values no longer fit", async ({ api, place }) => {
    await api.post(`${place}/fields`, { type: "rating", name: "Stars" });
    const { body: record } = await api.post(`${place}/records`, { record: { Stars: 5 } });
    const narrow = { template: { maxRating: 3 } };
    expect((await api.patch(`${place}/fields/Stars`, narrow)).status).toBe(409);
    expect((await api.patch(`${place}/fields/Stars?dryRun=true`, narrow)).status).toBe(409);
    const rehearsed = await api.patch(`${place}/fields/Stars?dryRun=true`, { ...narrow, allowLoss: true });
    expect(rehearsed.body.template).toEqual({ maxRating: 3 });
    expect(await cell(api, `${place}/records/${record.id}`, "Stars")).toBe(5);
    expect((await api.patch(`${place}/fields/Stars`, { ...narrow, allowLoss: true })).status).toBe(200);
    expect(await cell(api, `${place}/records/${record.id}`, "Stars")).toBeNull();
  });
});

test.describe("change a field's type", () => {
  test("converts each value by its text, or reports what would be lost", async ({ api, place, table }) => {
    const ids: string[] = [];
    for (const Notes of ["1.5", "two", "", null, "-3"]) {
      ids.push((await api.post(`${place}/records`, { record: { Notes } })).body.id);
    }
    const notes = table.fields.find(({ name }) => name === "Notes") as Field;
    const dry = await api.patch<Conversion>(`${place}/fields/Notes?dryRun=true`, { type: "number" });
    expect([dry.status, dry.body]).toEqual([
      200,
      {
        convertible: 3,
        lost: 1,
        examples: [{ recordId: ids[1], value: "two" }],
        values: [{ value: "two", count: 1 }],
      },
    ]);
    const message = 'would clear 1 cell whose value cannot be converted; send "allowLoss": true to allow it';
    const refused = await api.patch(`${place}/fields/Notes`, { type: "number" });
    expect(refused.status).toBe(409);
    expect(refused.body).toEqual(
      errorBody("CONFLICT", `type ${message}.`, [{ path: "type", message }, allowLoss]),
    );
    expect((await api.get(`${place}/fields/Notes`)).body).toEqual(notes);

    const { body } = await api.patch<Field>(`${place}/fields/Notes`, { type: "number", allowLoss: true });
    expect(body).toEqual({ ...notes, type: "number", template: { decimalPlaces: 1, numberFormat: "local" } });
    const values = await Promise.all(ids.map((id) => cell(api, `${place}/records/${id}`, "Notes")));
    expect(values).toEqual([1.5, null, null, null, -3]);
  });

  test("counts each of the first values that would be lost, however often it is there", async ({
    api,
    place,
  }) => {
    const records = Array.from({ length: 318 }, () => ({ Notes: "Warner Bros." }));
    await api.post(`${place}/records/bulk`, { records });
    await api.post(`${place}/records/bulk`, {
      records: [...Array.from({ length: 12 }, (_, index) => ({ Notes: `${index} x` })), { Notes: "0 x" }],
    });
    const { body } = await api.patch<Conversion>(`${place}/fields/Notes?dryRun=true`, { type: "number" });
    expect([body.lost, body.examples.length, body.values.length]).toEqual([331, 10, 10]);
    expect(body.values.slice(0, 3)).toEqual([
      { value: "Warner Bros.", count: 318 },
      { value: "0 x", count: 2 },
      { value: "1 x", count: 1 },
    ]);
  });

  test("creates options from texts", async ({ api, place }) => {
    for (const Name of ["Red", "Blue", "red", "Red"])
      await api.post(`${place}/records`, { record: { Name } });
    const { body } = await api.patch<Field>(`${place}/fields/Name`, { type: "single_select" });
    expect(optionsOf(body).map(({ label }) => label)).toEqual(expect.arrayContaining(["Red", "Blue"]));
    const { body: multiple } = await api.patch<Field>(`${place}/fields/Stage`, { type: "multiple_select" });
    expect(optionsOf(multiple).map(({ label }) => label)).toEqual(["Open", "Shut"]);
  });

  test("keeps the template keys that both types have, and applies given ones", async ({ api, place }) => {
    await api.patch(`${place}/fields/Amount`, {
      template: { decimalPlaces: 4, numberFormat: "space_comma" },
    });
    const change = { type: "currency", template: { currencySymbol: "€" }, name: "Pay" };
    const { body } = await api.patch<Field>(`${place}/fields/Amount`, change);
    expect([body.name, body.type, body.template]).toEqual([
      "Pay",
      "currency",
      { currencySymbol: "€", decimalPlaces: 4, numberFormat: "space_comma" },
    ]);
  });

  for (const [field, type, message] of [
    ["Notes", "autonumber", "cannot become autonumber, whose values are computed"],
    [
      "Name",
      "checkbox",
      expect.stringContaining("cannot become checkbox: this is the primary field, which can be "),
    ],
    ["Notes", "text", expect.stringContaining("takes one of ")],
  ] as [field: string, type: string, message: unknown][]) {
    test(`of ${field} to ${type} is refused`, async ({ api, place }) => {
      for (const query of ["", "?dryRun=true"]) {
        const { status, body } = await api.patch(`${place}/fields/${field}${query}`, {
          type,
          allowLoss: true,
        });
        expect(status).toBe(400);
        expect(body.error.details).toEqual([{ path: "type", message }]);
      }
    });
  }

  test("works with concurrent writers: no value of the old type remains", long, async ({ api, place }) => {
    const { body: record } = await api.post(`${place}/records`, { record: { Notes: "1" } });
    let isDone = false;
    const write = async () => {
      while (!isDone) {
        await api.post(`${place}/records`, { record: { Notes: "2" } });
        await api.patch(`${place}/records/${record.id}`, { record: { Notes: "3" } });
      }
    };
    const writers = [write(), write(), write()];
    for (const type of ["number", "long_text", "currency", "long_text", "number"]) {
      expect((await api.patch(`${place}/fields/Notes`, { type })).status).toBe(200);
    }
    isDone = true;
    await Promise.all(writers);
    const { body } = await api.post(`${place}/records/list`, { limit: 2_000 });
    const kinds = new Set(
      body.records.map((each: { fields: { Notes: unknown } }) => typeof each.fields.Notes),
    );
    expect([...kinds]).toEqual(["number"]);
  });
});

test.describe("a link field", () => {
  test("creates its inverse, named after its table and numbered if that is taken", async ({
    api,
    base,
    place,
    table,
  }) => {
    const people = await makePeople(api, base);
    const link = {
      type: "linked_record",
      name: "Owner",
      template: { tableId: "People", allowMultiple: false },
    };
    const { body: owner } = await api.post<Field>(`${place}/fields`, link);
    const { body: second } = await api.post<Field>(`${place}/fields`, { ...link, name: "Deputy" });
    const { fields } = (await api.get<Table>(people)).body;
    expect(fields.map(({ name }) => name)).toEqual(["Name", "Everything", "Everything (1)"]);
    const [, back, backAgain] = fields as [Field, Field, Field];
    expect(owner.template).toEqual({
      tableId: minted.tableId,
      allowMultiple: false,
      isInverse: false,
      inverseFieldId: back.id,
    });
    expect(back.template).toEqual({
      tableId: table.id,
      allowMultiple: true,
      isInverse: true,
      inverseFieldId: owner.id,
    });
    expect(second.template.inverseFieldId).toBe(backAgain.id);
  });

  test("is deleted together with its inverse", long, async ({ api, base, place, table }) => {
    const people = await makePeople(api, base);
    for (const side of [`${place}/fields/Owner`, `${people}/fields/Everything`]) {
      const link = { type: "linked_record", name: "Owner", template: { tableId: "People" } };
      await api.post(`${place}/fields`, link);
      expect((await api.call(side, { method: "DELETE" })).body).toEqual({ deleted: true });
      expect(await openedTable(api, place)).toEqual(table);
      expect((await api.get<Table>(people)).body.fields).toHaveLength(1);
    }
  });

  test("can be limited to one record: the first is kept if loss is allowed", async ({ api, base, place }) => {
    const people = await makePeople(api, base);
    await api.post(`${place}/fields`, {
      type: "linked_record",
      name: "Owner",
      template: { tableId: "People" },
    });
    const ids: string[] = [];
    for (const Name of "AB") ids.push((await api.post(`${people}/records`, { record: { Name } })).body.id);
    const { body: record } = await api.post(`${place}/records`, { record: { Owner: ids } });
    const one = { template: { allowMultiple: false } };
    expect((await api.patch(`${place}/fields/Owner`, one)).status).toBe(409);
    expect((await api.patch(`${place}/fields/Owner`, { ...one, allowLoss: true })).status).toBe(200);
    expect(await cell(api, `${place}/records/${record.id}`, "Owner")).toEqual(ids.slice(0, 1));
    expect(await cell(api, `${people}/records/${ids[1]}`, "Everything")).toEqual([]);
    const { body } = await api.patch(`${people}/fields/Everything`, one);
    expect(body.error.details[0].path).toBe("template.allowMultiple");
  });

  test("within a table becomes text, and its inverse is removed without a gap", async ({ api, place }) => {
    await api.post(`${place}/fields`, {
      type: "linked_record",
      name: "Parent",
      template: { tableId: "Everything" },
    });
    await api.post(`${place}/fields`, { type: "number", name: "Last" });
    const { body: parent } = await api.post(`${place}/records`, { record: { Name: "A" } });
    const { body: child } = await api.post(`${place}/records`, { record: { Parent: [parent.id] } });
    expect((await api.patch(`${place}/fields/Parent`, { type: "long_text", order: 0 })).status).toBe(200);
    const { fields, views } = (await api.get<Table>(place)).body;
    expect(fields.map(({ name }) => name)).not.toContain("Everything");
    expect(fields[0]?.name).toBe("Parent");
    expect(fields.map(({ order }) => order)).toEqual(fields.map((_, index) => index));
    expect(new Set(views[0]?.config.orderedFieldIds)).toEqual(new Set(fields.map(({ id }) => id)));
    expect(await cell(api, `${place}/records/${child.id}`, "Parent")).toBe("A");
  });

  test("cannot change its linked table", async ({ api, base, place }) => {
    await makePeople(api, base);
    await api.post(`${place}/fields`, {
      type: "linked_record",
      name: "Owner",
      template: { tableId: "People" },
    });
    expect((await api.patch(`${place}/fields/Owner`, { template: { tableId: "People" } })).status).toBe(200);
    for (const template of [{ tableId: "Everything" }, { isInverse: true }, { inverseFieldId: "f" }]) {
      const { status, body } = await api.patch(`${place}/fields/Owner`, { template });
      expect(status).toBe(400);
      expect(body.error.details[0].path).toBe(`template.${Object.keys(template)[0]}`);
    }
  });
});

test.describe("a lookup", () => {
  test(
    "is in error without the fields that it reads, which responses name",
    long,
    async ({ api, base, place }) => {
      const people = await makePeople(api, base);
      await api.post(`${people}/fields`, { type: "email", name: "Email" });
      await api.post(`${place}/fields`, {
        type: "linked_record",
        name: "Owner",
        template: { tableId: "People" },
      });
      const template = { linkFieldId: "Owner", targetFieldId: "Email" };
      const { body } = await api.post<Field>(`${place}/fields`, { type: "lookup", name: "Mail", template });
      expect(body.template).toEqual({ linkFieldId: minted.fieldId, targetFieldId: minted.fieldId });
      const [ada = ""] = await createRecords(api, people, [{ Name: "Ada", Email: "ada@example.org" }]);
      const [id = ""] = await createRecords(api, place, [{ Owner: [ada] }]);
      const mail = async () => {
        const { fields, errors } = (await api.get(`${place}/records/${id}`)).body;
        return [fields.Mail, errors];
      };
      const dependents = [{ fieldId: body.id, tableId: minted.tableId, name: "Mail" }];
      for (const path of [`${place}/fields/Owner`, `${people}/fields/Everything`, `${people}/fields/Email`]) {
        const { body: rehearsed } = await api.call(`${path}?dryRun=true`, { method: "DELETE" });
        expect(rehearsed).toEqual({ deleted: true, dependents });
        const { body: answer } = await api.call(path, { method: "DELETE" });
        expect(answer).toEqual({ deleted: true, dependents });
        expect(await mail()).toEqual([null, { [body.id]: "REF" }]);
        await api.post(`/bases/${base.id}/undo`, undefined);
        expect(await mail()).toEqual([["ada@example.org"], undefined]);
      }
      const retype = { type: "long_text", allowLoss: true };
      const rehearsed = await api.patch(`${place}/fields/Owner?dryRun=true`, retype);
      expect(rehearsed.body.dependents).toEqual(dependents);
      expect((await api.patch(`${place}/fields/Owner`, retype)).status).toBe(200);
      expect(await mail()).toEqual([null, { [body.id]: "REF" }]);
      await api.post(`/bases/${base.id}/undo`, undefined);
      expect((await api.patch(`${place}/fields/Mail`, { type: "long_text" })).status).toBe(400);
      const aimed = await api.patch<Field>(`${place}/fields/Mail`, { template: { targetFieldId: "Name" } });
      expect(aimed.body.template.linkFieldId).toBe(body.template.linkFieldId);
      expect((await api.call(`${people}/fields/Email`, { method: "DELETE" })).status).toBe(200);
    },
  );

  test("cannot read itself, directly or through others", async ({ api, base, place }) => {
    const people = await makePeople(api, base);
    await api.post(`${place}/fields`, {
      type: "linked_record",
      name: "Owner",
      template: { tableId: "People" },
    });
    const there = { linkFieldId: "Owner", targetFieldId: "Name" };
    await api.post(`${place}/fields`, { type: "lookup", name: "There", template: there });
    const back = { linkFieldId: "Everything", targetFieldId: "There" };
    expect(
      (await api.post(`${people}/fields`, { type: "lookup", name: "Back", template: back })).status,
    ).toBe(201);
    const { status, body } = await api.patch(`${place}/fields/There`, {
      template: { targetFieldId: "Back" },
    });
    expect(status).toBe(400);
    expect(body).toEqual(
      badRequestBody(["template.targetFieldId", "would compute the field from itself: There → Back → There"]),
    );
  });
});

test.describe("delete a field", () => {
  test("removes it everywhere, without a gap in the order", async ({ api, place, table }) => {
    const { body: record } = await api.post(`${place}/records`, { record: { Amount: 5, Name: "A" } });
    expect((await api.call(`${place}/fields/Amount`, { method: "DELETE" })).body).toEqual({ deleted: true });
    const { body } = await api.get<Table>(place);
    expect(body.fields.map(({ name, order }) => [name, order])).toEqual(
      table.fields.filter(({ name }) => name !== "Amount").map(({ name }, order) => [name, order]),
    );
    expect(body.views[0]?.config.orderedFieldIds).toEqual(body.fields.map(({ id }) => id));
    await api.post(`${place}/fields`, { type: "number", name: "Amount" });
    expect(await cell(api, `${place}/records/${record.id}`, "Amount")).toBeNull();
    expect((await api.call(`${place}/fields/Never`, { method: "DELETE" })).status).toBe(404);
  });

  test("but not the primary one", async ({ api, place }) => {
    const { status, body } = await api.call(`${place}/fields/Name`, { method: "DELETE" });
    expect(status).toBe(409);
    expect(body).toEqual(
      errorBody("CONFLICT", '"Name" is the primary field of its table and cannot be deleted.'),
    );
  });
});

async function cell(api: ApiClient, record: string, field: string): Promise<unknown> {
  return (await api.get(record)).body.fields[field];
}

function optionsOf(field: Field | undefined): { value: string; label: string; color: string }[] {
  return field?.template.options as { value: string; label: string; color: string }[];
}

/** Creates a table `People`. Resolves to its path. */
async function makePeople(api: ApiClient, { id }: Base): Promise<string> {
  const fields = [{ type: "single_line_text", name: "Name" }];
  const { body } = await api.post<Table>(`/bases/${id}/tables`, { name: "People", fields });
  return `/bases/${id}/tables/${body.id}`;
}
