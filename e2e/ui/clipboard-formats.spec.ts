import { expect, type GridPage, test } from "../grid-page";
import { ImportPage } from "../import-page";

test.beforeEach(async ({ context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
});

const fields = [
  { type: "single_line_text", name: "Name" },
  { type: "number", name: "Size", template: { decimalPlaces: 0 } },
  { type: "linked_record", name: "Team", template: { tableId: "People" } },
];
const people = {
  fields: [{ type: "single_line_text", name: "Full name" }],
  records: [{ "Full name": "Ada" }],
};

async function copyAs(grid: GridPage, name: string): Promise<void> {
  await grid.press("Control+k");
  await grid.type(name);
  await grid.press("Enter");
  await grid.expectAtRest();
}

test("cells are copied with field names, as Markdown and as JSON", async ({ gridOf }) => {
  const grid = await gridOf({
    others: { People: people },
    fields,
    records: [{ Name: "a | b", Size: 1_234 }, { Name: "second" }],
  });
  const { api, base, page, table } = grid;
  const place = (id: string) => `/bases/${base.id}/tables/${id}/records`;
  const { body: ada } = await api.post<{ records: { id: string }[] }>(`${place("People")}/list`, {});
  const { body: own } = await api.post<{ records: { id: string }[] }>(`${place(table.id)}/list`, {});
  await api.patch(`${place(table.id)}/${own.records[0]?.id}`, { record: { Team: [ada.records[0]?.id] } });
  await expect(grid.cell(1, "Team")).toHaveText("Ada");
  await grid.select(1, "Name");
  await grid.press("Control+a");

  await copyAs(grid, "copy as json");
  await expect(async () => {
    expect(JSON.parse((await grid.clipboard()).text)).toEqual([
      { Name: "a | b", Size: 1_234, Team: ["Ada"] },
      { Name: "second", Size: null, Team: [] },
    ]);
  }).toPass();
  await copyAs(grid, "markdown");
  await expect
    .poll(async () => (await grid.clipboard()).text.replaceAll("\r", ""))
    .toBe("| Name | Size | Team |\n| --- | --- | --- |\n| a \\| b | 1,234 | Ada |\n| second |  |  |\n");
  // From the menu of a cell, with a first row of names that a paste leaves out again.
  await grid.press("Shift+F10");
  await page.getByRole("menuitem", { name: "Copy as" }).click();
  await page.getByRole("menuitem", { name: "Copy with field names" }).click();
  await grid.expectAtRest();
  await expect
    .poll(async () => (await grid.clipboard()).text.replaceAll("\r", ""))
    .toBe("Name\tSize\tTeam\na | b\t1,234\tAda\nsecond\t\t");
  await grid.select(2, "Name");
  await grid.press("Control+v");
  await grid.expectStored(2, "Name", "a | b");
  await grid.expectStored(3, "Name", "second");
  await grid.expectColumn("Size", [1_234, 1_234, null]);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  // Columns beyond the last field do not count.
  await grid.select(3, "Name");
  await grid.paste({ text: "Name\tSize\tTeam\tExtra\nthird\t3\t\tmore\nfourth\t4\t\tmore" });
  const preview = page.getByRole("dialog", { name: "Paste" });
  await expect(preview).toContainText("1 column left out");
  await preview.getByRole("button", { name: "Paste" }).click();
  await grid.expectColumn("Name", ["a | b", "a | b", "third", "fourth"]);
});

test("pasted cells become a new table with guessed fields", async ({ gridOf }) => {
  const grid = await gridOf({ fields: [{ type: "single_line_text", name: "Name" }] });
  const { page } = grid;
  const files = new ImportPage(page);
  const newTable = page.getByRole("button", { name: "New table" });
  await newTable.focus();
  await grid.paste({ text: "Only a word" });
  await expect(files.dialog).toHaveCount(0);
  await grid.press("Enter");
  const name = page.getByRole("dialog", { name: "New table" }).getByLabel("Table name");
  await expect(name).toBeFocused();
  await grid.paste({ text: "Client\tSince\tPaid\nAcme\t2024-01-31\tyes\nApex\t2025-02-28\tno\n" });
  await expect(files.column(2)).toBeVisible();
  await expect(files.column(2).getByRole("combobox", { name: "Field type" })).toContainText("Date");
  await expect(files.column(3).getByRole("combobox", { name: "Field type" })).toContainText("Checkbox");
  await files.run();
  await expect(files.dialog.getByText("was imported")).toBeVisible();
  await files.button(/Open/).click();
  await expect(page.getByRole("grid", { name: "Pasted table" })).toBeVisible();
  await expect(page.getByRole("gridcell", { name: "Acme" })).toBeVisible();
});
