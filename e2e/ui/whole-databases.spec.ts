/** Databases are exported, duplicated and imported on the pages. */
import { readFile } from "node:fs/promises";
import type { ShownKey } from "../../lib/contract/keys";
import { downloadBy, expect, type GridPage, signIn, test } from "../grid-page";
import { ImportPage } from "../import-page";

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

test("the open database is exported from its menu, by keyboard alone", async ({ gridOf }) => {
  const { page, base } = await gridOf(source);
  await page.getByRole("button", { name: "Database options" }).focus();
  await page.keyboard.press("Enter");
  for (const name of ["Rename database", "Duplicate database"]) {
    await expect(page.getByRole("menuitem", { name })).toBeFocused();
    await page.keyboard.press("ArrowDown");
  }
  await expect(page.getByRole("menuitem", { name: "Export database" })).toBeFocused();
  const file = await downloadBy(page, () => page.keyboard.press("Enter"));
  expect(file.suggestedFilename()).toBe(`${base.name}.zip`);
  expect((await readFile(await file.path())).subarray(0, 2).toString()).toBe("PK");
});

test("the open database is renamed from its menu, by keyboard alone", async ({ gridOf }) => {
  const { page, base } = await gridOf(source);
  const options = page.getByRole("button", { name: "Database options" });
  await options.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Rename database" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: `Rename “${base.name}”` }).getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Renamed");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Renamed", exact: true })).toBeVisible();
  await expect(page).toHaveTitle(/ · Renamed · Rowhouse$/);
  await expect(options).toBeFocused();
  await expect(page.getByText("Database renamed to “Renamed”")).toBeVisible();
  await page.getByRole("button", { name: "Undo", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: base.name, exact: true })).toBeVisible();
});

test("the open database is duplicated from its menu, with or without its records", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page, base, table } = grid;
  for (const [name, rows] of [
    ["With records", 2],
    ["Without", 0],
  ] as const) {
    await grid.open();
    await page.getByRole("button", { name: "Database options" }).click();
    await page.getByRole("menuitem", { name: "Duplicate database" }).click();
    const dialog = page.getByRole("dialog", { name: `Duplicate “${base.name}”` });
    await expect(dialog.getByLabel("Name")).toHaveValue(`${base.name} copy`);
    await dialog.getByLabel("Name").fill(" ");
    await dialog.getByRole("button", { name: "Duplicate database" }).click();
    await expect(dialog.getByText("Cannot be only white space")).toBeVisible();
    await dialog.getByLabel("Name").fill(name);
    if (rows === 0) await dialog.getByRole("checkbox", { name: "Copy the records too" }).uncheck();
    await dialog.getByRole("button", { name: "Duplicate database" }).click();
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(base.id));
    await expect(page.getByRole("grid", { name: table.name })).toHaveAttribute(
      "aria-rowcount",
      String(rows + 1),
    );
  }
});

test("a database on the home page is duplicated from its card, on a phone too", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  const name = await renamed(grid, "On a card");
  await page.setViewportSize({ width: 375, height: 700 });
  await page.goto("/");
  await page.getByRole("button", { name: `Options for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Duplicate database" }).click();
  const dialog = page.getByRole("dialog", { name: `Duplicate “${name}”` });
  await dialog.getByRole("button", { name: "Duplicate database" }).click();
  await expect(page.getByRole("heading", { name: `${name} copy` })).toBeVisible();
});

test("an exported database is imported on the home page", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  const name = await renamed(grid, "To import");
  await page.goto("/");
  await page.getByRole("button", { name: `Options for ${name}` }).click();
  const item = page.getByRole("menuitem", { name: "Export database" });
  const file = await downloadBy(page, () => item.click());
  await page.getByRole("button", { name: "Import a file" }).click();
  const files = new ImportPage(page);
  await expect(files.dialog.getByText("a database exported from Rowhouse (ZIP)")).toBeVisible();
  await files.choose("not a zip file", "notes.zip");
  await expect(files.dialog.getByRole("alert")).toContainText("The file is not a zip file.");
  await files.choose(await readFile(await file.path()), `${name}.zip`);
  await expect(page.getByRole("heading", { name })).toBeVisible();
  await expect(page).not.toHaveURL(new RegExp(grid.base.id));
  await expect(
    page.getByRole("grid", { name: grid.table.name }).getByRole("gridcell", { name: "Bob" }),
  ).toBeVisible();
});

test("a zip file dropped on the home page is imported as a database", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page, api } = grid;
  const name = await renamed(grid, "Dropped");
  const { credentials, origin } = api;
  const response = await fetch(`${origin}/api/v1/bases/${grid.base.id}/export`, { headers: credentials });
  const bytes = Buffer.from(await response.arrayBuffer());
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Import a file" })).toBeEnabled();
  const files = new ImportPage(page);
  await expect(async () => {
    await files.drop(page.locator("main"), bytes, "Dropped.ZIP");
    await expect(page.getByRole("heading", { name })).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await expect(page).not.toHaveURL(new RegExp(grid.base.id));
  await expect(
    page.getByRole("grid", { name: grid.table.name }).getByRole("gridcell", { name: "Ada" }),
  ).toBeVisible();
});

test("an upload can be stopped, and nothing is created", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await page.goto("/");
  await page.route("**/bases/import", () => {});
  await page.getByRole("button", { name: "Import a file" }).click();
  const files = new ImportPage(page);
  await files.choose("PK", "a.zip");
  await expect(files.dialog.getByRole("progressbar", { name: "Uploading a.zip" })).toBeVisible();
  const stopped = page.waitForEvent("requestfailed", (request) => request.url().endsWith("/bases/import"));
  await page.keyboard.press("Escape");
  await stopped;
  await expect(files.dialog).toHaveCount(0);
});

test("who may only read exports a database, and nothing else", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page, base } = grid;
  const name = await renamed(grid, "For guests");
  const key = { name: "Guest", scopes: ["read"], databases: [base.id] };
  await signIn(page, (await grid.api.post<ShownKey>("/keys", key)).body.key);
  await page.goto("/");
  await expect(page.getByRole("button", { name: /Import a file|Options for/ })).toHaveCount(0);
  const card = page.getByRole("link", { name: `Export the database ${name}` });
  expect((await downloadBy(page, () => card.click())).suggestedFilename()).toBe(`${name}.zip`);
  await grid.open();
  await expect(page.getByRole("button", { name: "Database options" })).toHaveCount(0);
  const header = page.getByRole("link", { name: `Export the database ${name}` });
  expect((await downloadBy(page, () => header.click())).suggestedFilename()).toBe(`${name}.zip`);
});

/** Gives the database a name that no other test uses. */
async function renamed({ api, base }: GridPage, start: string): Promise<string> {
  const name = `${start} ${base.id}`;
  expect((await api.patch(`/bases/${base.id}`, { name })).status).toBe(200);
  return name;
}
