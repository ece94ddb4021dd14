import { ApiClient } from "../api-client";
import { violations } from "../axe";
import { expect, signIn, test } from "../grid-page";
import { keyOfAnother } from "../people";
import { main } from "../rounds";
import {
  expectPlace,
  expectValues,
  openPanel,
  panel,
  storedTable,
  storedView,
  takeFromMenu,
} from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  { type: "number", name: "Size", template: { decimalPlaces: 0 } },
];
const records = [
  { Name: "Ada", Size: 3 },
  { Name: "Bob", Size: 1 },
  { Name: "Cleo", Size: 2 },
];

test("a new view has its own URL, and Back returns to the previous one", main, async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const first = new URL(page.url()).pathname;
  const views = await openPanel(grid, "Views");
  await expect(views.getByRole("link", { name: "Grid view" })).toHaveAttribute("aria-current", "page");
  await views.getByRole("button", { name: "New view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("By size");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/v\w{10}$/);
  const own = new URL(page.url()).pathname;
  expect(own.startsWith(`${first}/`)).toBe(true);
  await expect(page.getByRole("button", { name: "Views: By size" })).toBeVisible();

  const sort = await openPanel(grid, "Sort");
  await sort.getByRole("button", { name: "Size", exact: true }).click();
  await expectValues(grid, "Name", ["Bob", "Cleo", "Ada"]);
  expect((await storedView(grid, "Grid view")).config.sorts).toEqual([]);

  await page.goBack();
  await expect(page).toHaveURL(first);
  await expectValues(grid, "Name", ["Ada", "Bob", "Cleo"]);
  await page.goForward();
  await expect(page).toHaveURL(own);
  await expectValues(grid, "Name", ["Bob", "Cleo", "Ada"]);
  await page.reload();
  await expectValues(grid, "Name", ["Bob", "Cleo", "Ada"]);
  await openPanel(grid, "Views");
  await views.getByRole("link", { name: "Grid view" }).click();
  await expectValues(grid, "Name", ["Ada", "Bob", "Cleo"]);
  await expect(views).toBeHidden();
});

test("a personal view is marked, and becomes one of everybody", async ({ gridOf, apiKey, baseURL }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "New view" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Mine");
  await page.getByRole("checkbox", { name: "Only for me" }).click();
  await page.getByRole("button", { name: "Create view" }).click();
  await expect(page.getByRole("button", { name: "Views: Mine" })).toBeVisible();
  const { body: me } = await new ApiClient(baseURL as string, apiKey).get("/me");
  expect((await storedView(grid, "Mine")).ownerId).toBe(me.id);
  await openPanel(grid, "Views");
  await expect(views.getByRole("link", { name: "Mine Personal" })).toBeVisible();
  await views.getByRole("button", { name: "Options for Mine" }).click();
  await page.getByRole("menuitem", { name: "Show to everybody" }).click();
  await expect(views.getByRole("link", { name: "Mine", exact: true })).toBeVisible();
  expect((await storedView(grid, "Mine")).ownerId).toBeUndefined();
  await views.getByRole("button", { name: "Options for Mine" }).click();
  await page.getByRole("menuitem", { name: "Make personal" }).click();
  await expect(views.getByRole("img", { name: "Personal" })).toBeVisible();
});

test("a duplicated view has all settings and changes independently", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const filter = await openPanel(grid, "Filter");
  await filter.getByRole("button", { name: "Add condition" }).click();
  await filter.getByRole("textbox", { name: "Value" }).fill("a");
  await expectValues(grid, "Name", ["Ada"]);
  await page.keyboard.press("Escape");

  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Options for Grid view" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Grid view copy");
  await page.getByRole("button", { name: "Duplicate view" }).click();
  await expect(page.getByRole("button", { name: "Views: Grid view copy" })).toBeVisible();
  await expectValues(grid, "Name", ["Ada"]);
  expect((await storedView(grid, "Grid view copy")).config).toEqual((await storedView(grid)).config);
  await openPanel(grid, "Filter");
  await filter.getByRole("textbox", { name: "Value" }).fill("o");
  await expectValues(grid, "Name", ["Bob", "Cleo"]);
  await expect
    .poll(async () => (await storedView(grid, "Grid view copy")).config.filter)
    .toEqual({ and: [{ field: grid.fieldId("Name"), contains: "o" }] });
  expect((await storedView(grid)).config.filter).toEqual({
    and: [{ field: grid.fieldId("Name"), contains: "a" }],
  });
});

test("a view is renamed, but not to a taken name", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  await grid.api.post(`/bases/${grid.base.id}/tables/${grid.table.id}/views`, {
    name: "Taken",
    type: "grid",
  });
  await page.reload();
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Options for Grid view" }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const name = page.getByRole("textbox", { name: "Name" });
  await expect(name).toBeFocused();
  // Its text is selected, so that typing replaces it.
  await page.keyboard.type("Taken");
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription(/Is taken/);
  await expect(name).toBeFocused();
  await name.fill("  ");
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription("Cannot be only white space");
  await name.fill("Everyone");
  await page.keyboard.press("Enter");
  await expect(name).toBeHidden();
  await expect(page.getByRole("button", { name: "Views: Everyone" })).toBeVisible();
  await expect(views.getByRole("link", { name: "Everyone" })).toBeVisible();
  expect((await storedTable(grid)).views.map((view) => view.name)).toEqual(["Everyone", "Taken"]);
});

test("views are reordered by keyboard and by menu", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  for (const name of ["Second", "Third"]) {
    await grid.api.post(`/bases/${grid.base.id}/tables/${grid.table.id}/views`, { name, type: "grid" });
  }
  await page.reload();
  const names = async () => (await storedTable(grid)).views.map(({ name }) => name);
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Move Third" }).focus();
  await page.keyboard.press("Space");
  await expectPlace(page, "Third is at position 3 of 3.");
  await page.keyboard.press("ArrowUp");
  await expectPlace(page, "Third is at position 2 of 3.");
  await page.keyboard.press("ArrowUp");
  await expectPlace(page, "Third is at position 1 of 3.");
  await page.keyboard.press("Space");
  await expect.poll(names).toEqual(["Third", "Grid view", "Second"]);
  await expect(views.getByRole("link")).toHaveText(["Third", "Grid view", "Second"]);

  await views.getByRole("button", { name: "Options for Second" }).click();
  await page.getByRole("menuitem", { name: "Move up" }).click();
  await expect.poll(names).toEqual(["Third", "Second", "Grid view"]);
  await expect(views.getByRole("link")).toHaveText(["Third", "Second", "Grid view"]);
});

test("a view is deleted after confirmation; the last one cannot be deleted", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const { body: second } = await grid.api.post(`/bases/${grid.base.id}/tables/${grid.table.id}/views`, {
    name: "Second",
    type: "grid",
  });
  await page.goto(`${new URL(page.url()).pathname}/${second.id}`);
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Options for Second" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const confirm = page.getByRole("alertdialog", { name: "Delete the view “Second”?" });
  await expect(confirm.getByRole("button", { name: "Cancel" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(confirm).toBeHidden();
  expect((await storedTable(grid)).views).toHaveLength(2);

  await views.getByRole("button", { name: "Options for Second" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("button", { name: "Views: Grid view" })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/${grid.table.views[0]?.id}$`));
  await expectValues(grid, "Name", ["Ada", "Bob", "Cleo"]);
  expect((await storedTable(grid)).views).toHaveLength(1);

  if (!(await panel(grid, "Views").isVisible())) await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Options for Grid view" }).click();
  await expect(page.getByRole("menuitem", { name: "Delete" })).toHaveAttribute("aria-disabled", "true");
});

test.describe("a locked view", () => {
  test("creators lock it; in the pages of editors it is used and changed for themselves alone", async ({
    gridOf,
  }) => {
    const grid = await gridOf({ fields, records });
    const { page, base, table } = grid;
    await grid.open();
    const views = await openPanel(grid, "Views");
    await views.getByRole("button", { name: "Options for Grid view" }).click();
    await page.getByRole("menuitem", { name: "Lock", exact: true }).click();
    await expect(views.getByRole("img", { name: "Locked" })).toBeVisible();
    expect(await violations(page)).toEqual([]);

    await signIn(page, (await keyOfAnother(grid.api, base.id, "editor")).key);
    await grid.open();
    await openPanel(grid, "Views");
    await expect(views.getByRole("img", { name: "Locked" })).toBeVisible();
    await expect(views.getByRole("button", { name: "Options for Grid view" })).toHaveCount(0);
    await expect(views.getByRole("button", { name: /^Export/ })).toBeVisible();
    await page.keyboard.press("Escape");
    await takeFromMenu(grid, "Size", "Hide");
    await expect(page.getByRole("columnheader", { name: "Size" })).toHaveCount(0);
    await expect(page.getByText("Only for you").first()).toBeVisible();
    await expect(page.getByRole("button", { name: "Save to view" })).toHaveCount(0);
    const { body } = await grid.api.get(`/bases/${base.id}/tables/${table.id}/views/${table.views[0]?.id}`);
    expect(body.config).toMatchObject({ hiddenFieldIds: [], isLocked: true });
  });
});
