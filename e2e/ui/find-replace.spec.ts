import { violations } from "../axe";
import { expect, type GridPage, named, test } from "../grid-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  { type: "email", name: "Email" },
  { type: "number", name: "Size", template: { decimalPlaces: 0 } },
];
const records = [
  { Name: "Acme North", Email: "ada@acme.com", Size: 15 },
  { Name: "Apex", Email: "bob@apex.com", Size: 150 },
  { Name: "ACME South, acme", Email: null, Size: 15 },
];

function dialogOf({ page }: GridPage) {
  const dialog = page.getByRole("dialog", { name: "Find and replace" });
  return {
    dialog,
    find: dialog.getByLabel("Find", { exact: true }),
    replaceWith: dialog.getByLabel("Replace with"),
    preview: dialog.getByRole("region", { name: "Preview" }).getByRole("listitem"),
    all: dialog.getByRole("button", { name: "Replace all" }),
  };
}

test("text is replaced in all cells after a preview, and undone in one step", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { dialog, find, replaceWith, preview, all } = dialogOf(grid);
  await grid.select(1, "Name");
  await grid.press("Control+h");
  await expect(find).toBeFocused();
  await expect(all).toBeDisabled();
  await find.fill("acme");
  await replaceWith.fill("a b");
  await expect(dialog.getByRole("status")).toHaveText("2 cells, 1 other can't take the new text");
  await expect(preview).toHaveText([
    "Emailada@acme.com → ada@a b.com can't be converted",
    "NameAcme North → a b North",
    "NameACME South, acme → a b South, a b",
  ]);
  expect(await violations(grid.page)).toEqual([]);
  await dialog.getByRole("checkbox", { name: "Match case" }).click();
  await expect(dialog.getByRole("status")).toHaveText("1 cell, 1 other can't take the new text");
  await dialog.getByRole("checkbox", { name: "Match case" }).click();
  await replaceWith.fill("Zenith");
  await expect(dialog.getByRole("status")).toHaveText("3 cells");
  await grid.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(grid.page.getByText("Replaced text in 3 cells")).toBeVisible();
  await expect(grid.cell(1, "Name")).toHaveText("Zenith North");
  await grid.expectStored(3, "Name", "Zenith South, Zenith");
  await grid.expectStored(1, "Email", "ada@Zenith.com");
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.press("Control+z");
  await expect(grid.page.getByText("Undid: replace of 3 cells")).toBeVisible();
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.expectStored(3, "Name", "ACME South, acme");
  await grid.expectStored(1, "Email", "ada@acme.com");

  // Enter waits until all cells are found.
  await grid.press("Control+h");
  await expect(find).toBeFocused();
  await grid.type("Apex");
  await grid.press("Tab");
  await grid.type("Peak");
  await grid.press("Enter");
  await expect(dialog).toHaveCount(0);
  // A task that takes long has a dialog, which takes the keys.
  await expect(grid.page.getByText("Replaced text in 2 cells")).toBeVisible();
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.expectStored(2, "Name", "Peak");
  await grid.press("Control+z");
  await expect(grid.page.getByText("Undid: replace of 2 cells")).toBeVisible();
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.expectStored(2, "Name", "Apex");

  // Numbers are replaced as a whole, in one field if chosen.
  await grid.press("Control+h");
  await find.fill("15");
  await expect(dialog.getByRole("status")).toHaveText("Nothing to replace");
  await dialog.getByRole("checkbox", { name: "Entire cell" }).click();
  await replaceWith.fill("20");
  await expect(dialog.getByRole("status")).toHaveText("2 cells");
  await all.click();
  await grid.expectStored(1, "Size", 20);
  await grid.expectStored(2, "Size", 150);
});

test("cells that others change after the preview are left as they are", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { find, replaceWith, all, dialog } = dialogOf(grid);
  await grid.select(1, "Name");
  await grid.press("Control+Shift+h");
  await find.fill("acme");
  await replaceWith.fill("Zenith");
  await expect(dialog.getByRole("status")).toHaveText("3 cells");
  const { api, base, table } = grid;
  const place = `/bases/${base.id}/tables/${table.id}/records`;
  const { body } = await api.post<{ records: { id: string }[] }>(`${place}/list`, {});
  await api.patch(`${place}/${body.records[0]?.id}`, { record: { Name: "Acme by somebody else" } });
  await all.click();
  await expect(grid.page.getByText("Replaced text in 2 cells, 1 has changed meanwhile")).toBeVisible();
  await grid.expectStored(1, "Name", "Acme by somebody else");
  await grid.expectStored(1, "Email", "ada@Zenith.com");
});

test("a large replacement is stopped on the way, and undone", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records: named(4_100) });
  const { page } = grid;
  const { find, replaceWith, all, dialog } = dialogOf(grid);
  let writes = 0;
  await page.route("**/records/bulk", async (route) => {
    writes += 1;
    if (writes > 1) await new Promise((resolve) => setTimeout(resolve, 2_000));
    await route.continue().catch(() => {});
  });
  await grid.press("Control+h");
  await find.fill("project");
  await replaceWith.fill("Plan");
  await expect(dialog.getByRole("status")).toHaveText("4,100 cells");
  await expect(dialog.getByText("and 4,050 more")).toBeVisible();
  await all.click();
  const progress = page.getByRole("dialog", { name: "Replacing…" });
  await expect(progress.getByRole("status")).toHaveText("2,000 of 4,100");
  await progress.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText(/^Stopped: replaced text in 2,000 cells/)).toBeVisible();
  await page.unrouteAll({ behavior: "wait" });
  await expect(grid.cell(1, "Name")).toHaveText("Plan 1");
});

test("found text is marked in cells, and all tables are searched", async ({ gridOf }) => {
  const name = [{ type: "single_line_text", name: "Name" }];
  const grid = await gridOf({
    fields,
    records,
    others: { Places: { fields: name, records: [{ Name: "Acme Street" }, { Name: "Acme Square" }] } },
  });
  const { page } = grid;
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get("found") ?? [])].map((range) => (range as Range).toString()));
  await grid.press("Control+f");
  await grid.type("acme");
  await expect.poll(marked).toEqual(["Acme", "acme", "ACME", "acme"]);
  await page.getByRole("button", { name: "Search all tables" }).click();
  const dialog = page.getByRole("dialog", { name: "“acme” in all tables" });
  await expect(dialog.getByRole("status")).toHaveText("Found in 2 tables.");
  await expect(dialog.getByRole("region", { name: "Places" }).getByRole("listitem")).toHaveText([
    "Acme Street",
    "Acme Square",
  ]);
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole("link", { name: "Places 2 records" }).click();
  await expect(page.getByRole("grid", { name: "Places" })).toBeVisible();
  await expect(page.getByRole("searchbox", { name: "Search all records" })).toHaveValue("acme");
  await expect.poll(marked).toEqual(["Acme", "Acme"]);
  await page.getByRole("button", { name: "Close search" }).click();
  await expect.poll(marked).toEqual([]);
});
