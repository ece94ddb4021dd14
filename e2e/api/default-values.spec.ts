/** Default values: what new records get in the fields that nobody wrote. */
import type { Field } from "../../lib/contract/fields";
import { badRequestBody } from "../api-client";
import { long } from "../rounds";
import { expect, test } from "./fixtures";

type Cells = { [name: string]: unknown };

/** A default of each kind, as written, and the value of a new record. */
const kinds: readonly [type: string, template: Cells, value: unknown][] = [
  ["single_line_text", { default: "n/a" }, "n/a"],
  ["long_text", { default: "one\ntwo" }, "one\ntwo"],
  ["number", { default: 0 }, 0],
  ["currency", { default: "9.5" }, 9.5],
  ["percent", { default: 0.25 }, 0.25],
  ["duration", { default: 90 }, 90],
  ["rating", { default: 3 }, 3],
  ["checkbox", { default: true }, true],
  ["date", { default: "2026-01-31" }, "2026-01-31"],
  ["datetime", { default: "2026-01-31T09:30" }, "2026-01-31T09:30:00.000Z"],
  ["email", { default: "info@example.com" }, "info@example.com"],
  ["url", { default: "https://example.com" }, "https://example.com"],
  ["phone_number", { default: "+49 30 1234567" }, "+49 30 1234567"],
  ["single_select", { options: [{ label: "Open" }, { label: "Shut" }], default: "Open" }, "Open"],
  ["multiple_select", { options: [{ label: "a" }, { label: "b" }], default: ["b", "a"] }, ["b", "a"]],
];

test("every kind of field fills new records, unless a value or null is given", async ({ api, base }) => {
  const place = `/bases/${base.id}/tables/Defaults`;
  const { body: table } = await api.post(`/bases/${base.id}/tables`, {
    name: "Defaults",
    fields: kinds.map(([type, template]) => ({ name: type, type, template })),
  });
  const expected = Object.fromEntries(kinds.map(([type, , value]) => [type, value]));
  const { status, body: made } = await api.post(`${place}/records`, { record: {} });
  expect([status, made.fields]).toEqual([201, expected]);
  const { body: both } = await api.post(`${place}/records/bulk`, {
    records: [{ number: 5 }, Object.fromEntries(kinds.map(([type]) => [type, null]))],
  });
  const none = Object.fromEntries(
    kinds.map(([type]) => [type, { checkbox: false, multiple_select: [] }[type] ?? null]),
  );
  expect(both.records.map(({ fields }: { fields: Cells }) => fields)).toEqual([
    { ...expected, number: 5 },
    none,
  ]);
  // Only creation gives defaults.
  const { body: changed } = await api.patch(`${place}/records/${made.id}`, { record: { number: null } });
  expect(changed.fields).toEqual({ ...expected, number: null });
  // Copies keep both the defaults and the values.
  const { body: copy } = await api.post(`${place}/duplicate`, { records: true });
  const copies = `/bases/${base.id}/tables/${copy.id}/records`;
  expect((await api.get(copies)).body.records[0].fields).toEqual(changed.fields);
  expect((await api.post(copies, { record: {} })).body.fields).toEqual(expected);
  const { length } = table.fields.filter((field: Field) => "default" in field.template);
  expect(length).toBe(kinds.length);
});

test("now is the time of creation, and me is who creates the record", async ({ api, other, base, place }) => {
  for (const field of [
    { name: "Made on", type: "date", template: { default: "now" } },
    { name: "Made at", type: "datetime", template: { default: "now" } },
    { name: "Made by", type: "person", template: { default: "me" } },
  ]) {
    const { body } = await api.post(`${place}/fields`, field);
    expect(body.template.default).toBe(field.template.default);
  }
  for (const caller of [api, other]) {
    const { body: me } = await caller.get("/me");
    const before = Date.now();
    const { body: made } = await caller.post(`${place}/records`, { record: {} });
    const moment = Date.parse(made.fields["Made at"]);
    expect(moment).toBeGreaterThanOrEqual(before - 1);
    expect(moment).toBeLessThanOrEqual(Date.now());
    expect(made.fields["Made on"]).toBe(made.fields["Made at"].slice(0, 10));
    expect(made.fields["Made by"]).toEqual([{ id: me.id, name: me.name }]);
  }
  const { body: undone } = await api.post(`/bases/${base.id}/undo`, undefined);
  expect(undone.skipped).toEqual([]);
});

test("a default follows its option, and ends with it or with the type", long, async ({ api, place }) => {
  const stage = `${place}/fields/State`;
  const given = { options: [{ label: "Open" }, { label: "Shut" }], default: "Shut" };
  const { body: field } = await api.post<Field>(`${place}/fields`, {
    name: "State",
    type: "single_select",
    template: given,
  });
  const [open, shut] = field.template.options as { value: string; label: string }[];
  expect(field.template.default).toBe(shut?.value);
  const madeWith = async () => (await api.post(`${place}/records`, { record: {} })).body.fields.State;
  const change = async (template: Cells) =>
    (await api.patch<Field>(stage, { template })).body.template.default;
  expect(await change({ options: [open, { ...shut, label: "Closed" }] })).toBe(shut?.value);
  expect(await madeWith()).toBe("Closed");
  // Without its value, an option is known by its label.
  expect(await change({ options: [{ label: "Closed" }, { label: "Open" }] })).toBe(shut?.value);
  expect(await change({ disableColors: true })).toBe(shut?.value);
  await api.patch(stage, {
    template: { options: [{ label: "New" }, open], default: "New" },
    allowLoss: true,
  });
  expect(await madeWith()).toBe("New");
  await api.patch(stage, { template: { options: [open] }, allowLoss: true });
  expect([(await api.get<Field>(stage)).body.template.default, await madeWith()]).toEqual([undefined, null]);
  await api.patch(stage, { template: { default: open?.value } });
  expect(await madeWith()).toBe("Open");
  const { body: text } = await api.patch<Field>(stage, { type: "single_line_text" });
  expect([text.template, await madeWith()]).toEqual([{}, null]);
  // Undo brings the type back with its default.
  await api.post(`${place.replace(/\/tables.*/, "")}/undo`, undefined);
  await api.post(`${place.replace(/\/tables.*/, "")}/undo`, undefined);
  expect((await api.get<Field>(stage)).body.template.default).toBe(open?.value);
});

test("what a cell would not take is no default", async ({ api, base, place }) => {
  for (const [type, template, message, path = "template.default"] of [
    ["number", { default: "many" }, 'takes a number, such as 12.5; "many" is not one'],
    ["rating", { maxRating: 3, default: 4 }, "takes a whole number from 0 to 3, not 4"],
    [
      "date",
      { default: "tomorrow" },
      'takes a date of the form YYYY-MM-DD, such as 2026-01-31; "tomorrow" is not one, or "now" for the time of creation',
    ],
    ["single_select", { options: [{ label: "a" }], default: "b" }, 'has no option "b"'],
    ["multiple_select", { options: [{ label: "a" }], default: "a" }, "takes a list of options, not text"],
    ["person", { default: ["Ada"] }, 'takes the id of a person, not "Ada"', "template.default[0]"],
    ["checkbox", { default: "yes" }, "takes true or false, not text"],
  ] as const) {
    const { status, body } = await api.post(`${place}/fields`, { name: "X", type, template });
    expect(status, JSON.stringify(body)).toBe(400);
    expect(body).toEqual(badRequestBody([path, message]));
  }
  for (const [type, template] of [
    ["attachments", {}],
    ["linked_record", { tableId: place.split("/").at(-1) }],
    ["created_time", {}],
    ["formula", { formula: "1" }],
  ] as const) {
    const given = { name: "X", type, template: { ...template, default: 1 } };
    const { status, body } = await api.post(`${place}/fields`, given);
    expect([status, body.error?.details?.[0]?.path], type).toEqual([400, "template.default"]);
  }
  // Neither null nor an empty value is a default.
  for (const [type, empty] of [
    ["single_line_text", ""],
    ["checkbox", false],
    ["multiple_select", []],
    ["number", null],
  ] as const) {
    const given = { name: `No ${type}`, type, template: { default: empty } };
    expect((await api.post(`${place}/fields`, given)).body.template, type).not.toHaveProperty("default");
  }
  expect((await api.get(`/bases/${base.id}`)).status).toBe(200);
});
