/** Rules of tables and fields: owners set them in dialogs, and the page offers others only what they may do. */
import type { RecordPage } from "../../lib/contract/lists";
import { violations } from "../axe";
import { expect, signIn, test } from "../grid-page";
import { keyOfAnother } from "../people";
import { choose, takeFromMenu } from "../toolbar-page";

test("owners hide a field, and the page of an editor works without it", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "number", name: "Size" },
      { type: "number", name: "Salary" },
    ],
    records: [{ Name: "Ada", Salary: 774_411, Size: 1 }],
  });
  const { page, base, table } = grid;
  await grid.open();
  await takeFromMenu(grid, "Salary", "Who can see and edit…");
  const dialog = page.getByRole("dialog", { name: "Who can see and edit “Salary”" });
  await choose(dialog.getByLabel("See this field and its values"), "Only owners");
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  await grid.api.patch(`/bases/${base.id}/tables/${table.id}/views/${table.views[0]?.id}`, {
    config: { filter: { field: "Salary", greater_than: 1 } },
  });

  await signIn(page, (await keyOfAnother(grid.api, base.id, "editor")).key);
  await grid.open();
  await expect(page.getByRole("columnheader", { name: "Size" })).toBeVisible();
  await expect(page.getByRole("columnheader", { name: "Salary" })).toHaveCount(0);
  expect(await page.content()).not.toMatch(/Salary|774[,.]?411/);
  await page.getByRole("button", { name: "Filter" }).click();
  await expect(page.getByText("This view is also filtered by fields that you can't see.")).toBeVisible();
  await page.keyboard.press("Escape");
  await grid.select(1, "Size");
  await grid.type("5");
  await grid.press("Enter");
  await grid.expectStored(1, "Size", 5);

  // Without a reload.
  const none = { tables: [], fields: [] };
  expect((await grid.api.call(`/bases/${base.id}/rules`, { method: "PUT", body: none })).status).toBe(200);
  await expect(page.getByRole("columnheader", { name: "Salary" })).toBeVisible();
});

test("owners decide who may edit a table and a field, and editors see only what they may do", async ({
  gridOf,
}) => {
  const grid = await gridOf({
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "number", name: "Price" },
    ],
    records: [{ Name: "Ada", Price: 1 }],
  });
  const { page, base, table } = grid;
  const rules = `/bases/${base.id}/rules`;
  await grid.open();

  await page.getByRole("button", { name: `Options for ${table.name}` }).click();
  await page.getByRole("menuitem", { name: "Who can edit…" }).click();
  const ofTable = page.getByRole("dialog", { name: `Who can edit “${table.name}”` });
  await expect(ofTable.getByLabel("Create records")).toBeFocused();
  await choose(ofTable.getByLabel("Create records"), "Creators and owners");
  await choose(ofTable.getByLabel("Delete records"), "Only owners");
  expect(await violations(page)).toEqual([]);
  await ofTable.getByRole("button", { name: "Save" }).click();
  await expect(ofTable).toHaveCount(0);
  await takeFromMenu(grid, "Price", "Who can see and edit…");
  const ofField = page.getByRole("dialog", { name: "Who can see and edit “Price”" });
  await expect(ofField.getByLabel("See this field and its values")).toBeFocused();
  await choose(ofField.getByLabel("Change values of this field"), "Only owners");
  await ofField.getByRole("button", { name: "Save" }).click();
  await expect(ofField).toHaveCount(0);
  const price = table.fields.find(({ name }) => name === "Price")?.id;
  expect((await grid.api.get(rules)).body).toEqual({
    tables: [{ tableId: table.id, create: "creator", update: "editor", delete: "owner" }],
    fields: [{ fieldId: price, update: "owner", read: "viewer" }],
  });

  await signIn(page, (await keyOfAnother(grid.api, base.id, "editor")).key);
  await grid.open();
  await expect(page.getByRole("button", { name: "New record" })).toHaveCount(0);
  await expect(grid.cell(1, "Price")).toHaveAttribute("aria-readonly", "true");
  await expect(grid.cell(1, "Name")).toHaveAttribute("aria-readonly", "false");
  await grid.select(1, "Price");
  await grid.press("5");
  const locked = page.getByText("You can't edit “Price”.");
  await expect(locked).toBeVisible();
  await page.getByRole("button", { name: "Close toast" }).click();
  await expect(locked).toHaveCount(0);
  await grid.press("Shift+Enter");
  await expect(page.getByText("You can't add records to this table.")).toBeVisible();
  await grid.select(1, "Name");
  await grid.type("Grace");
  await grid.press("Enter");
  await grid.expectStored(1, "Name", "Grace");

  // Without a reload.
  const none = { tables: [], fields: [] };
  expect((await grid.api.call(rules, { method: "PUT", body: none })).status).toBe(200);
  await expect(page.getByRole("button", { name: "New record" })).toBeVisible();
  await expect(grid.cell(1, "Price")).toHaveAttribute("aria-readonly", "false");
  await grid.select(1, "Price");
  await grid.type("7");
  await grid.press("Enter");
  await grid.expectStored(1, "Price", 7);
});

test("the trash restores records only into tables to which the person may add them", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [{ type: "single_line_text", name: "Name" }],
    records: [{ Name: "Ada" }],
  });
  const { page, api, base, table } = grid;
  const records = `/bases/${base.id}/tables/${table.id}/records`;
  const { body } = await api.post<RecordPage>(`${records}/list`, {});
  expect((await api.call(`${records}/${body.records[0]?.id}`, { method: "DELETE" })).status).toBe(200);
  const setRules = async (tables: object[]) => {
    const rules = { tables, fields: [] };
    expect((await api.call(`/bases/${base.id}/rules`, { method: "PUT", body: rules })).status).toBe(200);
  };
  await setRules([{ tableId: table.id, create: "creator", update: "editor", delete: "editor" }]);
  await signIn(page, (await keyOfAnother(api, base.id, "editor")).key);
  await page.goto(`/database/${base.id}/trash`);
  const trash = page.getByRole("list", { name: "Trash" });
  await expect(trash.getByRole("listitem")).toHaveText([/Ada/]);
  await expect(trash.getByRole("button", { name: /^Restore/ })).toHaveCount(0);
  await setRules([]);
  await trash.getByRole("button", { name: "Restore record Ada" }).click();
  await expect(trash.getByText("The trash is empty.")).toBeVisible();
});
