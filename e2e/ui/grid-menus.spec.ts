import { expect, named, test } from "../grid-page";
import { main } from "../rounds";

test("the cell's menu opens by keyboard beside the cell and restores the focus", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  const menu = grid.page.getByRole("menu", { name: "Cell" });
  await grid.select(2, "Notes");
  for (const key of ["Shift+F10", "ContextMenu"]) {
    await grid.press(key);
    await expect(menu).toBeVisible();
    await grid.press("Escape");
    await expect(menu).toHaveCount(0);
    await grid.expectFocus(2, "Notes");
  }
});

test("the cell's menu edits, clears and deletes by keyboard alone", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.select(2, "Name");
  await grid.press("Shift+F10");
  await grid.chooseByKeys("Edit");
  await expect(grid.editor(2, "Name")).toBeFocused();
  await grid.type("!");
  await grid.press("Tab");
  await grid.expectStored(2, "Name", "Project 2!");
  await grid.select(1, "Name");
  await grid.press("Shift+F10");
  await grid.chooseByKeys("Clear");
  await grid.expectStored(1, "Name", null);
  await grid.press("Shift+F10");
  await grid.chooseByKeys("Delete record");
  await grid.expectColumn("Name", ["Project 2!", "Project 3"]);
});

test("a long press selects the cell under it, without mouse events before", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(4) });
  await grid.row(1).getByRole("rowheader").click();
  await grid
    .row(2)
    .getByRole("rowheader")
    .click({ modifiers: ["Shift"] });
  await grid.cell(4, "Notes").dispatchEvent("contextmenu", { clientX: 300, clientY: 200 });
  await grid.page.getByRole("menuitem", { name: "Delete record" }).click();
  await expect(grid.page.getByText("1 record deleted")).toBeVisible();
  await grid.expectColumn("Name", ["Project 1", "Project 2", "Project 3"]);
});

test("shortcuts work by key position on keyboards of other scripts", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Name");
  const press = { key: "л", code: "KeyK", ctrlKey: true };
  await grid.cell(1, "Name").dispatchEvent("keydown", press);
  await expect(grid.page.getByRole("dialog", { name: "Commands" })).toBeVisible();
  await grid.press("Escape");
  await grid.cell(1, "Name").dispatchEvent("keydown", { ...press, key: "а", code: "KeyF" });
  await expect(grid.page.getByRole("searchbox", { name: "Search all records" })).toBeFocused();
});

test("the command list keeps the focus when another record moves the selected one", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "B" }] });
  const { api, base, page, table } = grid;
  const place = `/bases/${base.id}/tables/${table.id}`;
  const config = { sorts: [{ fieldId: grid.fieldId("Name"), direction: "asc" }] };
  await api.patch(`${place}/views/${table.views[0]?.id}`, { config });
  const input = page.getByRole("combobox", { name: "Find a command" });
  await grid.select(1, "Name");
  await grid.press("Control+k");
  await grid.type("redo");
  await grid.press("Enter");
  await expect(input).toHaveCount(0);
  await grid.press("Control+k");
  await grid.type("fill");
  await api.post(`${place}/records`, { record: { Name: "A" } });
  // A dialog hides the rest of the page from roles.
  await expect(page.locator('[data-row="1"]')).toContainText("B");
  await grid.type(" down");
  await expect(input).toHaveValue("fill down");
  await grid.press("Escape");
  await grid.expectFocus(2, "Name");
});

test("all commands are found by name and run by Enter", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.select(1, "Name");
  await grid.press("Control+k");
  const dialog = grid.page.getByRole("dialog", { name: "Commands" });
  await expect(dialog.getByRole("combobox", { name: "Find a command" })).toBeFocused();
  await grid.type("fill down");
  await expect(dialog.getByRole("option")).toHaveText(["Fill downCtrl+D"]);
  await grid.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.press("Control+k");
  await grid.type("last cell");
  await grid.press("Enter");
  await grid.expectFocus(3, "Due");
  await grid.press("Control+k");
  await grid.type("insert record below");
  await grid.press("Enter");
  await grid.expectFocus(4, "Due");
  await grid.press("Control+k");
  await grid.type("no such thing");
  await expect(dialog.getByText("Nothing found")).toBeVisible();
});

test("an editor that a command opens keeps the focus", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Name");
  await grid.press("Control+k");
  await grid.type("edit");
  await grid.press("Enter");
  await expect(grid.editor(1, "Name")).toBeFocused();
  await grid.type("!");
  await grid.press("Enter");
  await grid.expectStored(1, "Name", "Project 1!");
});

test("Mod+S commits the input and does not open the browser's save dialog", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Name");
  await grid.type("New");
  await grid.press("Control+s");
  await grid.expectStored(1, "Name", "New");
  await grid.expectFocus(1, "Name");
  await expect(grid.page.getByText("All changes are saved automatically")).toBeVisible();
  const isLeft = await grid.page.evaluate(() =>
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", {
        key: "s",
        code: "KeyS",
        ctrlKey: true,
        bubbles: true,
        cancelable: true,
      }),
    ),
  );
  expect(isLeft).toBe(false);
});

test("Alt+Enter and the menu open the link of a cell; without one the menu has no such item", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: [{ Name: "One", Site: new URL("/docs", "http://localhost").href }] });
  const { page } = grid;
  await page.context().route("http://localhost/docs", (route) => route.fulfill({ body: "There" }));
  await grid.select(1, "Site");
  const opened = page.waitForEvent("popup");
  await grid.press("Alt+Enter");
  await expect((await opened).getByText("There")).toBeVisible();
  const item = page.getByRole("menuitem", { name: /^Open link/ });
  await grid.press("Shift+F10");
  await expect(item).toBeEnabled();
  await grid.press("Escape");
  await grid.select(1, "Name");
  await grid.press("Alt+Enter", "Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Open record" })).toBeVisible();
  await expect(item).toHaveCount(0);
});

test("the list of shortcuts opens from anywhere on the page", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const dialog = grid.page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await grid.press("Control+/");
  await expect(dialog).toBeVisible();
  for (const [name, keys] of [
    ["Fill down", "Ctrl+D"],
    ["Redo", "Ctrl+Shift+ZCtrl+Y"],
    ["Select entire fields", "Ctrl+Space"],
    ["Insert line break", "Alt+Enter"],
    ["Search all records", "Ctrl+F"],
  ]) {
    const row = dialog.getByText(name as string, { exact: true }).locator("xpath=..");
    await expect(row.getByRole("definition")).toHaveText(keys as string);
  }
  await grid.press("Escape");
  await expect(dialog).toHaveCount(0);
  await grid.select(1, "Name");
  await grid.press("Control+/");
  await expect(dialog).toBeVisible();
  await grid.press("Escape");
  await expect(grid.cell(1, "Name")).toBeFocused();
});

test("keys in a dialog do not affect the grid", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.select(1, "Name");
  await grid.press("Control+/", "Delete", "x", "Escape");
  await expect(grid.cell(1, "Name")).toBeFocused();
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
  expect(grid.writes).toEqual([]);
});
