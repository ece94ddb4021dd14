/** Options that are merged into others. */
import type { Field } from "../../lib/contract/fields";
import type { Table } from "../../lib/contract/tables";
import { createRecords } from "./everything";
import { expect, test } from "./fixtures";

const labels = ["Open", "Shut", "Closed", "Unused"];

test("records of merged options get the other one, filters follow, and undo gives them back", async ({
  api,
  base,
}) => {
  const template = { options: labels.map((label) => ({ label })) };
  const fields = [
    { type: "single_line_text", name: "Name" },
    { type: "single_select", name: "One", template: { ...template, default: "Closed" } },
    { type: "multiple_select", name: "Many", template: { ...template, default: ["Open", "Closed"] } },
  ];
  const { body: table } = await api.post<Table>(`/bases/${base.id}/tables`, { name: "T", fields });
  const place = `/bases/${base.id}/tables/${table.id}`;
  await createRecords(api, place, [
    { One: "Open", Many: ["Shut", "Open"] },
    { One: "Closed", Many: ["Open", "Closed", "Shut"] },
    { One: "Shut", Many: ["Closed"] },
    { One: null, Many: null },
  ]);
  const cells = async (name: string) =>
    (await api.post(`${place}/records/list`, {})).body.records.map(
      ({ fields: values }: { fields: { [key: string]: unknown } }) => values[name],
    );
  const defaults = async () => {
    const { body: made } = await api.post(`${place}/records`, { record: { Name: "New" } });
    await api.post(`/bases/${base.id}/undo`, undefined);
    return [made.fields.One, made.fields.Many];
  };
  const filter = {
    or: [
      { field: "One", in: ["Closed", "Shut"] },
      { field: "Many", contains: "Closed" },
    ],
  };
  const { body: view } = await api.post(`${place}/views`, { name: "V", type: "grid", config: { filter } });
  const [before, filtered] = [[await cells("One"), await cells("Many")], view.config.filter];
  const after = [
    ["Open", "Shut", "Shut", null],
    [["Shut", "Open"], ["Open", "Shut"], ["Shut"], []],
  ];
  for (const name of ["One", "Many"]) {
    const { body: field } = await api.get<Field>(`${place}/fields/${name}`);
    const options = (field.template.options as { label: string; value: string }[]).filter(
      ({ label }) => label !== "Closed",
    );
    const merge = (mergedOptions: object) =>
      api.patch(`${place}/fields/${name}`, { template: { options }, mergedOptions });
    for (const [wrong, message] of [
      [{ Shut: "Open" }, "is not an option that the new template leaves out"],
      [{ Nothing: "Open" }, "is not an option that the new template leaves out"],
      [{ Closed: "Closed" }, 'takes an option of the new template; "Closed" is not one'],
    ] as const) {
      const { status, body } = await merge(wrong);
      expect([status, body.error.details]).toEqual([
        400,
        [{ path: `mergedOptions.${Object.keys(wrong)[0]}`, message }],
      ]);
    }
    expect((await api.patch(`${place}/fields/${name}`, { template: { options } })).status).toBe(409);
    const shut = options.find(({ label }) => label === "Shut")?.value;
    expect((await merge({ Closed: name === "One" ? "Shut" : shut })).status).toBe(200);
  }
  expect([await cells("One"), await cells("Many")]).toEqual(after);
  expect(await defaults()).toEqual(["Shut", ["Open", "Shut"]]);
  const { body: followed } = await api.get(`${place}/views/${view.id}`);
  const [one, many] = filtered.or;
  expect(followed.config.filter).toEqual({
    or: [
      { ...one, in: ["Shut"] },
      { ...many, contains: "Shut" },
    ],
  });
  for (const way of ["undo", "undo", "redo", "redo", "undo", "undo"]) {
    const { body } = await api.post(`/bases/${base.id}/${way}`, undefined);
    expect(body.skipped).toEqual([]);
  }
  expect([await cells("One"), await cells("Many")]).toEqual(before);
  expect((await api.get(`${place}/views/${view.id}`)).body.config.filter).toEqual(filtered);
});
