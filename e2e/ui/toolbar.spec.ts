import type { Locator } from "playwright/test";
import { expect, named, test } from "../grid-page";
import { main } from "../rounds";
import {
  choose,
  expectColumns,
  expectConfig,
  expectPlace,
  expectValues,
  header,
  openPanel,
  panel,
  storedOrder,
  storedView,
} from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  { type: "number", name: "Size", template: { decimalPlaces: 0 } },
  {
    type: "single_select",
    name: "Stage",
    template: { options: [{ label: "Open" }, { label: "In progress" }, { label: "Shut" }] },
  },
  { type: "checkbox", name: "Done" },
];
const records = [
  { Name: "Ada", Size: 3, Stage: "Open", Done: true },
  { Name: "Bob", Size: 1, Stage: "Shut" },
  { Name: "Cleo", Size: 2, Stage: "Open" },
  { Name: "Dan", Size: 2, Stage: "In progress", Done: true },
];

test.describe("fields", () => {
  test("are hidden and shown one by one or all at once, and saved", async ({ gridOf }) => {
    const grid = await gridOf({ fields, records });
    const list = await openPanel(grid, "Fields");
    await list.getByRole("switch", { name: "Stage" }).click();
    await expectColumns(grid, ["Name", "Size", "Done"]);
    await expectConfig(grid, { hiddenFieldIds: [grid.fieldId("Stage")] });
    await expect(list.getByRole("switch", { name: "Name" })).toBeDisabled();
    await grid.page.reload();
    await expectColumns(grid, ["Name", "Size", "Done"]);
    await openPanel(grid, "Fields");
    await expect(list.getByRole("switch", { name: "Stage" })).toHaveAttribute("aria-checked", "false");
    await list.getByRole("button", { name: "Hide all" }).click();
    await expectColumns(grid, ["Name"]);
    await list.getByRole("button", { name: "Show all" }).click();
    await expectColumns(grid, ["Name", "Size", "Stage", "Done"]);
    // Hidden fields are not loaded.
    await expectValues(grid, "Stage", ["Open", "Shut", "Open", "In progress"]);
    await expectConfig(grid, { hiddenFieldIds: [] });
  });

  test("are hidden even if the page is left before saving", async ({ gridOf }) => {
    const grid = await gridOf({ fields, records });
    const { page } = grid;
    const list = await openPanel(grid, "Fields");
    const underWay = page.waitForRequest((request) => request.method() === "PATCH");
    // The response never arrives, as its page is left.
    await page.route("**/views/*", () => {}, { times: 1 });
    await list.getByRole("switch", { name: "Stage" }).click();
    await underWay;
    await list.getByRole("switch", { name: "Done" }).click();
    await page.goto("about:blank");
    await expectConfig(grid, { hiddenFieldIds: [grid.fieldId("Stage"), grid.fieldId("Done")] });
  });

  test("are moved by keyboard; Esc cancels a move and keeps the panel open", async ({ gridOf }) => {
    const grid = await gridOf({ fields, records });
    const list = await openPanel(grid, "Fields");
    const handle = list.getByRole("button", { name: "Move Size" });
    await handle.focus();
    await grid.press("Space");
    await expectPlace(grid.page, "Size is at position 1 of 3.");
    await grid.press("ArrowDown");
    await expectPlace(grid.page, "Size is at position 2 of 3.");
    await grid.press("ArrowDown");
    await expectPlace(grid.page, "Size is at position 3 of 3.");
    await grid.press("Space");
    await expectColumns(grid, ["Name", "Stage", "Done", "Size"]);
    await expect.poll(() => storedOrder(grid)).toEqual(["Name", "Stage", "Done", "Size"]);

    await list.getByRole("button", { name: "Move Done" }).focus();
    await grid.press("Enter");
    await expectPlace(grid.page, "Done is at position 2 of 3.");
    await grid.press("ArrowUp");
    await expectPlace(grid.page, "Done is at position 1 of 3.");
    await grid.press("Escape");
    await expect(grid.page.getByText("Done moved back.")).toBeAttached();
    await expect(list).toBeVisible();
    await expectColumns(grid, ["Name", "Stage", "Done", "Size"]);
    await grid.press("Escape");
    await expect(list).toBeHidden();
  });

  test("are moved by dragging", async ({ gridOf }) => {
    const grid = await gridOf({ fields, records });
    const list = await openPanel(grid, "Fields");
    await list.getByRole("button", { name: "Move Done" }).hover();
    await grid.page.mouse.down();
    const { x, y } = await centreOf(list.getByRole("switch", { name: "Size" }));
    await grid.page.mouse.move(x, y + 4, { steps: 8 });
    await grid.page.mouse.move(x, y - 4, { steps: 2 });
    await grid.page.mouse.up();
    await expectColumns(grid, ["Name", "Done", "Size", "Stage"]);
  });
});

test.describe("filters", () => {
  test("apply once complete, are saved with the view and can be removed", main, async ({ gridOf }) => {
    const grid = await gridOf({ fields, records });
    const filter = await openPanel(grid, "Filter");
    await filter.getByRole("button", { name: "Add condition" }).click();
    const condition = filter.getByRole("group", { name: "Condition on Name" });
    await expect(condition.getByRole("combobox", { name: "Field" })).toBeFocused();
    const status = filter.getByRole("status").last();
    await expect(status).toHaveText(/applies once you enter a value/);
    await expect(grid.page.getByText("4 records", { exact: true })).toBeVisible();
    await condition.getByRole("textbox", { name: "Value" }).fill("A");
    await expect(status).toBeEmpty();
    await expectValues(grid, "Name", ["Ada", "Dan"]);
    await expect(grid.grid).toHaveAttribute("aria-rowcount", "3");
    const name = grid.fieldId("Name");
    await expectConfig(grid, { filter: { and: [{ field: name, contains: "A" }] } });

    await choose(condition.getByRole("combobox", { name: "Operator" }), "starts with");
    await expectValues(grid, "Name", ["Ada"]);
    await grid.page.reload();
    await expectValues(grid, "Name", ["Ada"]);
    await expect(grid.page.getByRole("button", { name: "Filter 1 condition" })).toBeVisible();
    await openPanel(grid, "Filter");
    await filter.getByRole("button", { name: "Remove condition on Name" }).click();
    await expectValues(grid, "Name", ["Ada", "Bob", "Cleo", "Dan"]);
    await expectConfig(grid, { filter: null });
  });

  test("nest, each group with its own conjunction", async ({ gridOf }) => {
    const grid = await gridOf({ fields, records });
    const filter = await openPanel(grid, "Filter");
    await filter.getByRole("button", { name: "Add condition" }).click();
    const done = filter.getByRole("group", { name: "Condition on Done" });
    await choose(filter.getByRole("combobox", { name: "Field" }), "Done");
    await expect(done.getByRole("checkbox", { name: "ticked" })).toBeChecked();
    await expectValues(grid, "Name", ["Ada", "Dan"]);

    await filter.getByRole("button", { name: "Add group" }).click();
    const group = filter.getByRole("group", { name: "Group of conditions" });
    await choose(group.getByRole("combobox", { name: "Field" }), "Stage");
    await choose(group.getByRole("combobox", { name: "Value" }), "Shut");
    await group.getByRole("button", { name: "Add condition" }).click();
    const size = group.getByRole("group", { name: "Condition on Size" });
    await choose(group.getByRole("combobox", { name: "Field" }).last(), "Size");
    await choose(size.getByRole("combobox", { name: "Operator" }), "is at least");
    await size.getByRole("textbox", { name: "Value" }).fill("3");
    await expectValues(grid, "Name", ["Ada"]);
    const stored = (or: "and" | "or", and: "and" | "or") => ({
      [and]: [
        { field: grid.fieldId("Done"), equals: true },
        {
          [or]: [
            { field: grid.fieldId("Stage"), equals: "Shut" },
            { field: grid.fieldId("Size"), greater_than_or_equal_to: 3 },
          ],
        },
      ],
    });
    await expect.poll(async () => (await storedView(grid)).config.filter).toEqual(stored("or", "and"));
    await choose(filter.getByRole("combobox", { name: "Join conditions with" }).first(), "or");
    await expectValues(grid, "Name", ["Ada", "Bob", "Dan"]);
    await expect.poll(async () => (await storedView(grid)).config.filter).toEqual(stored("or", "or"));

    for (const name of ["Stage", "Size"]) {
      await group.getByRole("button", { name: `Remove condition on ${name}` }).click();
    }
    await expect(group).toHaveCount(0);
    await done.getByRole("checkbox", { name: "ticked" }).click();
    await expectValues(grid, "Name", ["Bob", "Cleo"]);
  });

  test("take operands of the field's type: typed amounts, dates, options, records and lists", async ({
    gridOf,
  }) => {
    const grid = await gridOf({
      others: {
        People: {
          fields: [{ type: "single_line_text", name: "Name" }],
          records: [{ Name: "Grace" }, { Name: "Alan" }],
        },
      },
      fields: [
        { type: "single_line_text", name: "Name" },
        { type: "percent", name: "Share" },
        { type: "date", name: "Due" },
        {
          type: "multiple_select",
          name: "Tags",
          template: { options: [{ label: "Red" }, { label: "Blue" }] },
        },
        { type: "linked_record", name: "Owner", template: { tableId: "People" } },
      ],
      records: [
        { Name: "One", Share: 0.25, Due: "2026-03-01", Tags: ["Red"] },
        { Name: "Two", Share: 0.5, Due: "2026-05-01", Tags: ["Blue", "Red"] },
      ],
    });
    const filter = await openPanel(grid, "Filter");
    const value = filter.getByRole("textbox", { name: "Value" });
    const about = async (field: string, operator: string) => {
      await filter.getByRole("button", { name: "Add condition" }).click();
      await choose(filter.getByRole("combobox", { name: "Field" }), field);
      await choose(filter.getByRole("combobox", { name: "Operator" }), operator);
    };
    const removed = async (field: string) => {
      await filter.getByRole("button", { name: `Remove condition on ${field}` }).click();
      await expectValues(grid, "Name", ["One", "Two"]);
    };

    await about("Share", "is");
    await value.fill("a lot");
    await expect(value).toHaveAccessibleDescription(/Share takes a number/);
    await value.fill("25");
    await expectValues(grid, "Name", ["One"]);
    await expectConfig(grid, { filter: { and: [{ field: grid.fieldId("Share"), equals: 0.25 }] } });
    await removed("Share");

    await about("Due", "is after");
    await value.fill("soon");
    await expect(value).toHaveAccessibleDescription("Enter a date such as 2026-01-31.");
    await value.fill("Mar 1 2026");
    await expectValues(grid, "Name", ["Two"]);
    await filter.getByRole("button", { name: "Choose a day" }).click();
    await grid.page.getByRole("button", { name: /March 31st, 2026/ }).click();
    await expect(value).toHaveValue("2026-03-31");
    await expectConfig(grid, {
      filter: { and: [{ field: grid.fieldId("Due"), greater_than: "2026-03-31" }] },
    });
    await removed("Due");

    await about("Tags", "has any of");
    await filter.getByRole("combobox", { name: "Value" }).click();
    await grid.page.getByRole("option", { name: "Blue" }).click();
    await expectValues(grid, "Name", ["Two"]);
    // The options stay open.
    await grid.page.getByRole("option", { name: "Red" }).click();
    await grid.press("Escape");
    await expect(grid.page.getByRole("listbox")).toBeHidden();
    await expectConfig(grid, { filter: { and: [{ field: grid.fieldId("Tags"), in: ["Blue", "Red"] }] } });
    await filter.getByRole("button", { name: "Remove Blue" }).click();
    await expectConfig(grid, { filter: { and: [{ field: grid.fieldId("Tags"), in: ["Red"] }] } });
    await removed("Tags");

    await about("Name", "is any of");
    await value.fill("Two");
    await grid.press("Enter");
    await expect(value).toHaveValue("");
    await expectValues(grid, "Name", ["Two"]);
    await value.fill("One");
    await filter.getByRole("button", { name: "Add value" }).click();
    await expectValues(grid, "Name", ["One", "Two"]);
    await removed("Name");

    await about("Owner", "has");
    await filter.getByRole("combobox", { name: "Value" }).fill("gra");
    await grid.page.getByRole("option", { name: "Grace" }).click();
    await expect(grid.page.getByText("No matching records")).toBeVisible();
    await expect(filter.getByRole("combobox", { name: "Value" })).toHaveValue("Grace");
    await grid.press("Escape");
    await expect(filter).toBeHidden();
    await openPanel(grid, "Filter");
    await expect(filter.getByRole("combobox", { name: "Value" })).toHaveValue("Grace");
  });
});

test("several sorts apply in order", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const sort = await openPanel(grid, "Sort");
  const second = sort.getByRole("group", { name: "Order 2" });
  await sort.getByRole("button", { name: "Size", exact: true }).click();
  await expectValues(grid, "Name", ["Bob", "Cleo", "Dan", "Ada"]);
  await expect(header(grid, "Size")).toHaveAttribute("aria-sort", "ascending");
  await expect(sort.getByRole("button", { name: "Add sort" })).toBeFocused();
  await grid.press("Enter");
  await expect(sort.getByRole("button", { name: "Name", exact: true })).toBeFocused();
  await grid.press("Enter");
  await choose(second.getByRole("combobox", { name: "Direction" }), "Z → A");
  await expectValues(grid, "Name", ["Bob", "Dan", "Cleo", "Ada"]);

  await sort.getByRole("button", { name: "Move Name", exact: true }).focus();
  await grid.press("Space");
  await expectPlace(grid.page, "Name is at position 2 of 2.");
  await grid.press("ArrowUp");
  await expectPlace(grid.page, "Name is at position 1 of 2.");
  await grid.press("Space");
  await expectValues(grid, "Name", ["Dan", "Cleo", "Bob", "Ada"]);
  await expectConfig(grid, {
    sorts: [
      { fieldId: grid.fieldId("Name"), direction: "desc" },
      { fieldId: grid.fieldId("Size"), direction: "asc" },
    ],
  });
  await grid.page.reload();
  await expectValues(grid, "Name", ["Dan", "Cleo", "Bob", "Ada"]);
  await openPanel(grid, "Sort");
  await sort.getByRole("button", { name: "Remove Name" }).click();
  await sort.getByRole("button", { name: "Remove Size" }).click();
  await expectValues(grid, "Name", ["Ada", "Bob", "Cleo", "Dan"]);
  await expect(header(grid, "Size")).not.toHaveAttribute("aria-sort");
});

test("up to three groups are saved with the view", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const group = await openPanel(grid, "Group");
  for (let count = 0; count < 3; count++) await group.getByRole("button", { name: "Add group" }).click();
  await expect(group.getByRole("button", { name: "Add group" })).toHaveCount(0);
  // Fields whose values records share come first.
  await expectConfig(grid, {
    groups: ["Stage", "Done", "Name"].map((name) => ({ fieldId: grid.fieldId(name), direction: "asc" })),
  });
  await choose(
    group.getByRole("group", { name: "Order 1" }).getByRole("combobox", { name: "Field" }),
    "Size",
  );
  await choose(
    group.getByRole("group", { name: "Order 1" }).getByRole("combobox", { name: "Direction" }),
    "9 → 1",
  );
  await expectConfig(grid, {
    groups: [
      { fieldId: grid.fieldId("Size"), direction: "desc" },
      { fieldId: grid.fieldId("Done"), direction: "asc" },
      { fieldId: grid.fieldId("Name"), direction: "asc" },
    ],
  });
});

test("rows have one of four heights, and changing it keeps the top row", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records: named(400) });
  // Until they are counted, only the first hundred can be scrolled.
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "401");
  await grid.cell(3, "Name").hover();
  await grid.page.mouse.wheel(0, 200 * 32);
  await expect(grid.row(201)).toBeInViewport();
  for (const [name, height] of [
    ["Extra tall", 88],
    ["Short", 24],
    ["Tall", 56],
    ["Medium", 32],
  ] as const) {
    await grid.page.getByRole("button", { name: "Height" }).click();
    await grid.page.getByRole("menuitemradio", { name, exact: true }).click();
    await expect.poll(async () => (await grid.row(201).boundingBox())?.height).toBe(height);
    // Right below the header.
    const top = (await header(grid, "Name").boundingBox())?.y ?? 0;
    await expect.poll(async () => Math.round(((await grid.row(201).boundingBox())?.y ?? 0) - top)).toBe(32);
    await expectConfig(grid, { rowHeight: height });
  }
});

test(
  "a search covers all rows, counts the results, steps with Enter and closes with Esc",
  main,
  async ({ gridOf }) => {
    const many = Array.from({ length: 350 }, (_, index) => ({
      Name: `Row ${index + 1}`,
      Stage: index % 100 === 42 ? "In progress" : "Open",
    }));
    const grid = await gridOf({ fields, records: many });
    await grid.select(1, "Name");
    await grid.press("Control+f");
    const search = grid.page.getByRole("searchbox", { name: "Search all records" });
    await expect(search).toBeFocused();
    await grid.type("PROGRESS");
    await expect(grid.page.getByRole("status").filter({ hasText: "4 results" })).toBeVisible();
    await expectValues(grid, "Name", ["Row 43", "Row 143", "Row 243", "Row 343"]);
    await grid.press("Enter");
    await expect(grid.page.getByRole("status").filter({ hasText: "1 of 4" })).toBeVisible();
    await expect(grid.cell(1, "Stage")).toHaveAttribute("aria-selected", "true");
    await expect(search).toBeFocused();
    await grid.press("Enter", "Enter");
    await expect(grid.cell(3, "Stage")).toHaveAttribute("aria-selected", "true");
    await grid.press("Shift+Enter", "Shift+Enter", "Shift+Enter");
    await expect(grid.cell(4, "Stage")).toHaveAttribute("aria-selected", "true");
    await grid.press("Escape");
    await expect(search).toBeHidden();
    await expect(grid.page.getByText("350 records", { exact: true })).toBeVisible();
    // The hit stays selected, among all rows.
    await expect(grid.cell(343, "Stage")).toBeFocused();
    await expect(grid.cell(343, "Name")).toHaveText("Row 343");
    await grid.expectSelected("343 Stage");

    await grid.press("Control+f");
    await search.fill("Row 35");
    await expect(grid.page.getByRole("status").filter({ hasText: "2 results" })).toBeVisible();
    await search.fill("nothing of the kind");
    await expect(grid.page.getByRole("status").filter({ hasText: "No results" })).toBeVisible();
    await expect(grid.page.getByText("No matching records")).toBeVisible();
    // The previously focused element no longer exists.
    await grid.press("Escape");
    await expect(grid.page.getByRole("button", { name: "Search" })).toBeFocused();
    await expect(grid.page.getByText("350 records", { exact: true })).toBeVisible();
  },
);

test("an early Enter steps to the first result once results are loaded", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await grid.press("Control+f");
  await grid.type("Open");
  await grid.press("Enter");
  await expect(grid.page.getByRole("status").filter({ hasText: "1 of 2" })).toBeVisible();
  await expect(grid.cell(1, "Stage")).toHaveAttribute("aria-selected", "true");
  // Further typing starts another search.
  await grid.press("Control+a");
  await grid.type("Shut");
  await grid.press("Shift+Enter");
  await grid.press("Backspace");
  await expect(grid.page.getByRole("status").filter({ hasText: "1 result" })).toBeVisible();
});

test("rejected changes show an error and are rolled back", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const sort = await openPanel(grid, "Sort");
  await sort.getByRole("button", { name: "Name", exact: true }).click();
  await expectConfig(grid, { sorts: [{ fieldId: grid.fieldId("Name"), direction: "asc" }] });
  // Another person deletes the sort field, and the page does not receive the change.
  await grid.showTab("hidden");
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/fields/${grid.fieldId("Size")}`;
  expect((await grid.api.call(path, { method: "DELETE" })).status).toBe(200);
  await choose(sort.getByRole("combobox", { name: "Field" }), "Size");
  await expect(grid.page.getByText("The view was not changed")).toBeVisible();
  await expect(sort.getByRole("combobox", { name: "Field" })).toHaveText("Name");
  await expectConfig(grid, { sorts: [{ fieldId: grid.fieldId("Name"), direction: "asc" }] });
});

test("offline changes of the view wait and are saved once online", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const list = await openPanel(grid, "Fields");
  await grid.page.context().setOffline(true);
  await list.getByRole("switch", { name: "Size" }).click();
  await expectColumns(grid, ["Name", "Stage", "Done"]);
  await list.getByRole("switch", { name: "Done" }).click();
  await expectColumns(grid, ["Name", "Stage"]);
  await expect(grid.page.getByText("The view is not saved yet")).toBeVisible();
  expect((await storedView(grid)).config.hiddenFieldIds).toEqual([]);
  await grid.page.context().setOffline(false);
  await expectConfig(grid, { hiddenFieldIds: [grid.fieldId("Size"), grid.fieldId("Done")] });
  await expectColumns(grid, ["Name", "Stage"]);
  await expect(grid.page.getByText("The view is not saved yet")).toHaveCount(0);
});

test("a change is saved even if the page is left at once", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const list = await openPanel(grid, "Fields");
  await list.getByRole("switch", { name: "Size" }).click();
  await grid.page.reload();
  await expectConfig(grid, { hiddenFieldIds: [grid.fieldId("Size")] });
});

test("the keyboard alone reaches and sets everything", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  // `focus` does not wait until the page's scripts run, before which a button takes no focus.
  await expect(grid.page.getByRole("button", { name: "Fields" })).toBeEnabled();
  await expect(grid.page.getByRole("button", { name: "New table" })).toBeEnabled();
  await grid.page.getByRole("button", { name: "New table" }).focus();
  await grid.press("Tab");
  await expect(grid.page.getByRole("button", { name: "Views: Grid view" })).toBeFocused();
  await grid.press("ArrowRight", "ArrowRight");
  await expect(grid.page.getByRole("button", { name: "Filter" })).toBeFocused();
  await grid.press("Enter");
  await expect(panel(grid, "Filter").getByRole("button", { name: "Add condition" })).toBeFocused();
  await grid.press("Enter");
  await expect(panel(grid, "Filter").getByRole("combobox", { name: "Field" })).toBeFocused();
  await grid.press("Enter");
  await expect(grid.page.getByRole("option", { name: "Size" })).toBeVisible();
  await grid.type("Si");
  await grid.press("Enter");
  const condition = panel(grid, "Filter").getByRole("group", { name: "Condition on Size" });
  await expect(condition.getByRole("combobox", { name: "Field" })).toBeFocused();
  await grid.press("Tab", "Enter");
  await expect(grid.page.getByRole("option", { name: "is greater than" })).toBeVisible();
  await grid.type("is g");
  await grid.press("Enter");
  const operator = condition.getByRole("combobox", { name: "Operator" });
  await expect(operator).toHaveText("is greater than");
  await expect(operator).toBeFocused();
  await grid.press("Tab");
  await expect(condition.getByRole("textbox", { name: "Value" })).toBeFocused();
  await grid.type("2");
  await expectValues(grid, "Name", ["Ada"]);
  await grid.press("Escape");
  await expect(panel(grid, "Filter")).toBeHidden();
  await expect(grid.page.getByRole("button", { name: "Filter" })).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 720 } });

  test("the buttons keep their names, and the panels stay within the window", async ({ gridOf }) => {
    const grid = await gridOf({ fields, records });
    for (const name of ["Filter", "Sort", "Group", "Fields"]) {
      const open = await openPanel(grid, name);
      await expect(open).toBeVisible();
      await open
        .getByRole("button", { name: /^(Add (condition|group)|Name|New field)$/ })
        .first()
        .hover();
      const box = await open.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(375);
      await grid.press("Escape");
      await expect(open).toBeHidden();
    }
    await grid.page.getByRole("button", { name: "Search" }).click();
    await grid.type("Cleo");
    await expect(grid.cards.getByRole("listitem")).toHaveCount(1);
    await expect(grid.cards.getByRole("link", { name: "Cleo" })).toBeVisible();
  });
});

async function centreOf(locator: import("playwright/test").Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not to be seen");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("labels are shown if there is room, and none is clipped", async ({ gridOf }) => {
  const grid = await gridOf({});
  const toolbar = grid.page.getByRole("toolbar", { name: "View" });
  const shown = () =>
    toolbar
      .getByRole("button")
      .evaluateAll((buttons) =>
        buttons
          .filter((button) => (button.querySelector("span")?.getBoundingClientRect().width ?? 0) > 1)
          .map((button) => button.textContent),
      );
  for (const [width, labels] of [
    [1_024, ["Grid view", "Fields", "Filter", "Group", "Sort", "Colour", "Height", "Search", "API", "Share"]],
    [768, ["Grid view", "Fields", "Filter", "Group", "Sort", "Colour", "Height"]],
    [375, ["Grid view"]],
  ] as const) {
    await grid.page.setViewportSize({ width, height: 700 });
    await expect.poll(shown).toEqual(labels);
    const overflow = await toolbar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(overflow).toBe(0);
  }
});

test("no button is cut at any width, and labels hide only where they don't fit", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page, api, base, table } = grid;
  const toolbar = page.getByRole("toolbar", { name: "View" });
  const path = `/bases/${base.id}/tables/${table.id}/views/${(await storedView(grid)).id}`;
  const stage = grid.fieldId("Stage");
  const config = {
    filter: {
      and: [
        { field: grid.fieldId("Size"), greater_than: 0 },
        { field: grid.fieldId("Name"), contains: "a" },
      ],
    },
    sorts: [{ fieldId: grid.fieldId("Size"), direction: "desc" }],
    groups: [{ fieldId: stage, direction: "asc" }],
  };
  for (const update of [{}, { name: "Quarterly review of all stages", config }]) {
    expect((await api.patch(path, update)).status).toBe(200);
    await grid.open();
    let last = { labels: 0, room: 0 };
    for (const width of [360, 375, 600, 640, 740, 768, 800, 850, 900, 1_023, 1_024, 1_280, 1_440]) {
      const now = await stateAt(toolbar, width);
      expect(now, `${width} px wide`).toMatchObject({ cut: [], overflow: 0 });
      expect(now.labels).toBeGreaterThanOrEqual(last.labels);
      last = now;
    }
    expect(last.labels).toBe(10);
    let [tooNarrow, enough] = [640, 1_440];
    while (enough - tooNarrow > 1) {
      const width = Math.floor((tooNarrow + enough) / 2);
      if ((await stateAt(toolbar, width)).labels === last.labels) enough = width;
      else tooNarrow = width;
    }
    expect((await stateAt(toolbar, enough)).room).toBeLessThan(2);
  }
});

/** The state of a toolbar at a width of the window: its cut buttons, visible labels, and unused pixels. */
async function stateAt(toolbar: Locator, width: number) {
  await toolbar.page().setViewportSize({ width, height: 700 });
  return toolbar.evaluate(async (bar) => {
    // The second frame is drawn with the new width.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const { right } = bar.getBoundingClientRect();
    const buttons = [...bar.querySelectorAll("button")].filter((button) => button.checkVisibility());
    const widthOf = (element: Element | null) => element?.getBoundingClientRect().width ?? 0;
    return {
      cut: buttons
        .filter((button) => button.getBoundingClientRect().right > right)
        .map((button) => button.title),
      overflow: bar.scrollWidth - bar.clientWidth,
      labels: buttons.filter((button) => widthOf(button.querySelector("span")) > 1).length,
      room: widthOf(bar.querySelector(":scope > [role=status]")),
    };
  });
}

test("labels below the grid give way to the figures of a selection", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.page.setViewportSize({ width: 800, height: 700 });
  const label = grid.page.getByRole("button", { name: "Commands" }).locator("span");
  const width = () => label.evaluate((each) => each.getBoundingClientRect().width);
  await expect.poll(width).toBeGreaterThan(20);
  await grid.select(1, "Name");
  await grid.press("Shift+ArrowDown");
  await expect(grid.page.getByRole("region", { name: "Selection" })).toBeVisible();
  await expect.poll(width).toBeLessThan(2);
});
