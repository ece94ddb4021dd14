/** A person's own view settings: without the right to save views, and from a link with settings. */
import type { Page } from "playwright/test";
import type { Scope, ShownKey } from "../../lib/contract/keys";
import type { Table } from "../../lib/contract/tables";
import type { View } from "../../lib/contract/views";
import { expect, type GridPage, signIn, test } from "../grid-page";
import {
  choose,
  expectColumns,
  expectConfig,
  expectValues,
  openPanel,
  storedView,
  takeFromMenu,
} from "../toolbar-page";

const source = {
  fields: [
    { type: "single_line_text", name: "Name" },
    { type: "number", name: "Size", template: { decimalPlaces: 0 } },
    { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }, { label: "Shut" }] } },
  ],
  records: [
    { Name: "Ada", Size: 3, Stage: "Open" },
    { Name: "Bob", Size: 1, Stage: "Shut" },
    { Name: "Cy", Size: 2, Stage: "Open" },
  ],
};

test("people who cannot save views sort, filter, group, hide and resize for themselves", async ({
  gridOf,
}) => {
  const grid = await gridOf(source);
  const { page } = grid;
  const before = (await storedView(grid)).config;
  await visitAs(grid, ["read"]);
  const patches = patchesOf(page);
  await takeFromMenu(grid, "Size", "Sort ascending");
  await expectValues(grid, "Name", ["Bob", "Cy", "Ada"]);
  await expect(toolbar(page).getByText("Only for you")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`settings=sort-${grid.fieldId("Size")}\\.asc$`));
  await expect(toolbar(page).getByRole("button", { name: "Save to view" })).toHaveCount(0);

  const filter = await openPanel(grid, "Filter");
  await filter.getByRole("button", { name: "Add condition" }).click();
  await choose(filter.getByRole("combobox", { name: "Field" }), "Stage");
  await choose(filter.getByRole("combobox", { name: "Operator" }), "is");
  await choose(filter.getByRole("combobox", { name: "Value" }), "Open");
  await grid.press("Escape");
  await expectValues(grid, "Name", ["Cy", "Ada"]);
  await takeFromMenu(grid, "Stage", "Hide");
  await expectColumns(grid, ["Name", "Size"]);
  await takeFromMenu(grid, "Size", "Wider");
  await page.getByRole("button", { name: "Height" }).click();
  await page.getByRole("menuitemradio", { name: "Tall", exact: true }).click();
  await expect(page.getByText("2 records", { exact: true })).toBeVisible();

  await page.reload();
  await expectColumns(grid, ["Name", "Size"]);
  await expectValues(grid, "Name", ["Cy", "Ada"]);
  // Applies without the URL, too, as when opened by the table's tab.
  await grid.open();
  await expectValues(grid, "Name", ["Cy", "Ada"]);
  await expect(page).toHaveURL(/settings=/);

  await toolbar(page).getByRole("button", { name: "Reset" }).focus();
  await grid.press("Enter");
  await expect(toolbar(page).getByRole("button", { name: "Views: Grid view" })).toBeFocused();
  await expectValues(grid, "Name", ["Ada", "Bob", "Cy"]);
  await expectColumns(grid, ["Name", "Size", "Stage"]);
  await expect(toolbar(page).getByText("Only for you")).toHaveCount(0);
  await expect(page).not.toHaveURL(/settings=/);
  await grid.open();
  await expectValues(grid, "Name", ["Ada", "Bob", "Cy"]);
  expect([patches, (await storedView(grid)).config]).toEqual([[], before]);
});

test("groups, counts and summaries use the person's own settings", async ({ gridOf }) => {
  const grid = await gridOf(source);
  await visitAs(grid, ["read"]);
  await takeFromMenu(grid, "Stage", "Group by this field");
  const headers = grid.page.getByRole("treegrid").getByRole("row", { expanded: true });
  await expect(headers).toHaveCount(2);
  await expect(headers.first()).toContainText("Open");
  await expect(headers.first()).toContainText("2");
  await expectValues(grid, "Name", ["Ada", "Cy", "Bob"]);
  expect((await storedView(grid)).config.groups).toEqual([]);
});

test("a copied link shows the same settings to another person, who may save them", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  const ownerKey = grid.api.key as string;
  await visitAs(grid, ["read"]);
  await takeFromMenu(grid, "Size", "Sort descending");
  await expect(page).toHaveURL(/settings=/);
  const link = page.url();

  await signIn(page, ownerKey);
  await page.goto(link);
  await expectValues(grid, "Name", ["Ada", "Cy", "Bob"]);
  await takeFromMenu(grid, "Stage", "Hide");
  await expectColumns(grid, ["Name", "Size"]);
  expect((await storedView(grid)).config).toMatchObject({ sorts: [], hiddenFieldIds: [] });
  await toolbar(page).getByRole("button", { name: "Reset" }).click();
  await expectColumns(grid, ["Name", "Size", "Stage"]);
  await expectValues(grid, "Name", ["Ada", "Bob", "Cy"]);

  await page.goto(link);
  await expectValues(grid, "Name", ["Ada", "Cy", "Bob"]);
  await toolbar(page).getByRole("button", { name: "Save to view" }).click();
  await expectConfig(grid, { sorts: [{ fieldId: grid.fieldId("Size"), direction: "desc" }] });
  await expect(toolbar(page).getByText("Only for you")).toHaveCount(0);
  await expect(page).not.toHaveURL(/settings=/);
  await expectValues(grid, "Name", ["Ada", "Cy", "Bob"]);
  // From now on, changes are saved again.
  await takeFromMenu(grid, "Stage", "Hide");
  await expectConfig(grid, { hiddenFieldIds: [grid.fieldId("Stage")] });
});

test("other settings follow the saved view and deleted fields", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page, api, base, table } = grid;
  const view = (await storedView(grid)).id;
  const at = `/bases/${base.id}/tables/${table.id}`;
  await visitAs(grid, ["read"]);
  await takeFromMenu(grid, "Size", "Sort ascending");
  await expectValues(grid, "Name", ["Bob", "Cy", "Ada"]);
  await api.patch(`${at}/views/${view}`, { config: { filter: { field: "Stage", equals: "Open" } } });
  await expectValues(grid, "Name", ["Cy", "Ada"]);
  await api.call(`${at}/fields/Size`, { method: "DELETE" });
  await expectColumns(grid, ["Name", "Stage"]);
  await expectValues(grid, "Name", ["Ada", "Cy"]);
  await expect(toolbar(page).getByText("Only for you")).toHaveCount(0);
});

test("opening and closing a record and Back keep own settings", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await visitAs(grid, ["read"]);
  await grid.select(1, "Name");
  await grid.press("Space");
  await expect(page.getByRole("complementary", { name: "Ada" })).toBeVisible();
  await takeFromMenu(grid, "Size", "Sort ascending");
  await expectValues(grid, "Name", ["Bob", "Cy", "Ada"]);
  await page.goBack();
  await expect(page.getByRole("complementary")).toHaveCount(0);
  await expect(page).toHaveURL(/settings=sort-/);
  await expectValues(grid, "Name", ["Bob", "Cy", "Ada"]);
});

test("on a phone they sort the cards and can be reset on a separate line", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page, table } = grid;
  await visitAs(grid, ["read", "write"]);
  await page.setViewportSize({ width: 375, height: 812 });
  await page.goto(`${new URL(table.url).pathname}?settings=sort-${grid.fieldId("Size")}.asc`);
  const cards = page.getByRole("list", { name: "Projects" }).getByRole("listitem");
  await expect(cards.first()).toContainText("Bob");
  const reset = page.getByRole("button", { name: "Reset" });
  await expect(reset).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("status").filter({ hasText: "Only for you" })).toBeInViewport({ ratio: 1 });
  await reset.click();
  await expect(cards.first()).toContainText("Ada");
  await expect(reset).toHaveCount(0);
});

const bad = {
  nonsense: "x",
  "half a filter": 'filter-{"and":[{"field":',
  "a field of another table": "sort-f1234567890.asc",
  "too much": `hide-${"f1234567890.".repeat(500)}`,
};
for (const [what, settings] of Object.entries(bad)) {
  test(`a link with ${what} opens the saved view, with a note`, async ({ gridOf }) => {
    const grid = await gridOf(source);
    const { page, table } = grid;
    const answer = await page.goto(`${new URL(table.url).pathname}?settings=${encodeURIComponent(settings)}`);
    expect(answer?.status()).toBe(200);
    await expect(page.getByText(/settings in this link/)).toBeVisible();
    await expectValues(grid, "Name", ["Ada", "Bob", "Cy"]);
    await expect(page).not.toHaveURL(/settings=/);
    await page.getByRole("button", { name: "Close note" }).click();
    await expect(page.getByText(/settings in this link/)).toHaveCount(0);
  });
}

test("the URL of a deleted view opens the first one, with a note", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { page, table } = grid;
  const answer = await page.goto(`${new URL(table.url).pathname}/v1234567890`);
  expect(answer?.status()).toBe(200);
  await expect(page.getByText("This view no longer exists. Showing “Grid view”.")).toBeVisible();
  await expectValues(grid, "Name", ["Ada", "Bob", "Cy"]);
  const none = await page.goto(new URL(table.url).pathname.replace(table.id, "t1234567890"));
  expect(none?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Table not found" })).toBeVisible();
  await page.getByRole("link", { name: "Projects" }).click();
  await expectValues(grid, "Name", ["Ada", "Bob", "Cy"]);
});

test("a database opens with its last used table, and a table with its last used view", async ({ gridOf }) => {
  const grid = await gridOf({ ...source, others: { People: { fields: source.fields } } });
  const { page, api, base, table } = grid;
  const at = `/bases/${base.id}/tables/${table.id}`;
  const { body: second } = await api.post<View>(`${at}/views`, { name: "Second" });
  const { body: people } = await api.get<Table>(`/bases/${base.id}/tables/People`);
  const database = `/database/${base.id}`;
  await page.goto(`${database}/${table.id}/${second.id}`);
  await expectValues(grid, "Name", ["Ada", "Bob", "Cy"]);
  await page.goto(`${database}/${people.id}`);
  await expect(page.getByRole("region", { name: "People", exact: true })).toBeVisible();
  await page.getByRole("link", { name: "Projects" }).click();
  // Enabled once the page is live, which remembers the table then.
  await expect(page.getByRole("button", { name: "Views: Second" })).toBeEnabled();
  await page.goto("/");
  await page.goto(database);
  await expect(page).toHaveURL(`${database}/${table.id}`);
  await expect(page.getByRole("button", { name: "Views: Second" })).toBeVisible();
  await api.call(`${at}/views/${second.id}`, { method: "DELETE" });
  await page.goto(database);
  await expect(page.getByRole("button", { name: "Views: Grid view" })).toBeVisible();
  await expect(page.getByText("no longer exists")).toHaveCount(0);
  await api.call(at, { method: "DELETE" });
  await page.goto(database);
  await expect(page).toHaveURL(`${database}/${people.id}`);
});

/** Reopens the grid with a key of these scopes for its database only. */
async function visitAs(grid: GridPage, scopes: readonly Scope[]): Promise<void> {
  const databases = [grid.base.id];
  const { body } = await grid.api.post<ShownKey>("/keys", { name: "Guest", scopes, databases });
  await signIn(grid.page, body.key);
  await grid.open();
}

function toolbar(page: Page) {
  return page.getByRole("toolbar", { name: "View" });
}

function patchesOf(page: Page): string[] {
  const patches: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") patches.push(request.url());
  });
  return patches;
}
