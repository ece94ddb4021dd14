import type { Page } from "playwright/test";
import { expect, test } from "../fixtures";
import { main } from "../rounds";

/** A database per test, with one table, `Taken`. */
let path: string;

test.beforeEach(async ({ page, apiKey, request }) => {
  const taken = { name: "Taken", fields: [{ name: "Name", type: "single_line_text" }] };
  const created = await request.post("/api/v1/bases", {
    headers: { Authorization: `Bearer ${apiKey}` },
    data: { name: "New tables", tables: [taken] },
  });
  path = `/database/${(await created.json()).id}`;
  await page.goto(`/login?next=${path}#key=${apiKey}`);
  await page.getByRole("button", { name: "New table" }).click();
  await expect(page.getByRole("dialog", { name: "New table" })).toBeVisible();
});

test("a table with each kind of field settings is created", main, async ({ page, apiKey, request }) => {
  await page.getByRole("textbox", { name: "Table name" }).fill("Deals");
  await addField(page, "Price", "Currency");
  const price = fieldOf(page, 2);
  await price.getByRole("textbox", { name: "Symbol" }).fill("€");
  await choose(page, price.getByRole("combobox", { name: "Decimal places" }), "0");
  await choose(page, price.getByRole("combobox", { name: "Format", exact: true }), "1.234,50");

  await addField(page, "Stage", "Single select");
  const stage = fieldOf(page, 3);
  for (const label of ["Open", "Won", "Lost"]) {
    await stage.getByRole("button", { name: "Add option" }).click();
    await page.keyboard.type(label);
  }
  await choose(page, stage.getByRole("combobox", { name: "Colour of option 2" }), "Green");
  await stage.getByRole("button", { name: "Remove option 3" }).click();

  await addField(page, "Due", "Date");
  await choose(page, fieldOf(page, 4).getByRole("combobox", { name: "Format", exact: true }), "31/01/2026");
  await addField(page, "Done", "Checkbox");
  await page.getByRole("button", { name: "Create table" }).click();

  await expect(page.getByRole("grid", { name: "Deals" })).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: "Deals" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  const tableId = new URL(page.url()).pathname.split("/").at(-1);
  const answer = await request.get(`/api/v1${path.replace("database", "bases")}/tables/${tableId}`, {
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  const table = await answer.json();
  expect(table.primaryFieldId).toBe(table.fields[0].id);
  expect(table.fields.map(({ name, type, template }: Field) => ({ name, type, template }))).toEqual([
    { name: "Name", type: "single_line_text", template: {} },
    {
      name: "Price",
      type: "currency",
      template: { currencySymbol: "€", decimalPlaces: 0, numberFormat: "period_comma" },
    },
    {
      name: "Stage",
      type: "single_select",
      template: {
        options: [
          { value: expect.any(String), label: "Open", color: "purple" },
          { value: expect.any(String), label: "Won", color: "green" },
        ],
        disableColors: false,
      },
    },
    { name: "Due", type: "date", template: { dateFormat: "eu" } },
    { name: "Done", type: "checkbox", template: {} },
  ]);
});

test("a table with every available field type is created", async ({ page, apiKey, request }) => {
  await page.getByRole("textbox", { name: "Table name" }).fill("Everything");
  await addField(page, "Share", "Percent");
  await choose(page, fieldOf(page, 2).getByRole("combobox", { name: "Decimal places" }), "2");
  await fieldOf(page, 2).getByRole("checkbox", { name: "Show progress bar" }).click();
  await fieldOf(page, 2).getByRole("checkbox", { name: "Allow negative values" }).click();
  await addField(page, "Stars", "Rating");
  await choose(page, fieldOf(page, 3).getByRole("combobox", { name: "Stars" }), "10");
  await addField(page, "Took", "Duration");
  await choose(
    page,
    fieldOf(page, 4).getByRole("combobox", { name: "Format", exact: true }),
    "h:mm:ss (1:30:00)",
  );
  await addField(page, "Labels", "Multiple select");
  await fieldOf(page, 5).getByRole("button", { name: "Add option" }).click();
  await page.keyboard.type("Red");
  await addField(page, "At", "Date and time");
  await choose(page, fieldOf(page, 6).getByRole("combobox", { name: "Format", exact: true }), "2026-01-31");
  await choose(page, fieldOf(page, 6).getByRole("combobox", { name: "Time format" }), "21:30");
  await choose(page, fieldOf(page, 6).getByRole("combobox", { name: "Time zone" }), "Europe/Berlin");
  await fieldOf(page, 6).getByRole("checkbox", { name: "Show time zone" }).click();
  await addField(page, "Link", "Linked records");
  await choose(page, fieldOf(page, 7).getByRole("combobox", { name: "Link to" }), "Taken");
  await fieldOf(page, 7).getByRole("checkbox", { name: "Allow multiple records" }).click();
  await addField(page, "No", "Autonumber");
  await fieldOf(page, 8).getByRole("textbox", { name: "Prefix" }).fill("INV-");
  await choose(page, fieldOf(page, 8).getByRole("combobox", { name: "Minimum digits" }), "4");
  for (const [name, type] of plainTypes) await addField(page, name, type);
  await page.getByRole("button", { name: "Create table" }).click();

  await expect(page.getByRole("grid", { name: "Everything" })).toBeVisible();
  const tableId = new URL(page.url()).pathname.split("/").at(-1);
  const answer = await request.get(`/api/v1${path.replace("database", "bases")}/tables/${tableId}`, {
    headers: { Authorization: `Bearer ${apiKey}` },
  });
  const { fields } = await answer.json();
  const templates = Object.fromEntries(fields.map(({ name, template }: Field) => [name, template]));
  expect(templates).toMatchObject({
    Share: { decimalPlaces: 2, numberFormat: "local", showProgressBar: true, allowNegative: true },
    Stars: { maxRating: 10 },
    Took: { format: "h:mm:ss" },
    Labels: { options: [{ label: "Red", color: "purple" }] },
    At: { dateFormat: "iso", timeFormat: "24h", timezone: "Europe/Berlin", displayTimeZone: true },
    Link: { tableId: expect.stringMatching(/^t/), allowMultiple: false },
    No: { prefix: "INV-", padding: 4 },
    "Created time": { dateFormat: "local", timeFormat: "12h", timezone: "", displayTimeZone: false },
  });
  expect(fields.slice(8).map(({ name }: Field) => name)).toEqual(plainTypes.map(([name]) => name));
});

test("a link field without a table shows an error", async ({ page }) => {
  await page.getByRole("textbox", { name: "Table name" }).fill("Links");
  await addField(page, "Link", "Linked records");
  await page.getByRole("button", { name: "Create table" }).click();
  const table = fieldOf(page, 2).getByRole("combobox", { name: "Link to" });
  await expect(table).toHaveAccessibleDescription(/\w/);
  await expect(table).toBeFocused();
  await choose(page, table, "Taken");
  await expect(table).not.toHaveAttribute("aria-invalid");
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(page.getByRole("grid", { name: "Links" })).toBeVisible();
});

test("types that need an existing field are not offered", async ({ page }) => {
  await page.getByRole("button", { name: "Add field" }).click();
  await page.getByRole("combobox", { name: "Field type" }).last().click();
  await expect(page.getByRole("option", { name: /^Linked records/ })).toBeVisible();
  await expect(page.getByRole("option", { name: /^Lookup/ })).toHaveCount(0);
});

test("a table is created by keyboard alone", async ({ page }) => {
  await expect(page.getByRole("textbox", { name: "Table name" })).toBeFocused();
  await page.keyboard.type("Places");
  await page.getByRole("button", { name: "Add field" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("City");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("option", { name: /^Checkbox/ })).toBeVisible();
  await page.keyboard.type("Long");
  await page.keyboard.press("Enter");
  await expect(fieldOf(page, 2).getByRole("combobox", { name: "Field type" })).toHaveText("Long text");
  await page.getByRole("button", { name: "Move “City” up" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Move “City” down" })).toBeFocused();
  await fieldOf(page, 1).getByRole("textbox", { name: "Field name" }).press("Enter");

  const grid = page.getByRole("grid", { name: "Places" });
  await expect(grid.getByRole("columnheader").nth(1)).toContainText("City");
  await expect(grid.getByRole("columnheader").nth(2)).toContainText("Name");
});

test("errors are shown beside their inputs, and the first is focused", async ({ page }) => {
  const name = page.getByRole("textbox", { name: "Table name" });
  await addField(page, "Name", "Number");
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(name).toHaveAccessibleDescription("Cannot be empty");
  await expect(name).toBeFocused();

  await page.keyboard.type("Taken");
  await expect(name).not.toHaveAttribute("aria-invalid");
  await page.keyboard.press("Enter");
  const second = fieldOf(page, 2).getByRole("textbox", { name: "Field name" });
  await expect(second).toHaveAccessibleDescription(/repeats .*; names must be unique/i);
  await expect(second).toBeFocused();

  await second.fill("Amount");
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription(/Is taken: this database has a table "Taken" already/);
  await expect(name).toBeFocused();
  await name.fill("Free");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid", { name: "Free" })).toBeVisible();
});

test("the first field offers only types that can be primary, and reports others moved there", async ({
  page,
}) => {
  await fieldOf(page, 1).getByRole("combobox", { name: "Field type" }).click();
  await expect(page.getByRole("option", { name: /^Number/ })).toBeVisible();
  await expect(page.getByRole("option", { name: /^Checkbox/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(fieldOf(page, 1).getByText("Primary")).toBeVisible();

  await addField(page, "Done", "Checkbox");
  await page.getByRole("button", { name: "Move “Done” up" }).click();
  const type = fieldOf(page, 1).getByRole("combobox", { name: "Field type" });
  await expect(type).toHaveAccessibleDescription(/^Checkbox can't be primary/);
  await page.getByRole("textbox", { name: "Table name" }).fill("T");
  await page.keyboard.press("Enter");
  await expect(type).toBeFocused();
  await page.getByRole("button", { name: "Remove “Done”" }).click();
  await expect(fieldOf(page, 1).getByRole("textbox", { name: "Field name" })).toBeFocused();
  await expect(page.getByRole("button", { name: "Remove “Name”" })).toBeDisabled();
});

test("Esc closes the dialog and confirms before discarding input", async ({ page }) => {
  const dialog = page.getByRole("dialog", { name: "New table" });
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "New table" })).toBeFocused();

  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Table name" }).fill("Half a na");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Keep editing" }).click();
  await expect(page.getByRole("textbox", { name: "Table name" })).toHaveValue("Half a na");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(dialog).toBeHidden();
});

test("an unknown table is a 404 with the tabs of the others", async ({ page }) => {
  await page.keyboard.press("Escape");
  const answer = await page.goto(`${path}/tABCDEFGHJK`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Table not found" })).toBeVisible();
  await page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: "Taken" }).click();
  await expect(page.getByRole("grid", { name: "Taken" })).toBeVisible();
});

test("the form works on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await page.getByRole("textbox", { name: "Table name" }).fill("Small");
  await addField(page, "Stage", "Single select");
  await fieldOf(page, 2).getByRole("button", { name: "Add option" }).click();
  await page.keyboard.type("Open");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  await page.getByRole("button", { name: "Create table" }).click();
  await expect(
    page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: "Small" }),
  ).toBeVisible();
});

/** Types without settings, each with a field name. */
const plainTypes: readonly [name: string, type: string][] = [
  ["Files", "Attachments"],
  ["Phone", "Phone number"],
  ["Source", "Source"],
  ["Created time", "Created time"],
  ["Updated time", "Updated time"],
];

interface Field {
  name: string;
  type: string;
  template: object;
}

function fieldOf(page: Page, number: number) {
  return page.getByRole("group", { name: `Field ${number}`, exact: true });
}

/** Adds a field at the end with a name and a type. */
async function addField(page: Page, name: string, type: string): Promise<void> {
  await page.getByRole("button", { name: "Add field" }).click();
  await page.keyboard.type(name);
  const last = page.getByRole("combobox", { name: "Field type" }).last();
  await last.click();
  await page
    .getByRole("option")
    .filter({ has: page.getByText(type, { exact: true }) })
    .click();
}

async function choose(page: Page, select: ReturnType<Page["getByRole"]>, choice: string): Promise<void> {
  await select.click();
  await page.getByRole("option", { name: choice, exact: true }).click();
}
