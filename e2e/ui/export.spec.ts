/** "Export" in the menus of views and tables. */
import { readFile } from "node:fs/promises";
import type { ShownKey } from "../../lib/contract/keys";
import { downloadBy, expect, signIn, test } from "../grid-page";
import { hold } from "../hold";
import { main } from "../rounds";
import { openPanel } from "../toolbar-page";

const source = {
  fields: [
    { type: "single_line_text", name: "Name" },
    { type: "number", name: "Size" },
  ],
  records: [
    { Name: "Ada", Size: 3 },
    { Name: "Bob", Size: 1 },
  ],
};

test("a view is exported from its menu, by keyboard alone", main, async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  const [view] = grid.table.views;
  await grid.api.patch(`/bases/${grid.base.id}/tables/${grid.table.id}/views/${view?.id}`, {
    config: { filter: { field: grid.fieldId("Size"), greater_than: 2 } },
  });
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Options for Grid view" }).focus();
  await page.keyboard.press("Enter");
  // Past “Duplicate”, “Change type”, “Lock” and “Make personal”.
  for (let step = 0; step < 5; step += 1) await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Export" })).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("menuitem", { name: "CSV" })).toBeFocused();
  const file = await downloadBy(page, () => page.keyboard.press("Enter"));
  expect(file.suggestedFilename()).toBe(`${grid.table.name} - Grid view.csv`);
  expect(await readFile(await file.path(), "utf8")).toBe("\uFEFFName,Size\r\nAda,3\r\n");
  await expect(page).toHaveURL(new RegExp(grid.table.id));
});

test("a table is exported from its menu, on a phone too", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await page.setViewportSize({ width: 375, height: 700 });
  await page.getByRole("button", { name: `Options for ${grid.table.name}` }).click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  const formats = ["CSV", "Excel (XLSX)", "TSV", "JSON", "NDJSON"];
  for (const format of formats) {
    await expect(page.getByRole("menuitem", { name: format, exact: true })).toBeInViewport({ ratio: 1 });
  }
  const xlsx = page.getByRole("menuitem", { name: "Excel (XLSX)" });
  const file = await downloadBy(page, () => xlsx.click());
  expect(file.suggestedFilename()).toBe(`${grid.table.name}.xlsx`);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
});

test("who may only read exports by a button of its own", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  const key = { name: "Guest", scopes: ["read"], databases: [grid.base.id] };
  await signIn(page, (await grid.api.post<ShownKey>("/keys", key)).body.key);
  await grid.open();
  await page.getByRole("button", { name: `Export ${grid.table.name}`, exact: true }).click();
  const json = page.getByRole("menuitem", { name: "JSON", exact: true });
  const file = await downloadBy(page, () => json.click());
  expect(JSON.parse(await readFile(await file.path(), "utf8"))).toEqual(source.records);
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Export Grid view" }).click();
  const tsv = page.getByRole("menuitem", { name: "TSV" });
  expect((await downloadBy(page, () => tsv.click())).suggestedFilename()).toContain("Grid view.tsv");
});

test("a long export shows its progress until it ends", async ({ gridOf }) => {
  const grid = await gridOf({ fields: [{ type: "long_text", name: "Notes" }], records: [] });
  const { page, api } = grid;
  const records = Array.from({ length: 40 }, () => ({ Notes: "x".repeat(100_000) }));
  const bulk = `/bases/${grid.base.id}/tables/${grid.table.id}/records/bulk`;
  for (let call = 0; call < 5; call++) expect((await api.post(bulk, { records })).status).toBe(200);
  const letAsk = await hold(page, /\/exports\//);
  await page.getByRole("button", { name: `Options for ${grid.table.name}` }).click();
  await page.getByRole("menuitem", { name: "Export" }).click();
  const file = await downloadBy(page, () => page.getByRole("menuitem", { name: "CSV", exact: true }).click());
  // Takes the place of the browser's download, which is too fast: another one with its id, read no further.
  const reading = new AbortController();
  const headers = { ...api.credentials, "Accept-Encoding": "identity" };
  const slow = await fetch(file.url(), { headers, signal: reading.signal });
  letAsk();
  await expect(page.getByRole("progressbar", { name: "Exporting" })).toBeVisible();
  await expect(page.getByText(/^[1-9]\d* of 200 records$/)).toBeVisible();
  reading.abort();
  // Held until here, as a response that nobody holds is cancelled.
  expect(slow.status).toBe(200);
  await expect(page.getByRole("progressbar", { name: "Exporting" })).toBeHidden();
});
