import { expect, type GridPage, named, test } from "../grid-page";

test("a row is inserted below by Shift+Enter and by Mod+Shift+=, and can be typed into at once", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(3) });
  await grid.select(1, "Notes");
  await grid.press("Shift+Enter");
  await grid.expectFocus(2, "Notes");
  await grid.type("new");
  await grid.press("Enter");
  await grid.expectColumn("Notes", [null, "new", null, null]);
  await grid.expectColumn("Name", ["Project 1", null, "Project 2", "Project 3"]);
  await grid.select(4, "Name");
  await grid.press("Control+Shift+Equal");
  await grid.expectFocus(5, "Name");
  await grid.expectColumn("Name", ["Project 3", null], 4);
  await expect(grid.page.getByText("5 records")).toBeVisible();
});

test("what is done while a row is being inserted is done to the record that it was asked for", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(6) });
  const goOn = await holdInsertion(grid);
  await grid.select(1, "Budget");
  await grid.press("ArrowRight", "Shift+Enter", "ArrowDown", "ArrowDown", "Space", "ArrowDown", "Control+-");
  goOn();
  await expect(grid.page.getByText("1 row deleted")).toBeVisible();
  await grid.expectColumn("Name", ["Project 1", null, "Project 2", "Project 3", "Project 5", "Project 6"]);
  await grid.expectColumn("Done", [false, false, false, true, false, false]);
});

test("a row that waits to be deleted already is not deleted twice", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(4) });
  const goOn = await holdInsertion(grid);
  await grid.select(2, "Name");
  await grid.press("Shift+Enter", "Control+-", "Shift+ArrowDown", "Control+-");
  goOn();
  await grid.expectColumn("Name", ["Project 1", null, "Project 4"]);
  await expect(grid.page.getByText("1 row deleted").first()).toBeVisible();
  await expect(grid.page.getByText("did not work")).toHaveCount(0);
});

test("long work takes the keyboard from nobody who types, and no key that is meant for a cell cancels it", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(2) });
  const goOn = await holdInsertion(grid);
  await grid.select(1, "Name");
  await grid.press("Shift+Enter");
  const text = "a text with spaces that takes a while to type";
  await grid.page.keyboard.type(text, { delay: 20 });
  await expect(grid.editor(1, "Name")).toHaveValue(text);
  await grid.press("Enter");
  const dialog = grid.page.getByRole("dialog", { name: "Inserting a row…" });
  await expect(dialog).toBeFocused();
  await grid.press("Space");
  await expect(dialog).toBeVisible();
  goOn();
  await grid.expectColumn("Name", [text, null, "Project 2"]);
});

test("a row is inserted above the first, from the menu", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.cell(1, "Name").click({ button: "right" });
  await grid.page.getByRole("menuitem", { name: "Insert row above" }).click();
  await grid.expectFocus(1, "Name");
  await grid.expectColumn("Name", [null, "Project 1", "Project 2"]);
});

test("selected rows are duplicated below the last of them", async ({ gridOf }) => {
  const grid = await gridOf({
    records: [{ Name: "One", Size: 1, Stage: "Open", Done: true }, { Name: "Two" }, { Name: "Three" }],
  });
  await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Name"));
  await grid.press("Control+Shift+d");
  await grid.expectColumn("Name", ["One", "Two", "One", "Two", "Three"]);
  await grid.expectColumn("Size", [1, null, 1, null, null]);
  await grid.expectColumn("Stage", ["Open", null, "Open", null, null]);
  await grid.expectColumn("Done", [true, false, true, false, false]);
  await expect(grid.cell(3, "Name")).toBeFocused();
  await expect(grid.page.getByText("18 cells selected")).toBeVisible();
});

test("a duplicate has what the view hides too", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Notes: "hidden" }] });
  const [view] = grid.table.views;
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${view?.id}`;
  await grid.api.patch(path, { config: { hiddenFieldIds: [grid.fieldId("Notes")] } });
  await grid.page.reload();
  await expect(grid.grid.getByRole("columnheader", { name: "Notes" })).toHaveCount(0);
  await grid.select(1, "Name");
  await grid.press("Control+Shift+d");
  await expect(grid.cell(2, "Name")).toHaveText("One");
  await grid.expectStored(2, "Notes", "hidden");
});

test("selected rows are deleted, wherever they are selected", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(6) });
  await grid.drag(grid.cell(2, "Name"), grid.cell(3, "Notes"));
  await grid.cell(5, "Size").click({ modifiers: ["Control"] });
  await grid.press("Control+-");
  await expect(grid.page.getByText("3 rows deleted")).toBeVisible();
  await expect(grid.page.getByText("3 records")).toBeVisible();
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "4");
  await grid.expectColumn("Name", ["Project 1", "Project 4", "Project 6"]);
  await expect(grid.cell(2, "Name")).toHaveText("Project 4");
  await expect(grid.grid.locator(":focus")).toHaveAttribute("aria-selected", "true");
});

test("many rows are deleted only when that is confirmed", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1_200) });
  await grid.select(1, "Name");
  await grid.press("Control+a", "Control+-");
  const dialog = grid.page.getByRole("alertdialog", { name: "Delete 1,200 rows?" });
  await expect(dialog).toBeVisible();
  await grid.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(grid.page.getByText("1,200 records")).toBeVisible();
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.press("Control+-");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(grid.page.getByText("No records yet")).toBeVisible();
  await expect(grid.page.getByText("0 records")).toBeVisible();
});

test("an edit that is on its way arrives before its row is deleted", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const answers: number[] = [];
  grid.page.on("response", (response) => answers.push(response.status()));
  await grid.select(1, "Name");
  await grid.type("last words");
  await grid.press("Enter", "ArrowUp", "Control+-");
  await expect(grid.page.getByText("1 row deleted")).toBeVisible();
  await grid.expectColumn("Name", ["Project 2"]);
  expect(answers.filter((status) => status >= 400)).toEqual([]);
  expect(grid.writes.map((write) => write.split(" ")[0])).toEqual(["PATCH", "DELETE"]);
});

test("Space opens the record of a cell: its address says which, and Back closes it", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const { pathname } = new URL(grid.page.url());
  await grid.select(2, "Name");
  await grid.press("Space");
  await expect(grid.page).toHaveURL(/\?record=[0-9a-f-]{36}$/);
  await grid.page.goBack();
  await expect(grid.page).toHaveURL(pathname);
  await expect(grid.cell(2, "Name")).toHaveText("Project 2");
});

/** Holds the insertion of a row until the function that it gives is called. */
async function holdInsertion(grid: GridPage): Promise<() => void> {
  let goOn = () => {};
  const isLetGo = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await grid.page.route("**/records", async (route) => {
    await isLetGo;
    await route.continue();
  });
  return goOn;
}
