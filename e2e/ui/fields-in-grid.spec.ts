import { violations } from "../axe";
import { expect, holdSecondPage, messages, named, test } from "../grid-page";
import { main } from "../rounds";
import {
  choose,
  expectColumns,
  expectConfig,
  expectValues,
  header,
  openMenu,
  openPanel,
  panel,
  storedField,
  storedOrder,
  storedRecords,
  storedTable,
  storedView,
  takeFromMenu,
} from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  { type: "single_line_text", name: "Size" },
  { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }, { label: "Shut" }] } },
  { type: "checkbox", name: "Done" },
];
const records = [
  { Name: "Ada", Size: "3", Stage: "Open" },
  { Name: "Bob", Size: "a lot", Stage: "Shut", Done: true },
  { Name: "Cleo", Size: "12.5", Stage: "Open" },
  { Name: "Dan" },
];

test("each column has a menu button, and the grid remains one tab stop", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  for (const { name } of fields) {
    await expect(header(grid, name).getByRole("button")).toHaveAttribute("aria-haspopup", "menu");
  }
  await expect(grid.grid.locator("[tabindex='0']")).toHaveCount(1);
  await header(grid, "Size").click({ button: "right" });
  await expect(grid.page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
  // Keys typed into the menu do not reach the cells.
  await grid.type("Hid");
  await grid.press("Enter");
  await expectColumns(grid, ["Name", "Stage", "Done"]);
  expect(await storedRecords(grid)).toMatchObject(records);
});

test("a field's description is at its heading, in its menu and in the record panel", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Size", "Rename");
  const dialog = page.getByRole("dialog", { name: "Edit “Size”" });
  await dialog.getByRole("button", { name: "Add description" }).press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Description" })).toBeFocused();
  await page.keyboard.type("In metres,");
  await page.keyboard.press("Enter");
  await page.keyboard.type("rounded");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const description = "In metres,\nrounded";
  expect(await storedField(grid, "Size")).toMatchObject({ description });
  await expect(header(grid, "Size")).toHaveAccessibleDescription(description);
  await header(grid, "Size").click({ button: "right" });
  await expect(page.getByRole("menu").getByText(description)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await grid.cell(1, "Name").click();
  await page.keyboard.press("Space");
  await expect(page.getByRole("group", { name: "Size" })).toHaveAccessibleDescription(description);
});

test("rules of a field are marked, refuse edits, and new records are asked for what is required", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields, records: records.slice(0, 3) });
  const { page } = grid;
  for (const [name, rule] of [
    ["Size", "Unique values"],
    ["Stage", "Required"],
  ] as const) {
    await takeFromMenu(grid, name, "Change type and options");
    const dialog = page.getByRole("dialog", { name: `Edit “${name}”` });
    await dialog.getByRole("switch", { name: rule }).click();
    await expect(dialog.getByRole("switch", { name: rule })).toBeChecked();
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog).toBeHidden();
  }
  expect(await storedField(grid, "Size")).toMatchObject({ isUnique: true });
  await expect(header(grid, "Stage")).toHaveAccessibleDescription("Required");

  await grid.select(2, "Size");
  await grid.type("3");
  await grid.press("Enter");
  await expect(grid.cell(2, "Size")).toHaveAttribute("aria-invalid", "true");
  await expect(grid.cell(2, "Size")).toHaveAccessibleDescription(/^Size must be unique, /);
  await grid.select(3, "Stage");
  await grid.press("Delete");
  await expect(grid.cell(3, "Stage")).toHaveAttribute("aria-invalid", "true");
  await expect(grid.cell(3, "Stage")).toHaveAccessibleDescription("Stage is required");
  expect(await storedRecords(grid)).toMatchObject(records.slice(0, 3));

  await page.getByRole("button", { name: "New record" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New record" });
  await dialog.getByRole("button", { name: "Add record" }).click();
  await expect(dialog.getByText("This question needs an answer.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await choose(dialog.getByLabel("Stage"), "Shut");
  await dialog.getByRole("button", { name: "Add record" }).click();
  await expect(dialog).toBeHidden();
  await grid.expectFocus(4, "Name");
  expect((await storedRecords(grid)).at(-1)).toMatchObject({ Stage: "Shut", Size: null });

  const { api, base, table } = grid;
  await grid.type("Last");
  await grid.press("Enter");
  await grid.expectStored(4, "Name", "Last");
  await api.patch(`/bases/${base.id}/tables/${table.id}/fields/Name`, { isRequired: true });
  await expect(header(grid, "Name")).toHaveAccessibleDescription("Required");
  await page.getByRole("button", { name: "New record" }).first().click();
  await choose(dialog.getByLabel("Stage"), "Shut");
  await dialog.getByLabel("Name").fill("Zoe");
  await grid.press("Enter");
  await expect(dialog).toBeHidden();
  await expect
    .poll(async () => (await storedRecords(grid)).at(-1))
    .toMatchObject({ Name: "Zoe", Stage: "Shut" });
});

test("a new record is asked for required attachments, too", async ({ gridOf }) => {
  const files = { type: "attachments", name: "Files", isRequired: true };
  const grid = await gridOf({ fields: [...fields, files] });
  const { page } = grid;
  await page.getByRole("button", { name: "New record" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New record" });
  await dialog.getByRole("button", { name: "Add record" }).click();
  await expect(dialog.getByText("This question needs an answer.")).toBeVisible();
  await dialog
    .locator("input[type=file]")
    .setInputFiles({ name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("A plan") });
  await expect(dialog.getByText("plan.txt")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // It asks to wait until the file is uploaded.
  await expect(async () => {
    await dialog.getByRole("button", { name: "Add record" }).click();
    await expect(dialog).toBeHidden({ timeout: 2_000 });
  }).toPass();
  await expect
    .poll(() => storedRecords(grid))
    .toMatchObject([{ Files: [{ originalName: "plan.txt", size: 6 }] }]);
});

test("a default value fills new records", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Stage", "Change type and options");
  const dialog = page.getByRole("dialog", { name: "Edit “Stage”" });
  await choose(dialog.getByLabel("Default"), "Shut");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await takeFromMenu(grid, "Size", "Change type and options");
  const size = page.getByRole("dialog", { name: "Edit “Size”" });
  await choose(size.getByLabel("Type"), /^Number/);
  await size.getByRole("textbox", { name: "Default" }).fill("many");
  await size.getByRole("button", { name: "Save" }).click();
  await expect(size.getByText("takes a number")).toBeVisible();
  await size.getByRole("textbox", { name: "Default" }).fill("1.5");
  await size.getByRole("button", { name: "Save" }).click();
  await page
    .getByRole("alertdialog")
    .getByRole("button", { name: /Clear|Convert/ })
    .click();
  await expect(size).toBeHidden();
  await page.getByRole("button", { name: "New record" }).click();
  await expectValues(grid, "Stage", ["Open", "Shut", "Open", "", "Shut"]);
  await expectValues(grid, "Size", ["3.0", "", "12.5", "", "1.5"]);
});

test("the field dialog opens beside its column, and a click outside keeps unsaved input", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields, records });
  const heading = await header(grid, "Size").boundingBox();
  await takeFromMenu(grid, "Size", "Rename");
  const dialog = grid.page.getByRole("dialog", { name: "Edit “Size”" });
  const box = await dialog.boundingBox();
  expect(Math.abs((box?.x ?? 0) - (heading?.x ?? Number.NaN))).toBeLessThan(2);
  expect(box?.y).toBeGreaterThanOrEqual((heading?.y ?? Number.NaN) + (heading?.height ?? 0));
  await grid.type("Weight");
  await grid.page.mouse.click(1_200, 650);
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Dismiss" }).click();
  await expect(dialog).toHaveCount(0);
  await expectColumns(grid, ["Name", "Size", "Stage", "Done"]);

  await takeFromMenu(grid, "Size", "Rename");
  await expect(dialog).toBeVisible();
  await grid.page.mouse.click(1_200, 650);
  await expect(dialog).toHaveCount(0);
});

test("a dialog for a column out of view is centred", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const fieldsPanel = await openPanel(grid, "Fields");
  await fieldsPanel.getByRole("switch", { name: "Size" }).click();
  await expectColumns(grid, ["Name", "Stage", "Done"]);
  await fieldsPanel.getByRole("button", { name: "Options for Size" }).click();
  await grid.page.getByRole("menuitem", { name: "Rename" }).click();
  const box = await grid.page.getByRole("dialog", { name: "Edit “Size”" }).boundingBox();
  const width = grid.page.viewportSize()?.width ?? Number.NaN;
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - width / 2)).toBeLessThan(2);
});

test("a field is renamed", main, async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await takeFromMenu(grid, "Size", "Rename");
  const name = grid.page.getByRole("textbox", { name: "Name" });
  await expect(name).toBeFocused();
  await grid.type("Stage");
  await grid.press("Enter");
  await expect(name).toHaveAccessibleDescription(/Is taken/);
  await name.fill("Amount");
  await grid.press("Enter");
  await expectColumns(grid, ["Name", "Amount", "Stage", "Done"]);
  await grid.page.getByRole("columnheader", { name: "Amount" }).dblclick();
  await expect(name).toBeFocused();
  await expect(name).toHaveValue("Amount");
  await grid.press("Escape");
  expect((await storedField(grid, "Amount"))?.id).toBe(grid.fieldId("Size"));
});

test(
  "changing the type lists values that cannot be converted before clearing them",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ fields, records });
    const { page } = grid;
    await takeFromMenu(grid, "Size", "Change type and options");
    const dialog = page.getByRole("dialog", { name: "Edit “Size”" });
    const type = dialog.getByRole("combobox", { name: "Type" });
    await expect(type).toBeFocused();
    await choose(type, /^Number/);
    await dialog.getByRole("button", { name: "Save" }).click();
    const loss = page.getByRole("alertdialog", { name: "Convert “Size” to Number?" });
    await expect(loss).toContainText("1 value can't be converted to Number and will be cleared:");
    await expect(loss.getByRole("listitem")).toHaveText(["a lot"]);
    await loss.getByRole("button", { name: "Cancel" }).click();
    await expect(loss).toBeHidden();
    expect((await storedField(grid, "Size"))?.type).toBe("single_line_text");

    await dialog.getByRole("button", { name: "Save" }).click();
    await loss.getByRole("button", { name: "Convert and clear 1 cell" }).click();
    await expect(dialog).toBeHidden();
    await expectValues(grid, "Size", ["3.0", "", "12.5", ""]);
    expect((await storedField(grid, "Size"))?.type).toBe("number");
    expect((await storedRecords(grid)).map(({ Size }) => Size)).toEqual([3, null, 12.5, null]);
  },
);

test("changing the type without loss needs no confirmation", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Size", "Change type and options");
  await choose(page.getByRole("combobox", { name: "Type" }), /^Single select/);
  await expect(page.getByText("Each existing value becomes an option")).toBeVisible();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectValues(grid, "Size", ["3", "a lot", "12.5", ""]);
  const field = await storedField(grid, "Size");
  const options = (field?.template.options ?? []) as { label: string }[];
  expect(options.map(({ label }) => label).toSorted()).toEqual(["12.5", "3", "a lot"]);
});

test("texts become links to the records that they name, and missing ones are created", async ({ gridOf }) => {
  const people = { fields: [{ type: "single_line_text", name: "Name" }], records: [{ Name: "3" }] };
  const grid = await gridOf({ others: { People: people }, fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Size", "Change type and options");
  const dialog = page.getByRole("dialog", { name: "Edit “Size”" });
  await choose(dialog.getByRole("combobox", { name: "Type" }), /^Linked records/);
  await dialog.getByRole("button", { name: "Save" }).click();
  const table = dialog.getByRole("combobox", { name: "Link to" });
  await expect(table).toHaveAccessibleDescription(/required/i);
  await choose(table, "People");
  await dialog.getByRole("button", { name: "Save" }).click();
  const question = page.getByRole("alertdialog", { name: "Convert “Size” to Linked records?" });
  await expect(question).toContainText("2 values can't be converted to Linked records and will be cleared:");
  await question.getByRole("button", { name: "Cancel" }).click();
  await dialog.getByRole("switch", { name: "Create records for missing names" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(question).toContainText("2 records will be created for missing names.");
  await question.getByRole("button", { name: "Convert and create 2 records" }).click();
  await expect(dialog).toBeHidden();
  await expectValues(grid, "Size", ["3", "a lot", "12.5", ""]);

  await takeFromMenu(grid, "Size", "Change type and options");
  await choose(dialog.getByRole("combobox", { name: "Type" }), /^Single line text/);
  await expect(dialog).toContainText("the field of the other table is removed");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expectValues(grid, "Size", ["3", "a lot", "12.5", ""]);
  expect((await storedRecords(grid)).map(({ Size }) => Size)).toEqual(["3", "a lot", "12.5", null]);
});

test("a change of type can be cancelled during the dry run, not while writing", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const asked: string[] = [];
  let goOn = () => {};
  await page.route(/\/fields\//, async (route) => {
    if (route.request().method() === "PATCH") {
      asked.push(new URL(route.request().url()).search);
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
    }
    // A cancelled change ignores the response.
    await route.continue().catch(() => {});
  });
  const dialog = page.getByRole("dialog", { name: "Edit “Size”" });
  async function convert(): Promise<void> {
    await takeFromMenu(grid, "Size", "Change type and options");
    await choose(dialog.getByRole("combobox", { name: "Type" }), /^Single select/);
    await dialog.getByRole("button", { name: "Save" }).click();
  }
  await convert();
  await expect(dialog.getByRole("status").filter({ hasText: "Nothing has changed yet" })).toBeVisible();
  await expect.poll(() => asked).toEqual(["?dryRun=true"]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  goOn();

  await convert();
  await expect.poll(() => asked).toEqual(["?dryRun=true", "?dryRun=true"]);
  goOn();
  await expect.poll(() => asked).toEqual(["?dryRun=true", "?dryRun=true", ""]);
  await expect(dialog.getByRole("status").filter({ hasText: "you can undo it afterwards" })).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Cancel" })).toHaveCount(0);
  await grid.press("Escape");
  await expect(dialog).toBeVisible();
  goOn();
  await expect(dialog).toBeHidden();
  expect((await storedField(grid, "Size"))?.type).toBe("single_select");
});

test("the primary field keeps a type that can name records, and cannot be deleted", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await openMenu(grid, "Name");
  for (const name of ["Delete", "Hide", "Insert left", "Move right", "Move left"]) {
    await expect(grid.page.getByRole("menuitem", { name, exact: true })).toHaveAttribute(
      "aria-disabled",
      "true",
    );
  }
  await grid.page.getByRole("menuitem", { name: "Change type and options" }).click();
  await grid.page.getByRole("combobox", { name: "Type" }).click();
  await expect(grid.page.getByRole("option", { name: /^Number/ })).toBeVisible();
  await expect(grid.page.getByRole("option", { name: /^(Checkbox|Attachments|Lookup)/ })).toHaveCount(0);
});

test(
  "options are renamed, added and removed; removing one in use needs confirmation",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ fields, records });
    const { page } = grid;
    await takeFromMenu(grid, "Stage", "Change type and options");
    await page.getByRole("textbox", { name: "Option 1" }).fill("Begun");
    await page.getByRole("button", { name: "Add option" }).click();
    await page.keyboard.type("Waiting");
    await page.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expectValues(grid, "Stage", ["Begun", "Shut", "Begun", ""]);

    await takeFromMenu(grid, "Stage", "Change type and options");
    await page.getByRole("button", { name: "Remove option 3" }).click();
    await page.getByRole("button", { name: "Remove option 2" }).click();
    await page.getByRole("button", { name: "Save" }).click();
    const loss = page.getByRole("alertdialog", { name: "Remove 2 options?" });
    await expect(loss).toContainText("1 record uses “Shut” or “Waiting”");
    await loss.getByRole("button", { name: "Remove from 1 record" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expectValues(grid, "Stage", ["Begun", "", "Begun", ""]);
  },
);

test("removed options are replaced with others", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Stage", "Change type and options");
  await page.getByRole("button", { name: "Remove option 2" }).click();
  await page.getByRole("button", { name: "Add option" }).click();
  await page.keyboard.type("Ended");
  await page.getByRole("button", { name: "Save" }).click();
  const loss = page.getByRole("alertdialog", { name: "Remove the option “Shut”?" });
  await loss.getByRole("combobox", { name: "Replace “Shut” with" }).press("Enter");
  await page.getByRole("option", { name: "Ended" }).click();
  await loss.getByRole("button", { name: "Replace in 1 record" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectValues(grid, "Stage", ["Open", "Ended", "Open", ""]);
});

test("many options are searched by name, and keep their order", async ({ gridOf }) => {
  const labels = [
    "Zürich",
    "Genève",
    "Bern",
    "Neuchâtel",
    "Basel",
    "Chur",
    "Luzern",
    "Zug",
    "Sion",
    "Thun",
    "Biel",
  ];
  const grid = await gridOf(withSelect("Town", labels));
  const { page } = grid;
  await takeFromMenu(grid, "Town", "Change type and options");
  const dialog = page.getByRole("dialog", { name: "Town" });
  const search = dialog.getByRole("searchbox", { name: "Search options" });
  const rows = dialog.getByRole("list", { name: "Options" }).getByRole("textbox");
  const handles = dialog.getByRole("button", { name: /^Move / });
  const shown = () => rows.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await expect(rows).toHaveCount(11);
  await expect(search).toHaveCount(0);
  await dialog.getByRole("button", { name: "Add option" }).click();
  await page.keyboard.type("Davos");

  await search.fill("ZU");
  await expect.poll(shown).toEqual(["Zürich", "Zug"]);
  await expect(handles).toHaveCount(0);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(dialog.getByRole("textbox", { name: "Option 1", exact: true })).toBeFocused();
  // A found option stays while it is renamed.
  await page.keyboard.type("Winterthur");
  await expect.poll(shown).toEqual(["Winterthur", "Zug"]);
  await dialog.getByRole("button", { name: "Remove option 8" }).click();
  await dialog.getByRole("button", { name: "Add option" }).click();
  await page.keyboard.type("Olten");
  await expect.poll(shown).toEqual(["Winterthur", "Olten"]);

  await search.fill("nowhere");
  await expect(dialog.getByText("No matching options")).toBeVisible();
  await search.press("Escape");
  await expect(search).toHaveValue("");
  await expect(search).toBeFocused();
  const kept = ["Winterthur", ...labels.slice(1, 7), ...labels.slice(8), "Davos", "Olten"];
  await expect.poll(shown).toEqual(kept);
  await expect(handles).toHaveCount(12);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  const saved = (await storedField(grid, "Town"))?.template as { options: { label: string }[] };
  expect(saved.options.map(({ label }) => label)).toEqual(kept);

  await takeFromMenu(grid, "Town", "Change type and options");
  await search.press("Escape");
  await expect(dialog).toBeHidden();
});

test("an option with a problem is shown whatever is searched", async ({ gridOf }) => {
  const labels = Array.from({ length: 12 }, (_, index) => `Step ${index + 1}`);
  const grid = await gridOf(withSelect("Step", labels));
  const { page } = grid;
  await takeFromMenu(grid, "Step", "Change type and options");
  const second = page.getByRole("textbox", { name: "Option 2", exact: true });
  await second.fill("");
  await page.getByRole("searchbox", { name: "Search options" }).fill("12");
  await expect(second).toHaveCount(0);
  await page.getByRole("button", { name: "Save" }).click();
  await expect(second).toHaveAttribute("aria-invalid", "true");
});

test("options are reordered by keyboard", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Stage", "Change type and options");
  await page.getByRole("button", { name: "Add option" }).click();
  await page.keyboard.type("Waiting");
  const handle = page.getByRole("button", { name: "Move Waiting" });
  await expect(handle).toBeVisible();
  const place = (number: number) => page.getByText(`Waiting is at position ${number} of 3.`, { exact: true });
  await handle.press("Space");
  await expect(place(3)).toBeAttached();
  await handle.press("Escape");
  await expect(page.getByText("Waiting moved back.")).toBeAttached();
  await handle.press("Space");
  await expect(place(3)).toBeAttached();
  await handle.press("ArrowUp");
  await expect(place(2)).toBeAttached();
  await handle.press("Space");
  await expect(page.getByRole("textbox", { name: "Option 2" })).toHaveValue("Waiting");
  await expect(handle).toBeFocused();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expectValues(grid, "Stage", ["Open", "Shut", "Open", ""]);
  const template = (await storedField(grid, "Stage"))?.template as { options: { label: string }[] };
  expect(template.options.map(({ label }) => label)).toEqual(["Open", "Waiting", "Shut"]);
});

test("fields are inserted to the left, to the right and at the end", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Stage", "Insert left");
  await page.getByRole("textbox", { name: "Name" }).fill("Left");
  await page.keyboard.press("Enter");
  await expectColumns(grid, ["Name", "Size", "Left", "Stage", "Done"]);
  await takeFromMenu(grid, "Stage", "Insert right");
  await page.getByRole("textbox", { name: "Name" }).fill("Right");
  await page.keyboard.press("Enter");
  await expectColumns(grid, ["Name", "Size", "Left", "Stage", "Right", "Done"]);
  await page.getByRole("button", { name: "New field" }).click();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription("Cannot be empty");
  await page.keyboard.type("Stars");
  await choose(page.getByRole("combobox", { name: "Type" }), /^Rating/);
  await page.getByRole("button", { name: "Create field" }).click();
  await expectColumns(grid, ["Name", "Size", "Left", "Stage", "Right", "Done", "Stars"]);
  const order = ["Name", "Size", "Left", "Stage", "Right", "Done", "Stars"];
  await expect.poll(() => storedOrder(grid)).toEqual(order);
  expect((await storedTable(grid)).fields.map(({ name }) => name)).toEqual(order);
});

test("a new field is shown although the view is saved while it loads", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const isSaved = page.waitForResponse((answer) => answer.request().method() === "PATCH");
  await page.route(`**/tables/${grid.table.id}`, async (route) => {
    await isSaved;
    await route.continue().catch(() => {});
  });
  await takeFromMenu(grid, "Stage", "Insert left");
  await page.getByRole("textbox", { name: "Name" }).fill("Left");
  await page.keyboard.press("Enter");
  await expectColumns(grid, ["Name", "Size", "Left", "Stage", "Done"]);
});

test("a lookup is created on an existing linked field", async ({ gridOf }) => {
  const people = {
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "number", name: "Age", template: { decimalPlaces: 0 } },
    ],
    records: [{ Name: "Grace", Age: 85 }],
  };
  const grid = await gridOf({
    others: { People: people },
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "linked_record", name: "Owner", template: { tableId: "People" } },
    ],
    records: named(1),
  });
  const { page } = grid;
  const tables = (await grid.api.get(`/bases/${grid.base.id}/tables`)).body.tables;
  const other = tables.find(({ name }: { name: string }) => name === "People");
  const path = `/bases/${grid.base.id}/tables`;
  const grace = (await grid.api.post(`${path}/${other.id}/records/list`, {})).body.records[0];
  const own = (await grid.api.post(`${path}/${grid.table.id}/records/list`, {})).body.records[0];
  await grid.api.patch(`${path}/${grid.table.id}/records/${own.id}`, { record: { Owner: [grace.id] } });

  await page.getByRole("button", { name: "New field" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Owner’s age");
  await choose(page.getByRole("combobox", { name: "Type" }), /^Lookup/);
  await page.getByRole("button", { name: "Create field" }).click();
  await expect(page.getByRole("combobox", { name: "Linked field" })).toHaveAccessibleDescription(/required/i);
  await choose(page.getByRole("combobox", { name: "Linked field" }), "Owner");
  await choose(page.getByRole("combobox", { name: "Field to show" }), "Age");
  await page.getByRole("button", { name: "Create field" }).click();
  await expectValues(grid, "Owner’s age", ["85"]);
});

test("a duplicated field is beside the original, with its values", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Stage", "Duplicate");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Stage copy");
  await page.getByRole("button", { name: "Duplicate field" }).click();
  await expectColumns(grid, ["Name", "Size", "Stage", "Stage copy", "Done"]);
  await expectValues(grid, "Stage copy", ["Open", "Shut", "Open", ""]);
  const [field, copy] = [await storedField(grid, "Stage"), await storedField(grid, "Stage copy")];
  const optionsOf = ({ template }: NonNullable<typeof field>) =>
    template.options as { label: string; color: string; value: string }[];
  if (!field || !copy) throw new Error("both are there");
  expect(optionsOf(copy).map(({ label, color }) => [label, color])).toEqual(
    optionsOf(field).map(({ label, color }) => [label, color]),
  );
  expect(optionsOf(copy)[0]?.value).not.toBe(optionsOf(field)[0]?.value);

  await takeFromMenu(grid, "Size", "Duplicate");
  await page.getByRole("checkbox", { name: "Copy the values too" }).click();
  await page.getByRole("button", { name: "Duplicate field" }).click();
  await expectValues(grid, "Size copy", ["", "", "", ""]);
});

test("duplicating continues once the server is back", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const isAway = { status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" };
  for (const path of ["fields", "records/bulk"]) {
    await page.route(`**/${path}`, (route) => route.fulfill(isAway), { times: 1 });
  }
  await takeFromMenu(grid, "Stage", "Duplicate");
  await page.getByRole("button", { name: "Duplicate field" }).click();
  await expectValues(grid, "Stage copy", ["Open", "Shut", "Open", ""]);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("values of many records are copied in pages, which can be stopped", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records: named(1_200) });
  const { page } = grid;
  const { isHeld, goOn } = await holdSecondPage(page);
  await takeFromMenu(grid, "Name", "Duplicate");
  await page.getByRole("button", { name: "Duplicate field" }).click();
  await expect(page.getByText("500 of 1,200 records")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Copying values" })).toBeVisible();
  await isHeld;
  await page.getByRole("button", { name: "Stop" }).click();
  goOn();
  await expect(page.getByRole("alert")).toHaveText(
    "The field was created, but only 1,000 of 1,200 values were copied. You stopped it.",
  );
  await page.getByRole("button", { name: "Close" }).click();
  const copied = (await storedRecords(grid)).filter((record) => record["Name copy"] === record.Name);
  expect(copied).toHaveLength(1_000);
});

test("a column's menu sorts, filters and groups by it", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await takeFromMenu(grid, "Name", "Sort descending");
  await expectValues(grid, "Name", ["Dan", "Cleo", "Bob", "Ada"]);
  await expect(header(grid, "Name")).toHaveAttribute("aria-sort", "descending");
  await takeFromMenu(grid, "Stage", "Sort ascending");
  await expectValues(grid, "Name", ["Cleo", "Ada", "Bob", "Dan"]);
  await takeFromMenu(grid, "Stage", "Filter by this field");
  const filter = panel(grid, "Filter");
  await expect(filter.getByRole("combobox", { name: "Field" })).toHaveText("Stage");
  await choose(filter.getByRole("combobox", { name: "Value" }), "Open");
  await expectValues(grid, "Name", ["Cleo", "Ada"]);
  await grid.press("Escape");
  await takeFromMenu(grid, "Done", "Group by this field");
  await expectConfig(grid, {
    sorts: [
      { fieldId: grid.fieldId("Stage"), direction: "asc" },
      { fieldId: grid.fieldId("Name"), direction: "desc" },
    ],
    filter: { and: [{ field: grid.fieldId("Stage"), equals: "Open" }] },
    groups: [{ fieldId: grid.fieldId("Done"), direction: "asc" }],
  });
});

test("filtering by a checkbox selects checked records at once", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await takeFromMenu(grid, "Done", "Filter by this field");
  await expect(panel(grid, "Filter").getByRole("group", { name: "Condition on Done" })).toBeVisible();
  await expectConfig(grid, { filter: { and: [{ field: grid.fieldId("Done"), equals: true }] } });
});

test("columns are moved by menu and by dragging, never before the primary field", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await openMenu(grid, "Size");
  await grid.page.getByRole("menuitem", { name: "Move right" }).click();
  await expectColumns(grid, ["Name", "Stage", "Size", "Done"]);
  // The menu stays open for the next step.
  await grid.page.getByRole("menuitem", { name: "Move right" }).click();
  await expectColumns(grid, ["Name", "Stage", "Done", "Size"]);
  await grid.press("Escape");

  await dragHeader("Size", "Name");
  await expectColumns(grid, ["Name", "Size", "Stage", "Done"]);
  await expect.poll(() => storedOrder(grid)).toEqual(["Name", "Size", "Stage", "Done"]);
  await dragHeader("Size", "Done");
  await expectColumns(grid, ["Name", "Stage", "Done", "Size"]);

  async function dragHeader(from: string, to: string): Promise<void> {
    const [start, end] = [await header(grid, from).boundingBox(), await header(grid, to).boundingBox()];
    if (!start || !end) throw new Error("both are in sight");
    await grid.page.mouse.move(start.x + 40, start.y + 16);
    await grid.page.mouse.down();
    const isForward = end.x > start.x;
    await grid.page.mouse.move(end.x + (isForward ? end.width - 10 : 10), end.y + 16, { steps: 6 });
    await grid.page.mouse.up();
  }
});

test("Esc cancels a drag", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const box = await header(grid, "Done").boundingBox();
  const target = await header(grid, "Size").boundingBox();
  if (!box || !target) throw new Error("both are in sight");
  await grid.page.mouse.move(box.x + 30, box.y + 16);
  await grid.page.mouse.down();
  await grid.page.mouse.move(target.x + 10, target.y + 16, { steps: 6 });
  await grid.press("Escape");
  await grid.page.mouse.up();
  await expectColumns(grid, ["Name", "Size", "Stage", "Done"]);
  expect(grid.patches).toEqual([]);
});

test("columns are resized by their edge, by menu, and to fit", async ({ gridOf }) => {
  const long = "a text that is much longer than its column is wide by default, so that it is cut off";
  const grid = await gridOf({ fields, records: [{ Name: "Ada", Size: long, Stage: "Open" }] });
  const widthOf = async (name: string) => Math.round((await header(grid, name).boundingBox())?.width ?? 0);
  const edge = async (name: string) => {
    const box = await header(grid, name).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) - 1, y: (box?.y ?? 0) + 16 };
  };
  const before = await widthOf("Stage");
  const { x, y } = await edge("Stage");
  await grid.page.mouse.move(x, y);
  await grid.page.mouse.down();
  await grid.page.mouse.move(x + 75, y, { steps: 5 });
  await grid.page.mouse.up();
  await expect.poll(() => widthOf("Stage")).toBe(before + 75);
  await expectConfig(grid, { fieldWidths: { [grid.fieldId("Stage")]: before + 75 } });

  await openMenu(grid, "Stage");
  await grid.page.getByRole("menuitem", { name: "Narrower" }).click();
  await grid.page.getByRole("menuitem", { name: "Narrower" }).click();
  await grid.page.getByRole("menuitem", { name: "Wider" }).click();
  await expect.poll(() => widthOf("Stage")).toBe(before + 75 - 24);
  await grid.press("Escape");

  const at = await edge("Size");
  await grid.page.mouse.dblclick(at.x, at.y);
  const text = grid.cell(1, "Size").getByText(long);
  await expect.poll(() => text.evaluate((span) => span.scrollWidth <= span.clientWidth)).toBe(true);
  const fitting = await widthOf("Size");
  expect(fitting).toBeLessThan(700);
  await expect
    .poll(async () => (await storedView(grid)).config.fieldWidths[grid.fieldId("Size")])
    .toBe(fitting);
  await grid.page.reload();
  await expect.poll(() => widthOf("Size")).toBe(fitting);
  await takeFromMenu(grid, "Stage", "Fit to content");
  await expect.poll(() => widthOf("Stage")).toBeLessThan(before);
});

test("frozen columns stay in view", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.page.setViewportSize({ width: 900, height: 600 });
  await takeFromMenu(grid, "Notes", "Freeze up to here");
  await expectConfig(grid, { frozenFieldCount: 2 });
  await grid.cell(1, "Name").hover();
  await grid.page.mouse.wheel(2_000, 0);
  await expect(grid.cell(1, "Due")).toBeInViewport();
  for (const name of ["Name", "Notes"]) {
    await expect(header(grid, name)).toBeInViewport({ ratio: 1 });
    await expect(grid.cell(1, name)).toBeInViewport({ ratio: 1 });
  }
  const [name, notes] = [await header(grid, "Name").boundingBox(), await grid.cell(1, "Notes").boundingBox()];
  expect(notes?.x).toBe((name?.x ?? 0) + (name?.width ?? 0));
  await takeFromMenu(grid, "Notes", "Unfreeze");
  await expect(grid.cell(1, "Name")).not.toBeInViewport();
  await expectConfig(grid, { frozenFieldCount: 0 });
});

test("freezing leaves room for other columns, and unfrozen ones are virtualized", async ({ gridOf }) => {
  const many = Array.from({ length: 60 }, (_, index) => ({
    type: "single_line_text",
    name: `Field ${index + 1}`,
  }));
  const grid = await gridOf({ fields: many, records: [{ "Field 1": "one" }] });
  await header(grid, "Field 9").click({ button: "right" });
  const freeze = grid.page.getByRole("menuitem", { name: "Freeze up to here" });
  await expect(freeze).toHaveText("Freeze up to hereNot enough room");
  await expect(freeze).toHaveAttribute("aria-disabled", "true");
  await grid.press("Escape");
  const view = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${grid.table.views[0]?.id}`;
  await grid.api.patch(view, { config: { frozenFieldCount: 40 } });
  await grid.open();
  await grid.select(1, "Field 1");
  await expect(grid.cell(1, "Field 40")).toHaveCount(0);
  await grid.press("End");
  await grid.expectFocus(1, "Field 60");
  await expect(grid.cell(1, "Field 30")).toHaveCount(0);
  await grid.press("Home");
  await grid.expectFocus(1, "Field 1");
  await expect(grid.cell(1, "Field 1")).toBeInViewport({ ratio: 1 });
});

test("a field is hidden by its menu and shown again in the fields panel, which has the same menu", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields, records });
  await takeFromMenu(grid, "Size", "Hide");
  await expectColumns(grid, ["Name", "Stage", "Done"]);
  const list = await openPanel(grid, "Fields");
  await list.getByRole("switch", { name: "Size" }).click();
  await expectColumns(grid, ["Name", "Size", "Stage", "Done"]);
  await expectValues(grid, "Size", ["3", "a lot", "12.5", ""]);
  await list.getByRole("button", { name: "Options for Size" }).focus();
  await grid.press("Enter");
  await expect(grid.page.getByRole("menuitem", { name: "Rename" })).toBeFocused();
  await grid.press("Enter");
  await expect(grid.page.getByRole("textbox", { name: "Name" })).toBeFocused();
  await grid.type("Much");
  await grid.press("Enter");
  await expectColumns(grid, ["Name", "Much", "Stage", "Done"]);
});

test("deleting a field names what is deleted with it, and the fields that use it", async ({ gridOf }) => {
  const grid = await gridOf({
    others: { People: { fields: [{ type: "single_line_text", name: "Name" }] } },
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "linked_record", name: "Owner", template: { tableId: "People" } },
      { type: "lookup", name: "Names", template: { linkFieldId: "Owner", targetFieldId: "Name" } },
      { type: "number", name: "Size" },
    ],
    records: named(2),
  });
  const { page } = grid;
  const filter = await openPanel(grid, "Filter");
  await filter.getByRole("button", { name: "Add condition" }).click();
  await choose(filter.getByRole("combobox", { name: "Field" }), "Size");
  await choose(filter.getByRole("combobox", { name: "Operator" }), "is empty");
  await expect(page.getByRole("button", { name: "Filter 1 condition" })).toBeVisible();
  await grid.press("Escape");

  await takeFromMenu(grid, "Size", "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectColumns(grid, ["Name", "Owner", "Names"]);
  await expect(page.getByRole("button", { name: "Filter", exact: true })).toBeVisible();
  expect((await storedView(grid)).config.filter).toBeNull();
  await expect(page.getByText("Field “Size” deleted")).toBeVisible();
  await messages(page).getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undid: delete field “Size”")).toBeVisible();
  await expectColumns(grid, ["Name", "Owner", "Names", "Size"]);

  await takeFromMenu(grid, "Owner", "Delete");
  const confirm = page.getByRole("alertdialog", { name: "Delete the field “Owner”?" });
  await expect(confirm).toContainText(
    "It moves to the trash with its values and the linked field “Projects” in “People”. You can restore it for 30 days. “Names” will show #REF! until it is restored.",
  );
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expectColumns(grid, ["Name", "Names", "Size"]);
  await expect(grid.row(1).getByRole("gridcell").nth(1)).toHaveText("#REF!");
});

test("selected fields are hidden and deleted together, in one undo step", async ({ gridOf }) => {
  const grid = await gridOf({
    others: { People: { fields: [{ type: "single_line_text", name: "Name" }] } },
    fields: [
      ...fields,
      { type: "linked_record", name: "Owner", template: { tableId: "People" } },
      { type: "lookup", name: "Names", template: { linkFieldId: "Owner", targetFieldId: "Name" } },
    ],
    records,
  });
  const { page } = grid;
  await header(grid, "Size").click();
  await header(grid, "Stage").click({ modifiers: ["Shift"] });
  await takeFromMenu(grid, "Stage", "Hide 2 fields");
  await expectColumns(grid, ["Name", "Done", "Owner", "Names"]);
  await grid.press("Control+z");
  await expectColumns(grid, ["Name", "Size", "Stage", "Done", "Owner", "Names"]);
  await header(grid, "Stage").click();
  await grid.press("Control+0");
  await expectColumns(grid, ["Name", "Size", "Done", "Owner", "Names"]);
  await grid.press("Control+z");
  await expectColumns(grid, ["Name", "Size", "Stage", "Done", "Owner", "Names"]);

  await header(grid, "Size").click();
  await header(grid, "Owner").click({ modifiers: ["ControlOrMeta"] });
  await grid.press("Control+-");
  const asked = page.getByRole("alertdialog", { name: "Delete 2 fields?" });
  await expect(asked).toContainText("“Names” will show #REF! until they are restored.");
  await asked.getByRole("button", { name: "Cancel" }).click();

  // Uses the keys of spreadsheets; the primary field stays.
  await header(grid, "Name").click();
  await header(grid, "Size").click({ modifiers: ["Shift"] });
  await header(grid, "Owner").click({ modifiers: ["ControlOrMeta"] });
  await header(grid, "Names").click({ modifiers: ["ControlOrMeta"] });
  await grid.press("Control+-");
  const confirm = page.getByRole("alertdialog", { name: "Delete 3 fields?" });
  await expect(confirm).toContainText("“Size”, “Owner”, and “Names”");
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expectColumns(grid, ["Name", "Stage", "Done"]);
  await grid.expectAtRest();
  await grid.press("Control+z");
  await expectColumns(grid, ["Name", "Size", "Stage", "Done", "Owner", "Names"]);
  expect(await storedRecords(grid)).toMatchObject(records);
});

test("deleting a field offline fails with a message and is not retried", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await takeFromMenu(grid, "Size", "Delete");
  const confirm = page.getByRole("alertdialog", { name: "Delete the field “Size”?" });
  await expect(confirm).toBeVisible();
  await page.context().setOffline(true);
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(confirm.getByRole("alert")).toBeVisible();
  await confirm.getByRole("button", { name: "Cancel" }).click();
  await page.context().setOffline(false);
  await takeFromMenu(grid, "Done", "Delete");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expectColumns(grid, ["Name", "Size", "Stage"]);
});

test("keyboard shortcuts work after using a column's menu", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await grid.select(1, "Name");
  await grid.type("Alan");
  await grid.press("Enter");
  await grid.expectStored(1, "Name", "Alan");
  await openMenu(grid, "Size");
  await expect(page.getByRole("menu")).toBeFocused();
  await grid.press("Escape");
  await expect(header(grid, "Size").getByRole("button")).toBeFocused();
  // The cells' keys do not apply to it.
  await grid.press("Delete");
  await grid.press("Control+z");
  await grid.expectStored(1, "Name", "Ada");
  await header(grid, "Size").getByRole("button").focus();
  await grid.press("Control+f");
  await expect(page.getByRole("searchbox", { name: "Search all records" })).toBeFocused();
  expect(await storedRecords(grid)).toMatchObject(records);
});

/** A table with a select field besides its primary field. */
function withSelect(name: string, labels: readonly string[]) {
  const template = { options: labels.map((label) => ({ label })) };
  return {
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "single_select", name, template },
    ],
  };
}
