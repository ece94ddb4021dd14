/** "Print" of a view: its records on pages, not the screen. */
import type { Locator, Page } from "playwright/test";
import type { Share } from "../../lib/contract/shares";
import type { ViewConfigUpdate } from "../../lib/contract/views";
import { violations } from "../axe";
import { openBuilder } from "../builder-page";
import { expect, type GridPage, test } from "../grid-page";
import { hold } from "../hold";
import { expectColumns, openPanel } from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  {
    type: "single_select",
    name: "Stage",
    template: { options: [{ label: "Open", color: "green" }, { label: "Shut" }] },
  },
  { type: "single_line_text", name: "Salary" },
  { type: "checkbox", name: "Done" },
];

/** Every third record is shut. */
const records = Array.from({ length: 310 }, (_, index) => ({
  Name: `Record ${index + 1}`,
  Stage: index % 3 === 2 ? "Shut" : "Open",
  Salary: `secret ${index + 1}`,
}));

test("prints all records of the view in its groups, without what it leaves out", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await configure(grid, {
    filter: { field: grid.fieldId("Name"), does_not_equal: "Record 1" },
    groups: [{ fieldId: grid.fieldId("Stage"), direction: "asc" }],
    hiddenFieldIds: [grid.fieldId("Salary")],
  });
  await expect(grid.grid.getByRole("row", { name: "Stage: Open, 206 records" })).toBeVisible();
  await grid.select(1, "Name");
  const sheet = await printBy(page, () => grid.press("ControlOrMeta+p"));
  await expect(sheet.getByRole("heading")).toHaveText("Projects – Grid view");
  await expect(sheet.getByText("Test · 309 records · ")).toBeVisible();
  await expect(sheet.getByRole("columnheader")).toHaveText(["Name", "Stage", "Done"]);
  await expect(sheet.getByRole("rowheader")).toHaveText(["StageOpen206", "StageShut103"]);
  await expect(namesOn(sheet)).toHaveCount(309);
  expect((await namesOn(sheet).allTextContents()).slice(204, 208)).toEqual([
    ...["Record 308", "Record 310", "Record 3", "Record 6"],
  ]);
  await expect(page.getByText("secret")).toHaveCount(0);
  // Nothing of the screen is on paper.
  await expect(page.getByRole("toolbar")).toHaveCount(0);
  expect(await pagesOf(page)).toBeGreaterThan(5);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(sheet).toHaveCount(0);
});

test("is light with the dark theme, and repeats the names if the fields need further pages", async ({
  gridOf,
}) => {
  const many = Array.from({ length: 40 }, (_, index) => ({ type: "number", name: `Number ${index + 1}` }));
  const grid = await gridOf({ fields: [...fields, ...many], records: records.slice(0, 5) });
  const { page } = grid;
  await page.emulateMedia({ colorScheme: "dark" });
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Options for Grid view" }).click();
  const sheet = await printBy(page, () => page.getByRole("menuitem", { name: "Print" }).click());
  const tables = sheet.getByRole("table");
  await expect(tables).toHaveCount(6);
  for (const table of await tables.all()) {
    await expect(table.getByRole("columnheader").first()).toHaveText("Name");
    await expect(table.getByRole("row")).toHaveCount(6);
  }
  const color = await sheet.getByRole("heading").evaluate((heading) => getComputedStyle(heading).color);
  expect(color).toBe("rgb(28, 31, 29)");
  expect(await pagesOf(page)).toBe(6);
});

test("shows its progress, is cancelled by Escape, and reads again after an error", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await grid.select(1, "Name");
  const goOn = await hold(page, /\/records\/list/);
  await grid.press("ControlOrMeta+p");
  const dialog = page.getByRole("dialog", { name: "Print “Grid view”" });
  await expect(dialog.getByRole("progressbar")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Print" })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await grid.press("Escape");
  await expect(dialog).toBeHidden();
  await grid.expectFocus(1, "Name");
  await goOn();

  await page.route(/\/records\/list/, (route) =>
    route.fulfill({
      status: 400,
      json: { error: { code: "BAD_REQUEST", message: "No.", requestId: "1" } },
    }),
  );
  await grid.press("ControlOrMeta+p");
  await expect(dialog.getByRole("alert")).toContainText("The records couldn't be read. No.");
  await page.unroute(/\/records\/list/);
  await dialog.getByRole("button", { name: "Try again" }).click();
  await expect(dialog.getByRole("status")).toHaveText("310 records.");
  await expect(dialog.getByRole("button", { name: "Print" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
});

test("prints boards by stack and calendars by day", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [...fields.slice(0, 2), { type: "date", name: "Due" }],
    records: [
      { Name: "Late", Stage: "Shut", Due: "2026-03-12" },
      { Name: "Early", Stage: "Open", Due: "2026-03-09" },
      { Name: "Never" },
    ],
  });
  const { page, api, base, table } = grid;
  const views = `/bases/${base.id}/tables/${table.id}/views`;
  const open = async (type: string, config: ViewConfigUpdate) => {
    const { body } = await api.post<{ id: string }>(views, { name: type, type, config });
    await page.goto(`/database/${base.id}/${table.id}/${body.id}`);
    await grid.expectLive();
  };
  // The keys work once the view itself is loaded.
  const byKey = () =>
    expect(async () => {
      await grid.press("ControlOrMeta+p");
      await expect(page.getByRole("dialog", { name: /^Print/ })).toBeVisible({ timeout: 2_000 });
    }).toPass();
  await open("kanban", { stackFieldId: grid.fieldId("Stage") });
  const board = await printBy(page, byKey);
  await expect(board.getByRole("rowheader")).toHaveText(["StageEmpty1", "StageOpen1", "StageShut1"]);
  await expect(namesOn(board)).toHaveText(["Never", "Early", "Late"]);
  await pagesOf(page);

  await open("calendar", { startFieldId: grid.fieldId("Due") });
  const calendar = await printBy(page, byKey);
  await expect(calendar.getByRole("rowheader")).toHaveText([
    "DueMonday 9 March 20261",
    "DueThursday 12 March 20261",
    "DueNo date1",
  ]);
  await expect(namesOn(calendar)).toHaveText(["Early", "Late", "Never"]);
});

test("prints for visitors of a shared link what it shows, if they may export", async ({
  gridOf,
  browser,
  baseURL,
}) => {
  const grid = await gridOf({ fields, records: records.slice(0, 4) });
  const { api, base, table } = grid;
  await configure(grid, { hiddenFieldIds: [grid.fieldId("Salary")] });
  const linkOf = async (allowExport: boolean) => {
    const asked = { viewId: table.views[0]?.id, allowExport };
    return new URL((await api.post<Share>(`/bases/${base.id}/shares`, asked)).body.url as string).pathname;
  };
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  await page.goto(await linkOf(true));
  await page.getByRole("button", { name: /^Export / }).click();
  const sheet = await printBy(page, () => page.getByRole("menuitem", { name: "Print" }).click());
  await expect(sheet.getByRole("columnheader")).toHaveText(["Name", "Stage", "Done"]);
  await expect(namesOn(sheet)).toHaveText(["Record 1", "Record 2", "Record 3", "Record 4"]);
  await expect(page.getByText(/secret|Projects/)).toHaveCount(0);
  await pagesOf(page);

  await page.goto(await linkOf(false));
  await page.getByRole("gridcell", { name: "Record 1" }).click();
  await page.keyboard.press("ControlOrMeta+p");
  await expect(page.getByText("This shared view can't be exported or printed.")).toBeVisible();
  await context.close();
});

test("prints the open record with all of its values, and not the view behind it", async ({ gridOf }) => {
  const notes = Array.from({ length: 30 }, (_, index) => `Line ${index + 1}`).join("\n");
  const grid = await gridOf({
    fields: [...fields, { type: "long_text", name: "Notes" }],
    records: [{ Name: "First", Stage: "Open", Notes: notes, Salary: "4000" }, { Name: "Second" }],
  });
  const { page } = grid;
  const ids = ["Notes", "Name", "Stage", "Salary", "Done"].map((name) => grid.fieldId(name));
  await configure(grid, { orderedFieldIds: ids, hiddenFieldIds: [grid.fieldId("Stage")] });
  await page.emulateMedia({ colorScheme: "dark" });
  await expectColumns(grid, ["Name", "Notes", "Salary", "Done"]);
  await grid.select(1, "Name");
  await grid.press("Space");
  await expect(grid.record("First")).toBeFocused();
  const sheet = await printBy(page, () => grid.press("ControlOrMeta+p"));
  await expect(sheet.getByRole("heading")).toHaveText("First");
  await expect(sheet.getByRole("term")).toHaveText(["Name", "Notes", "Salary", "Done", "Stage"]);
  await expect(sheet.getByRole("definition").nth(1)).toHaveText(notes);
  await expect(sheet.getByRole("definition").last()).toHaveText("Open");
  await expect(page.getByText("Second")).toBeHidden();
  const color = await sheet.getByRole("heading").evaluate((heading) => getComputedStyle(heading).color);
  expect(color).toBe("rgb(28, 31, 29)");
  expect(await pagesOf(page)).toBe(1);
  await expect(sheet).toHaveCount(0);
});

test("prints a form with room for answers by hand", async ({ gridOf }) => {
  const grid = await gridOf({ fields: [...fields, { type: "long_text", name: "Notes" }] });
  const { page } = grid;
  const others = ["Stage", "Done", "Notes"].map((fieldId) => ({ fieldId }));
  const builder = await openBuilder(grid, {
    title: "Sign up",
    fields: [{ fieldId: "Name", required: true }, ...others],
  });
  await expect(builder.preview).toBeVisible();
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await grid.press("ControlOrMeta+p");
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  const sheet = page.getByRole("article");
  await expect(sheet.getByRole("heading")).toHaveText(["Sign up", "Name *", "Stage", "Done", "Notes"]);
  await expect(sheet.getByRole("listitem")).toHaveText(["Open", "Shut"]);
  await expect(sheet.locator("[data-line]")).toHaveCount(6);
  await expect(page.getByRole("tab")).toHaveCount(0);
  expect(await pagesOf(page)).toBe(1);
  await expect(sheet).toHaveCount(0);
});

async function configure({ api, base, table }: GridPage, config: ViewConfigUpdate): Promise<void> {
  const path = `/bases/${base.id}/tables/${table.id}/views/${table.views[0]?.id}`;
  expect((await api.patch(path, { config })).status).toBe(200);
}

/** Asks for the pages and prints them. The browser's own dialog does not open in tests, so the page stays as it is. */
async function printBy(page: Page, ask: () => Promise<void>): Promise<Locator> {
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "");
  });
  await ask();
  await expect(page.getByRole("button", { name: "Print", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("body[data-printed]")).toHaveCount(1);
  await page.emulateMedia({ media: "print" });
  return page.getByRole("article");
}

/** The texts of the first field on the pages. */
function namesOn(sheet: Locator): Locator {
  return sheet.getByRole("table").first().locator("td:first-child");
}

/** Makes a PDF, which also ends printing, and counts its pages. */
async function pagesOf(page: Page): Promise<number> {
  await page.evaluate(() => document.body.removeAttribute("data-printed"));
  await page.emulateMedia({ media: null, colorScheme: null });
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  return pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}
