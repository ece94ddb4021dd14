/** Importing files: from the choice of a file to the summary, by mouse, keyboard and dropped files. */
import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import type { ShownKey } from "../../lib/contract/keys";
import type { RecordPage } from "../../lib/contract/lists";
import { violations } from "../axe";
import { downloadBy, expect, type GridPage, signIn, test } from "../grid-page";
import { ImportPage } from "../import-page";
import { keyOfAnother } from "../people";
import { main } from "../rounds";

const source = {
  fields: [
    { type: "single_line_text", name: "Name" },
    { type: "number", name: "Size" },
    { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }] } },
    { type: "attachments", name: "Files" },
  ],
  records: [
    { Name: "Ada", Size: 1 },
    { Name: "Bob", Size: 2 },
  ],
};

const people = "Name;Amount;Joined\nAda;1,5;31.01.2026\nBob;2,25;01.02.2026\nCy;;\n";

async function openFromMenu({ page, table }: GridPage): Promise<ImportPage> {
  await page.getByRole("button", { name: `Options for ${table.name}` }).click();
  await page.getByRole("menuitem", { name: "Import a file" }).click();
  return new ImportPage(page);
}

function recordsOf({ api, base, table }: GridPage) {
  return async () => {
    const path = `/bases/${base.id}/tables/${table.id}/records/list`;
    const { body } = await api.post<RecordPage>(path, { limit: 100 });
    return body.records.map(({ fields: { Name, Size, Stage } }) => [Name, Size, Stage]);
  };
}

test(
  "a file becomes a table with the names, types and values that the dialog shows",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf(source);
    const { page } = grid;
    await page.getByRole("button", { name: "New table" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Import a file" }).click();
    const files = new ImportPage(page);
    await files.choose(people);
    await expect(files.button("Import 3 rows")).toBeEnabled();
    await expect(files.dialog.getByRole("textbox", { name: "Table name" })).toHaveValue("people");
    await expect
      .poll(() => files.preview())
      .toEqual([
        ["Name", "Amount", "Joined"],
        ["Ada", "1,50", "31/01/2026"],
        ["Bob", "2,25", "01/02/2026"],
        ["Cy", "", ""],
      ]);
    await expect(files.column(3).getByRole("combobox", { name: "Field type" })).toContainText("Date");
    await files.column(1).getByRole("textbox", { name: "Field name" }).fill("Person");
    await files.column(3).getByRole("checkbox", { name: "Import Joined" }).click();
    await files.select("Field type", /^Currency/, files.column(2));
    await files.button("Settings of Amount").click();
    await files.column(2).getByRole("textbox", { name: "Symbol" }).fill("€");
    await expect(files.dialog.getByRole("region", { name: "Preview" })).toContainText("€1,50");
    await files.dialog.getByRole("textbox", { name: "Table name" }).fill("Members");
    await files.run();
    await files.expectDone("3 records created");
    await files.button("Open table").click();
    await expect(page.getByRole("grid", { name: "Members" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Members" })).toHaveAttribute("aria-current", "page");
    const { body: base } = await grid.api.get<Base>(`/bases/${grid.base.id}`);
    const members = base.tables.find(({ name }) => name === "Members");
    expect(members?.fields.map(({ name, type }) => [name, type])).toEqual([
      ["Person", "single_line_text"],
      ["Amount", "currency"],
    ]);
  },
);

test("changed settings read the file again, and keep what was chosen for columns that stay", async ({
  gridOf,
}) => {
  const { page } = await gridOf(source);
  const files = new ImportPage(page);
  await files.drop(page.getByRole("banner"), "a|b\n1|02/03/2026\n2|04/05/2026\n", "days.txt");
  await expect(files.button("Import 2 rows")).toBeEnabled();
  await files.column(1).getByRole("textbox", { name: "Field name" }).fill("Count");
  await files.select("Order of dates", /^Day first/);
  await expect(files.column(2).getByRole("combobox", { name: "Field type" })).toContainText("Date");
  await expect(files.column(1).getByRole("textbox", { name: "Field name" })).toHaveValue("Count");
  await files.dialog.getByRole("checkbox", { name: "First row has the names" }).click();
  await expect(files.button("Import 3 rows")).toBeEnabled();
  await files.select("Separator", "Comma");
  await expect(files.column(2)).toHaveCount(0);
  await expect.poll(() => files.preview()).toContainEqual(["a|b"]);
});

test("the sheet of a workbook is chosen, and the dialog stays when the page behind it changes", async ({
  gridOf,
}) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await page.getByRole("link", { name: "All databases" }).click();
  await page.getByRole("button", { name: "Import a file" }).click();
  const files = new ImportPage(page);
  await files.dialog.getByLabel("Choose a file").setInputFiles("lib/server/tabular/fixtures/openpyxl.xlsx");
  // The file is read in the background, in turns with all other calls.
  await expect(files.dialog.getByRole("combobox", { name: "Sheet" })).toHaveText("Daten", {
    timeout: 60_000,
  });
  const names = files.dialog.getByRole("textbox", { name: "Field name" });
  const before = await names.first().inputValue();
  await files.select("Sheet", "Hidden");
  await expect(names.first()).not.toHaveValue(before);
  await page.goBack();
  await expect(page).toHaveURL(/database/);
  await expect(files.dialog.getByRole("combobox", { name: "Sheet" })).toHaveText("Hidden");
  await files.button("Cancel").click();
  await expect(files.dialog).toHaveCount(0);
});

test("rows of a dropped file are matched with records, and those that match are updated", async ({
  gridOf,
}) => {
  const grid = await gridOf(source);
  const { page } = grid;
  const files = new ImportPage(page);
  await files.drop(grid.cell(1, "Name"), "name,SIZE,Colour,Age\nAda,5,red,36\nCy,7,blue,41\n");
  await expect(files.dialog).toHaveAccessibleName(`Import people.csv into ${grid.table.name}`);
  await expect(files.dialog.getByRole("combobox", { name: "Field for SIZE" })).toHaveText("Size");
  await expect(files.dialog.getByRole("combobox", { name: "Field for Colour" })).toHaveText("Don't import");
  await files.select("Field for Colour", "Stage");
  await files.select("Field for Age", "New field");
  const age = files.dialog.getByRole("group", { name: "New field for Age" });
  await expect(age.getByRole("combobox", { name: "Field type" })).toHaveText("Number");
  await age.getByRole("textbox", { name: "Field name" }).fill("Years");
  await files.select("Rows", /add the others/);
  await expect(files.dialog.getByRole("checkbox", { name: "Name", exact: true })).toBeChecked();
  await files.button("Check rows").click();
  await expect(files.dialog.getByText("1 record will be created, 1 record will be updated.")).toBeVisible();
  await files.run();
  await files.expectDone("1 record created", "1 record updated");
  await files.button("Done").click();
  await expect.poll(recordsOf(grid)).toEqual([
    ["Ada", 5, "red"],
    ["Bob", 2, null],
    ["Cy", 7, "blue"],
  ]);
  await expect(grid.cell(3, "Name")).toHaveText("Cy");
  await expect(grid.page.getByRole("columnheader", { name: "Years" })).toBeVisible();
});

test("a file dropped on a cell of files is attached, and one that cannot be imported is refused", async ({
  gridOf,
}) => {
  const grid = await gridOf(source);
  const files = new ImportPage(grid.page);
  await files.drop(grid.cell(1, "Files"), "a,b\n1,2\n", "note.csv");
  await expect(grid.cell(1, "Files")).toContainText("note.csv");
  await files.drop(grid.cell(1, "Name"), "not a table", "photo.png");
  await expect(grid.page.getByText("photo.png can't be imported")).toBeVisible();
  await expect(files.dialog).toHaveCount(0);
});

test("rows with errors stop the import, or are left out and downloaded", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const files = await openFromMenu(grid);
  await files.choose("Name,Size\nCy,3\nDee,many\nEve,5\n");
  await expect(files.dialog.getByText("1 of 3 cells doesn't fit Number")).toBeVisible();
  await files.run();
  await expect(files.dialog.getByRole("alert")).toContainText("Nothing was imported");
  const errors = files.dialog.getByRole("region", { name: "Errors" });
  await expect(errors.getByRole("row")).toHaveCount(2);
  await expect(errors.getByRole("row").last()).toContainText("Size");
  await expect.poll(recordsOf(grid)).toHaveLength(2);
  await files.select("If a row has errors", /skip/i);
  await files.run();
  await files.expectDone("2 records created", "1 row skipped because of errors");
  const link = files.dialog.getByRole("link", { name: "Download skipped rows" });
  const download = await downloadBy(grid.page, () => link.click());
  expect(await readFile(await download.path(), "utf8")).toMatch(
    /^\uFEFFrow,field,reason,Name,Size\r\n3,Size,.*,Dee,many\r\n$/,
  );
  await files.button("Done").click();
  await expect.poll(recordsOf(grid)).toHaveLength(4);
});

test("an import is undone from its summary", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const files = await openFromMenu(grid);
  await files.choose("Name,Size\nCy,3\nDee,4\n");
  await files.run();
  await files.expectDone("2 records created");
  await files.button("Undo").click();
  await expect(files.dialog).toHaveCount(0);
  await expect.poll(recordsOf(grid)).toHaveLength(2);
  await expect(grid.page.getByText(/^Undid/)).toBeVisible();
});

test("the import of a new table is undone, unless something was changed since", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  const files = new ImportPage(page);
  // Not by its role, which a modal dialog hides.
  const tab = page.locator("nav a", { hasText: "people" });
  for (const isChanged of [false, true]) {
    await files.drop(page.getByRole("banner"), people);
    await files.run();
    await files.expectDone("3 records created");
    await expect(tab).toBeVisible();
    if (isChanged) {
      const tableId = (await tab.getAttribute("href"))?.split("/").at(-1);
      const path = `/api/v1/bases/${grid.base.id}/tables/${tableId}/records`;
      const body = JSON.stringify({ record: { Name: "Dee" } });
      const made = await page.evaluate(
        async ({ path, body }) => {
          const headers = { "Content-Type": "application/json" };
          return (await fetch(path, { method: "POST", headers, body })).status;
        },
        { path, body },
      );
      expect(made).toBe(201);
    }
    await files.button("Undo").click();
    if (isChanged) await expect(page.getByText("You have made other changes since.")).toBeVisible();
    else await expect(tab).toHaveCount(0);
  }
  await expect(tab).toBeVisible();
});

/** Opens the table with a key of its own, because a long import slows down all other calls of its key. */
async function openWithOwnKey(grid: GridPage, scopes = ["read", "write", "schema"]): Promise<void> {
  const key = { name: "Own", scopes, databases: [grid.base.id] };
  await signIn(grid.page, (await grid.api.post<ShownKey>("/keys", key)).body.key);
  await grid.open();
}

/** A file that takes some seconds to import. */
function longFile(): string {
  return `Name,Size\n${Array.from({ length: 150_000 }, (_, index) => `Row ${index},${index}`).join("\n")}\n`;
}

test("a running import is cancelled, and nothing of it is stored", async ({ gridOf }) => {
  const grid = await gridOf(source);
  await openWithOwnKey(grid);
  const files = await openFromMenu(grid);
  await files.choose(longFile());
  await files.run();
  await expect(files.dialog.getByRole("progressbar")).toBeVisible();
  await files.button("Cancel import").click();
  await expect(files.dialog.getByText("The import was cancelled. Nothing was stored.")).toBeVisible();
  await expect(files.button(/^Import 150,000 rows$/)).toBeEnabled();
  await expect.poll(recordsOf(grid)).toHaveLength(2);
});

test("an import continues when the page is left, and a message tells its end", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await openWithOwnKey(grid);
  const files = await openFromMenu(grid);
  await files.choose(longFile());
  await files.run();
  await files.button("Continue in background").click();
  await expect(page.getByText("Importing people.csv")).toBeVisible();
  await page.goto("/");
  await expect(page.getByText(/^Importing people.csv$|^people.csv was imported$/)).toBeVisible();
  await expect(page.getByText("people.csv was imported")).toBeVisible({ timeout: 60_000 });
  await expect(page.getByText("Importing people.csv")).toHaveCount(0);
  await page.getByRole("button", { name: "Show" }).click();
  await files.expectDone("150,000 records created");
  await files.button("Done").click();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Databases" })).toBeVisible();
  await expect(page.getByText("people.csv was imported")).toHaveCount(0);
});

test("an upload is cancelled by closing the dialog", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await page.route("**/imports?filename=*", () => {});
  const files = await openFromMenu(grid);
  await files.choose(people);
  await expect(files.dialog.getByRole("progressbar", { name: "Uploading people.csv" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(files.dialog).toHaveCount(0);
  await page.unrouteAll();
  const { body } = await grid.api.get<{ imports: unknown[] }>(`/bases/${grid.base.id}/imports`);
  expect(body.imports).toEqual([]);
});

test("a file dropped on the home page becomes a database", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page, api } = grid;
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Databases" })).toBeVisible();
  const files = new ImportPage(page);
  // The script that takes it is loaded when the page is idle.
  await expect(async () => {
    if ((await files.dialog.count()) === 0) await files.drop(page.locator("main"), people, "Club 7.csv");
    await expect(files.dialog).toBeVisible({ timeout: 3_000 });
  }).toPass();
  const name = `Club ${Date.now()}`;
  await files.dialog.getByRole("textbox", { name: "Database name" }).fill(name);
  await files.run();
  await files.expectDone("3 records created");
  await files.button("Open table").click();
  await expect(page.getByRole("grid", { name: "Club 7" })).toBeVisible();
  const { body: bases } = await api.get<Base[]>("/bases");
  expect(bases.find((base) => base.name === name)?.tables.map((table) => table.name)).toEqual(["Club 7"]);
});

test("a discarded import leaves nothing, and asks first if something was changed", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page, api } = grid;
  const files = await openFromMenu(grid);
  await files.choose(people);
  await expect(files.button("Import 3 rows")).toBeEnabled();
  await files.select("If a row has errors", /skip/i);
  await page.keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Discard this import?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await files.button("Cancel").click();
  await question.getByRole("button", { name: "Discard" }).click();
  await expect(files.dialog).toHaveCount(0);
  const imports = () => api.get<{ imports: unknown[] }>(`/bases/${grid.base.id}/imports`);
  await expect.poll(async () => (await imports()).body.imports).toEqual([]);
});

test("a file that is no table is refused with the reason", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const files = await openFromMenu(grid);
  await files.choose("<html><body>Hello</body></html>");
  await expect(files.dialog.getByRole("alert")).toContainText("web page");
  await files.choose("Name,Size\nCy,3\n");
  await expect(files.button("Import 1 row")).toBeEnabled();
});

test("keyboard alone: from the command list to the summary", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  // Early, because the browser takes a moment to report choosers.
  const chooser = page.waitForEvent("filechooser");
  await grid.select(1, "Name");
  await grid.press("ControlOrMeta+k");
  await grid.type("import a");
  await grid.press("Enter");
  const files = new ImportPage(page);
  await expect(files.dialog.getByLabel("Choose a file")).toBeFocused();
  await grid.press("Enter");
  await (await chooser).setFiles({
    name: "people.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("Name,Size,X\nCy,3,Open\n"),
  });
  await expect(files.button("Import 1 row")).toBeEnabled();
  await tabTo(page, files.dialog.getByRole("combobox", { name: "Field for X" }));
  await grid.press("Enter");
  await grid.type("Stage");
  await expect(page.getByRole("option", { name: "Stage" })).toHaveAttribute("data-highlighted", "");
  await grid.press("Enter");
  await expect(files.dialog.getByRole("combobox", { name: "Field for X" })).toHaveText("Stage");
  await tabTo(page, files.button("Import 1 row"));
  await grid.press("Enter");
  await files.expectDone("1 record created");
  await tabTo(page, files.button("Done"));
  await grid.press("Enter");
  await expect(files.dialog).toHaveCount(0);
  await grid.expectFocus(1, "Name");
  await expect.poll(recordsOf(grid)).toContainEqual(["Cy", 3, "Open"]);
});

async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("Tab");
    await expect(control).toBeFocused({ timeout: 50 });
  }).toPass();
}

test.describe("without animations", () => {
  for (const width of [1440, 375]) {
    test(`axe finds nothing in the dialog, which fits, at ${width} px`, async ({ gridOf }) => {
      const grid = await gridOf(source);
      const { page } = grid;
      await page.setViewportSize({ width, height: 700 });
      const files = await openFromMenu(grid);
      expect(await violations(page)).toEqual([]);
      await files.choose("Name,Size,Stage\nCy,3,Open\nDee,many,Shut\n");
      await expect(files.button("Import 2 rows")).toBeEnabled();
      await files.select("Rows", /add the others/);
      expect(await violations(page)).toEqual([]);
      await expect(files.button("Import 2 rows")).toBeInViewport({ ratio: 1 });
      await files.select("If a row has errors", /skip/i);
      await files.run();
      await files.expectDone("1 record created", "1 row skipped because of errors");
      expect(await violations(page)).toEqual([]);
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
      expect(await overflow()).toBe(false);
      await files.button("Done").click();
      await page.getByRole("button", { name: "New table" }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Import a file" }).click();
      await files.choose(people);
      await expect(files.button("Import 3 rows")).toBeEnabled();
      await files.button("Settings of Amount").click();
      expect(await violations(page)).toEqual([]);
      expect(await overflow()).toBe(false);
    });
  }
});

test("who may only edit records imports rows, without new options and tables", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await openWithOwnKey(grid, ["read", "write"]);
  const files = new ImportPage(page);
  await files.drop(page.getByRole("banner"), people);
  await expect(files.dialog).toHaveCount(0);
  await files.drop(grid.cell(1, "Name"), "Name,Stage\nCy,Open\nDee,Lost\n");
  await expect(files.dialog.getByText("1 of 2 cells doesn't fit Single select")).toBeVisible();
  await expect(files.dialog.getByRole("checkbox", { name: /missing options/ })).toHaveCount(0);
  await files.select("If a row has errors", /skip/i);
  await files.run();
  await files.expectDone("1 record created", "1 row skipped because of errors");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Databases" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Import a file" })).toHaveCount(0);
});

test("an editor is offered what the role and the rules of the table leave", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page, api, base, table } = grid;
  const setRules = async (rules: object) => {
    const given = { tables: [], fields: [], ...rules };
    expect((await api.call(`/bases/${base.id}/rules`, { method: "PUT", body: given })).status).toBe(200);
  };
  const ofTable = { tableId: table.id, create: "editor", update: "editor", delete: "editor" };
  await setRules({
    tables: [{ ...ofTable, update: "creator" }],
    fields: [{ fieldId: grid.fieldId("Size"), update: "creator" }],
  });
  await signIn(page, (await keyOfAnother(api, base.id, "editor")).key);
  await grid.open();
  const files = new ImportPage(page);
  await files.drop(grid.cell(1, "Name"), "Name,Size,Stage\nCy,7,Open\nDee,8,Lost\n");
  await expect(files.dialog.getByRole("combobox", { name: "Field for Size" })).toHaveText("Don't import");
  await files.dialog.getByRole("combobox", { name: "Field for Size" }).click();
  await expect(page.getByRole("option")).toHaveText(["Don't import", "Name", "Stage", "Files"]);
  await page.keyboard.press("Escape");
  await files.dialog.getByRole("combobox", { name: "Rows" }).click();
  await expect(page.getByRole("option")).toHaveText(["Add each row as a new record"]);
  await page.keyboard.press("Escape");
  await expect(files.dialog.getByRole("checkbox", { name: /missing options/ })).toHaveCount(0);
  await files.select("If a row has errors", /skip/i);
  await files.run();
  await files.expectDone("1 record created", "1 row skipped because of errors");
  await files.button("Done").click();
  await expect(files.dialog).toHaveCount(0);

  const invitation = page.getByText(/^Drop the file to import/);
  await files.dragOver(grid.cell(1, "Name"), "Name\nEve\n");
  await expect(invitation).toBeVisible();
  await setRules({ tables: [{ ...ofTable, create: "creator" }] });
  await expect(async () => {
    await files.dragOver(grid.cell(1, "Name"), "Name\nEve\n");
    await expect(invitation).toHaveCount(0, { timeout: 200 });
  }).toPass();

  await setRules({ tables: [{ ...ofTable, create: "owner" }] });
  await signIn(page, (await keyOfAnother(api, base.id, "creator")).key);
  await grid.open();
  await page.getByRole("button", { name: `Options for ${table.name}` }).click();
  await expect(page.getByRole("menuitem", { name: "Export" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Import a file" })).toHaveCount(0);
});

test("a refused export shows the reason, and the command list exports the view", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await grid.select(1, "Name");
  const exportAs = async (format: string) => {
    await grid.press("ControlOrMeta+k");
    await grid.type(`export as ${format}`);
    await grid.press("Enter");
  };
  const download = await downloadBy(page, () => exportAs("csv"));
  expect(await readFile(await download.path(), "utf8")).toContain("Ada,1");
  const error = {
    error: { code: "BAD_REQUEST", message: "The table is too large for XLSX.", requestId: "r" },
  };
  await page.route("**/records/export?*", (route) => route.fulfill({ status: 400, json: error }));
  await exportAs("excel");
  await expect(page.getByText("The table is too large for XLSX.")).toBeVisible();
});
