/** Formulas, rollups and counts in the page: the editor, the dialogs of fields, and computed cells. */
import type { Locator, Page } from "playwright/test";
import type { ShownKey } from "../../lib/contract/keys";
import { violations } from "../axe";
import { expect, type GridPage, named, signIn, test } from "../grid-page";
import { hold } from "../hold";
import { main } from "../rounds";

const name = { type: "single_line_text", name: "Name" };
const order = {
  fields: [
    name,
    { type: "number", name: "Price", template: { decimalPlaces: 2 } },
    { type: "number", name: "Quantity" },
  ],
  records: [
    { Name: "Pens", Price: 2.5, Quantity: 4 },
    { Name: "Paper", Price: 10, Quantity: 0 },
  ],
};
const customer = {
  others: {
    Deals: {
      fields: [name, { type: "number", name: "Amount" }, { type: "checkbox", name: "Won" }],
      records: [
        { Name: "Big", Amount: 900, Won: true },
        { Name: "Small", Amount: 50, Won: false },
      ],
    },
  },
  fields: [name, { type: "linked_record", name: "Deals", template: { tableId: "Deals" } }],
  records: [{ Name: "Ada" }],
};

test("a formula is written by keys alone, and its results are shown meanwhile", main, async ({ gridOf }) => {
  const grid = await gridOf(order);
  const { page } = grid;
  const editor = await newFormula(grid, "Total");
  await page.keyboard.type("pri");
  await expect(suggestion(page, "Price")).toHaveAttribute("aria-selected", "true");
  await grid.press("Tab");
  await expect(editor).toHaveText("{Price}");
  await page.keyboard.type(" * {Qu");
  await expect(suggestion(page, "Quantity")).toBeVisible();
  await grid.press("Enter");
  await expect(editor).toHaveText("{Price} * {Quantity}");
  const results = page.getByRole("table", { name: "Results of the first records" });
  await expect(results.getByRole("row", { name: "Pens 10" })).toBeVisible();
  await grid.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(cellAt(grid, 1, 5)).toHaveText("10");
});

test("a mistake is marked where it is, as the page and as the server find it", async ({ gridOf }) => {
  const grid = await gridOf(order);
  const { page } = grid;
  const editor = await newFormula(grid, "Total");
  await page.keyboard.type("{Price} * ");
  await expect(editor).toHaveAccessibleDescription(/^The formula ends too early\. A value is missing\./);
  await page.keyboard.type("{Nam");
  await expect(suggestion(page, "Name")).toBeVisible();
  const answered = page.waitForResponse(
    (answer) => answer.request().postData()?.includes("{Price} * {Name}") ?? false,
  );
  await grid.press("Enter");
  const expectMistake = async () => {
    await expect(editor).toHaveAttribute("aria-invalid", "true");
    await expect(editor).toHaveAccessibleDescription(/^The operator \* takes a number, not a text\./);
    await expect(editor.locator(".decoration-wavy")).toHaveText("{Name}");
  };
  await expectMistake();
  expect((await answered).status()).toBe(400);
  // Lets the page show the answer.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
  await expectMistake();
  await grid.press("Enter");
  await expect(page.getByRole("dialog", { name: "New field" })).toBeVisible();
  await expect(editor).toBeFocused();
  await grid.press("Control+a");
  await page.keyboard.type("{Price");
  await expect(suggestion(page, "Price")).toBeVisible();
  await grid.press("Enter");
  await expect(editor).not.toHaveAttribute("aria-invalid");
});

test("a refusal that arrives late is not shown for the next formula", async ({ gridOf }) => {
  const grid = await gridOf(order);
  const { page } = grid;
  const editor = await newFormula(grid, "Total");
  await editor.fill("{Price} * {Name}");
  await expect(editor).toHaveAccessibleDescription(/^The operator \* takes a number/);
  // Not those of the preview, which have a query.
  const creation = /\/fields$/;
  const goOn = await hold(page, creation);
  await grid.press("Enter");
  await editor.fill("{Price}");
  await expect(editor).not.toHaveAttribute("aria-invalid");
  const answered = page.waitForResponse(creation);
  goOn();
  expect((await answered).status()).toBe(400);
  await expect(page.getByRole("button", { name: "Create field" })).toBeEnabled();
  await expect(editor).not.toHaveAttribute("aria-invalid");
});

test("a formula that would use itself is refused with its path", async ({ gridOf }) => {
  const grid = await gridOf(order);
  await compute(grid, { type: "formula", name: "Tax", template: { formula: "{Price} * 20%" } });
  await compute(grid, { type: "formula", name: "Total", template: { formula: "{Price} + {Tax}" } });
  await grid.page.reload();
  await openFormula(grid, 1, 5);
  const editor = formulaOf(grid.page);
  await grid.press("Control+a");
  await grid.page.keyboard.type("{Total");
  await expect(suggestion(grid.page, "Total")).toBeVisible();
  await grid.press("Enter");
  await expect(editor).toHaveAccessibleDescription(/Tax → Total → Tax/);
});

test("help follows the cursor, and leads to the reference", async ({ gridOf }) => {
  const grid = await gridOf(order);
  const { page } = grid;
  await newFormula(grid, "Rounded");
  await page.keyboard.type("rou");
  await expect(suggestion(page, "ROUND(")).toBeVisible();
  await expect(
    page.getByText("Rounds to a number of decimal places, half away from zero.").first(),
  ).toBeVisible();
  await grid.press("Tab");
  await page.keyboard.type("2.345");
  await expect(page.locator("strong", { hasText: "number" })).toBeVisible();
  await page.keyboard.type(", ");
  await expect(page.locator("strong", { hasText: "[places]" })).toBeVisible();
  const link = page.getByRole("link", { name: "All functions" });
  await expect(link).toHaveAttribute("href", "/docs/formulas#ROUND");
});

test("Esc closes the list, then the dialog; Shift+Enter and Alt+Enter start a line; Tab moves on", async ({
  gridOf,
}) => {
  const grid = await gridOf(order);
  const { page } = grid;
  const editor = await newFormula(grid, "Total");
  await page.keyboard.type("pri");
  await expect(page.getByRole("listbox")).toBeVisible();
  await grid.press("Escape");
  await expect(page.getByRole("listbox")).toHaveCount(0);
  await grid.press("Control+Space");
  await expect(page.getByRole("listbox")).toBeVisible();
  await grid.press("Tab");
  await grid.press("Shift+Enter", "Alt+Enter");
  await page.keyboard.type("* 2");
  await expect(editor.locator(".cm-line")).toHaveText(["{Price}", "", "* 2"]);
  await grid.press("Tab");
  await expect(editor).not.toBeFocused();
  await editor.focus();
  await grid.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

test("brackets and quotes are closed, and matching ones marked", async ({ gridOf }) => {
  const grid = await gridOf(order);
  const { page } = grid;
  const editor = await newFormula(grid, "Text");
  await page.keyboard.type('("a"');
  await expect(editor).toHaveText('("a")');
  await page.keyboard.type(")");
  await expect(editor).toHaveText('("a")');
  await expect(editor.locator(".outline-accent")).toHaveText(["(", ")"]);
});

test("fields of linked records are suggested", async ({ gridOf }) => {
  const grid = await gridOf(customer);
  await linkAll(grid);
  const editor = await newFormula(grid, "Sum");
  await grid.page.keyboard.type("sum");
  await expect(suggestion(grid.page, "SUM(")).toBeVisible();
  await grid.press("Enter");
  await grid.page.keyboard.type("{am");
  await expect(suggestion(grid.page, "Deals.Amount")).toBeVisible();
  await grid.press("Enter");
  await expect(editor).toHaveText("SUM({Deals.Amount})");
  await grid.press("Enter");
  await expect(grid.page.getByRole("dialog")).toHaveCount(0);
  await expect(cellAt(grid, 1, 4)).toHaveText("950");
});

test("the formats of a formula depend on its result", async ({ gridOf }) => {
  const grid = await gridOf(order);
  const { page } = grid;
  await newFormula(grid, "Total");
  await page.keyboard.type('{Name} & "!"');
  await expect(page.getByRole("combobox", { name: "Show as" })).toHaveCount(0);
  await grid.press("Control+a");
  await page.keyboard.type("1 / 4");
  await choose(page, "Show as", "Percent");
  await page.getByRole("button", { name: "Create field" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(cellAt(grid, 1, 5)).toHaveText("25%");
});

test("a rollup is made in words, of some of the linked records", async ({ gridOf }) => {
  const grid = await gridOf(customer);
  const { page } = grid;
  await linkAll(grid);
  await newField(grid, "Won", "Rollup");
  await choose(page, "Linked field", "Deals");
  await choose(page, "Field of the linked records", "Amount");
  await choose(page, "Function", "Sum");
  await page.getByRole("checkbox", { name: "Only some Deals" }).click();
  await page.getByRole("button", { name: "Add condition" }).click();
  await choose(page, "Field", "Won");
  await page.getByRole("button", { name: "Create field" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(cellAt(grid, 1, 4)).toHaveText("900");
});

test("a count is made in words", async ({ gridOf }) => {
  const grid = await gridOf(customer);
  await linkAll(grid);
  await newField(grid, "How many", "Count");
  await choose(grid.page, "Linked field", "Deals");
  await grid.page.getByRole("button", { name: "Create field" }).click();
  await expect(grid.page.getByRole("dialog")).toHaveCount(0);
  await expect(cellAt(grid, 1, 4)).toHaveText("2");
});

test("a computed cell says why it cannot be edited, and Enter shows the formula", async ({ gridOf }) => {
  const grid = await gridOf(order);
  const { page } = grid;
  await compute(grid, { type: "formula", name: "Total", template: { formula: "{Price} * {Quantity}" } });
  await page.reload();
  const cell = cellAt(grid, 1, 5);
  await cell.click();
  await expect(cell).toHaveAttribute("aria-readonly", "true");
  await expect(cell).toHaveAccessibleDescription(
    "Computed from other fields, so it can't be edited. Press Enter to see how.",
  );
  await grid.type("7");
  await expect(page.getByText("Total is computed")).toBeVisible();
  await grid.press("Enter");
  const editor = formulaOf(page);
  await expect(editor).toBeFocused();
  await expect(editor).toHaveText("{Price} * {Quantity}");
  await grid.press("End");
  await page.keyboard.type(" + 1");
  await grid.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(cell).toHaveText("11");
  await expect(cell).toBeFocused();
  // Once the editor is loaded, it is in the dialog from the start.
  await grid.press("Enter");
  await expect(editor).toBeFocused();
  await page.keyboard.type(" + 1");
  await grid.press("Enter");
  await expect(cell).toHaveText("12");
});

test("someone who may not change fields can read the formula", async ({ gridOf }) => {
  const grid = await gridOf(order);
  const { page } = grid;
  await compute(grid, { type: "formula", name: "Total", template: { formula: "{Price} * {Quantity}" } });
  const { body } = await grid.api.post<ShownKey>("/keys", {
    name: "Guest",
    scopes: ["read"],
    databases: [grid.base.id],
  });
  await signIn(page, body.key);
  await grid.open();
  await cellAt(grid, 1, 5).click();
  await grid.press("Enter");
  const editor = page.getByRole("dialog").getByRole("textbox", { name: "Formula" });
  await expect(editor).toHaveText("{Price} * {Quantity}");
  await expect(editor).toHaveAttribute("aria-readonly", "true");
  await page.keyboard.type("x");
  await expect(editor).toHaveText("{Price} * {Quantity}");
  expect(await violations(page)).toEqual([]);
  await grid.press("Escape");
  await expect(cellAt(grid, 1, 5)).toBeFocused();
});

test("an error is shown with its reason, and goes away with its cause", async ({ gridOf }) => {
  const grid = await gridOf(order);
  await compute(grid, { type: "formula", name: "Each", template: { formula: "{Price} / {Quantity}" } });
  await grid.page.reload();
  const cell = cellAt(grid, 2, 5);
  await expect(cell).toHaveText("#DIV/0!");
  await expect(cell).toHaveAccessibleDescription("The formula divides by zero or by an empty cell.");
  await grid.select(2, "Quantity");
  await grid.type("4");
  await grid.press("Enter");
  await expect(cell).toHaveText("2.5");
});

test("a formula becomes a stored field with today's results", async ({ gridOf }) => {
  const grid = await gridOf(order);
  const { page } = grid;
  await compute(grid, { type: "formula", name: "Total", template: { formula: "{Price} * {Quantity}" } });
  await page.reload();
  await openFormula(grid, 1, 5);
  await choose(page, "Type", "Number");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(cellAt(grid, 1, 5)).toHaveText(/^10/);
  await expect(cellAt(grid, 1, 5)).toHaveAttribute("aria-readonly", "false");
});

test("the editor is loaded when it is opened, not before", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const scripts: string[] = [];
  grid.page.on("response", async (response) => {
    if (response.url().includes("/_next/static/chunks/")) scripts.push(await response.text().catch(() => ""));
  });
  const hasLoaded = (text: string) => scripts.some((script) => script.includes(text));
  await grid.open();
  // Loaded when the page is idle, like all other dialogs.
  await expect.poll(() => hasLoaded("Create field")).toBe(true);
  await expect(async () => {
    const { length } = scripts;
    await grid.page.waitForTimeout(1_000);
    expect(scripts.length).toBe(length);
  }).toPass();
  // Names of CodeMirror, and a sentence of the language's help.
  const parts = ["cm-content", "half away from zero"];
  expect(parts.filter(hasLoaded)).toEqual([]);
  await newFormula(grid, "Total");
  await expect.poll(() => parts.filter(hasLoaded)).toEqual(parts);
});

for (const width of [1440, 375]) {
  test(`axe finds nothing in the dialogs, ${width} px wide`, async ({ gridOf }) => {
    const grid = await gridOf(customer);
    const { page } = grid;
    await linkAll(grid);
    await newField(grid, "Sum", "Formula");
    await page.setViewportSize({ width, height: 800 });
    const editor = formulaOf(page);
    await editor.click();
    await page.keyboard.type("sum({Deals.Am");
    await expect(suggestion(page, "Deals.Amount")).toBeVisible();
    await grid.press("Escape");
    expect(await violations(page)).toEqual([]);
    await grid.press("Control+Space");
    await expect(page.getByRole("listbox")).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await grid.press("Enter");
    await expect(page.getByRole("table", { name: "Results of the first records" })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await choose(page, "Type", "Rollup");
    await choose(page, "Linked field", "Deals");
    await page.getByRole("checkbox", { name: "Only some Deals" }).click();
    await page.getByRole("button", { name: "Add condition" }).click();
    expect(await violations(page)).toEqual([]);
  });
}

async function newField(grid: GridPage, fieldName: string, type: string): Promise<void> {
  const { page } = grid;
  await page.getByRole("button", { name: "New field" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(fieldName);
  await choose(page, "Type", type);
}

/** Opens the dialog of a new formula, with the cursor in the editor. */
async function newFormula(grid: GridPage, fieldName: string): Promise<Locator> {
  await newField(grid, fieldName, "Formula");
  const editor = formulaOf(grid.page);
  await expect(editor).toBeFocused();
  return editor;
}

async function openFormula(grid: GridPage, row: number, column: number): Promise<void> {
  await cellAt(grid, row, column).click();
  await grid.press("Enter");
  await expect(formulaOf(grid.page)).toBeFocused();
}

function formulaOf(page: Page): Locator {
  return page.getByRole("textbox", { name: "Formula" });
}

function suggestion(page: Page, label: string): Locator {
  return page.getByRole("option").filter({ hasText: label }).first();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("combobox", { name: label, exact: true }).click();
  await page
    .getByRole("option", { name: new RegExp(`^${option}`) })
    .first()
    .click();
}

/** A cell by its `aria-colindex`, of fields that were created after the table. */
function cellAt(grid: GridPage, row: number, column: number): Locator {
  return grid.row(row).locator(`[role=gridcell][aria-colindex="${column}"]`);
}

async function compute(grid: GridPage, field: object): Promise<void> {
  const answer = await grid.api.post(`/bases/${grid.base.id}/tables/${grid.table.id}/fields`, field);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}

/** Links the first record to all deals. */
async function linkAll(grid: GridPage): Promise<void> {
  const ids = async (table: string) => {
    const { body } = await grid.api.post(`/bases/${grid.base.id}/tables/${table}/records/list`, {});
    return body.records.map(({ id }: { id: string }) => id) as string[];
  };
  const [first] = await ids(grid.table.id);
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records/${first}`;
  expect((await grid.api.patch(path, { record: { Deals: await ids("Deals") } })).status).toBe(200);
}
