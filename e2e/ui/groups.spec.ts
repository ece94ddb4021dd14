import type { Locator } from "playwright/test";
import type { Direction } from "../../lib/contract/direction";
import type { RecordPage } from "../../lib/contract/lists";
import type { Table } from "../../lib/contract/tables";
import { expect, type GridPage, test } from "../grid-page";
import { hold } from "../hold";
import { main } from "../rounds";
import { openPanel } from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  {
    type: "single_select",
    name: "Stage",
    template: { options: [{ label: "Open" }, { label: "Shut" }] },
  },
  { type: "single_line_text", name: "Owner" },
  { type: "checkbox", name: "Done" },
  { type: "number", name: "Size" },
];

/** Ordered by stage and owner: Open (Ada 1, 3; Bo 5), Shut (Ada 2), Empty (nobody 4). */
const records = [
  { Name: "One", Stage: "Open", Owner: "Ada", Done: true, Size: 10 },
  { Name: "Two", Stage: "Shut", Owner: "Ada", Size: 20 },
  { Name: "Three", Stage: "Open", Owner: "Ada", Size: 30 },
  { Name: "Four" },
  { Name: "Five", Stage: "Open", Owner: "Bo", Size: 50 },
];

/** A group header by its text. */
function header({ grid }: GridPage, name: string): Locator {
  return grid.getByRole("row", { name, exact: true });
}

/** The visible rows from the top: headers by their text, records by their names. */
async function expectShown(grid: GridPage, things: string[]): Promise<void> {
  await expect
    .poll(async () => {
      const rows = await grid.grid.locator("[role=rowgroup] [role=row]").evaluateAll((all) =>
        all.map((row) => ({
          y: row.getBoundingClientRect().y,
          says:
            row.querySelector("[aria-colspan] > .sr-only")?.textContent ??
            row.querySelector("[role=gridcell][aria-colindex='2']")?.textContent ??
            "",
        })),
      );
      return rows.toSorted((one, other) => one.y - other.y).map(({ says }) => says);
    })
    .toEqual(things);
}

async function groupBy(grid: GridPage, ...groups: [name: string, direction?: Direction][]): Promise<void> {
  const view = grid.table.views[0];
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${view?.id}`;
  const config = {
    groups: groups.map(([name, direction = "asc"]) => ({ fieldId: grid.fieldId(name), direction })),
  };
  expect((await grid.api.patch(path, { config })).status).toBe(200);
  await grid.open();
  // The records may load before their groups are counted.
  await expect(grid.page.locator("[data-group]").first()).toBeVisible();
}

function placeOf({ base, table }: GridPage): string {
  return `/bases/${base.id}/tables/${table.id}`;
}

test("each group has a header with its record count, which collapses it", main, async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const panel = await openPanel(grid, "Group");
  await panel.getByRole("button", { name: "Add group" }).click();
  await panel.getByRole("combobox").first().click();
  await grid.page.getByRole("option", { name: "Stage", exact: true }).click();
  await grid.press("Escape");
  const all = ["Stage: Open, 3 records", "One", "Three", "Five", "Stage: Shut, 1 record", "Two"];
  await expectShown(grid, [...all, "Stage: Empty, 1 record", "Four"]);
  const open = header(grid, "Stage: Open, 3 records");
  await expect(open).toHaveAttribute("aria-expanded", "true");
  await expect(open).toHaveAttribute("aria-level", "1");
  await expect(open.getByRole("gridcell")).toHaveCount(1);
  await expect(open).toContainText("Open");

  await open.click();
  await expect(open).toHaveAttribute("aria-expanded", "false");
  const collapsed = [
    "Stage: Open, 3 records",
    "Stage: Shut, 1 record",
    "Two",
    "Stage: Empty, 1 record",
    "Four",
  ];
  await expectShown(grid, collapsed);
  await grid.page.reload();
  await expectShown(grid, collapsed);
  await header(grid, "Stage: Open, 3 records").click();
  await expectShown(grid, [...all, "Stage: Empty, 1 record", "Four"]);
});

test("groups nest up to three levels", async ({ gridOf, page }) => {
  await page.setViewportSize({ width: 1700, height: 900 });
  const grid = await gridOf({ fields, records });
  await groupBy(grid, ["Stage"], ["Owner", "desc"], ["Done"]);
  const inOpen = [
    "Owner: Bo, 1 record",
    "Done: Unchecked, 1 record",
    "Five",
    "Owner: Ada, 2 records",
    "Done: Unchecked, 1 record",
    "Three",
    "Done: Checked, 1 record",
    "One",
  ];
  const others = [
    "Stage: Shut, 1 record",
    "Owner: Ada, 1 record",
    "Done: Unchecked, 1 record",
    "Two",
    "Stage: Empty, 1 record",
    "Owner: Empty, 1 record",
    "Done: Unchecked, 1 record",
    "Four",
  ];
  await expectShown(grid, ["Stage: Open, 3 records", ...inOpen, ...others]);
  await expect(header(grid, "Owner: Bo, 1 record")).toHaveAttribute("aria-level", "2");
  await header(grid, "Owner: Ada, 2 records").click();
  await expectShown(grid, ["Stage: Open, 3 records", ...inOpen.slice(0, 4), ...others]);
  await header(grid, "Stage: Open, 3 records").click();
  await expectShown(grid, ["Stage: Open, 3 records", ...others]);
  await header(grid, "Stage: Open, 3 records").click();
  await expectShown(grid, ["Stage: Open, 3 records", ...inOpen.slice(0, 4), ...others]);
});

test("a row added on a header takes the values of that group and its ancestors only", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await groupBy(grid, ["Stage"], ["Owner"]);
  const newRow = grid.page.getByRole("button", { name: "New record" });
  await grid.select(1, "Name");
  await grid.press("ArrowUp");
  await expect(header(grid, "Owner: Ada, 2 records")).toBeFocused();
  await newRow.click();
  await expect.poll(() => grid.stored(6)).toMatchObject({ Stage: "Open", Owner: "Ada" });
  await expect(header(grid, "Owner: Ada, 3 records")).toBeVisible();
  await expect(grid.cell(3, "Name")).toBeFocused();
  await grid.press("ArrowUp", "ArrowUp", "ArrowUp", "ArrowUp");
  await expect(header(grid, "Stage: Open, 4 records")).toBeFocused();
  await newRow.click();
  await expect.poll(() => grid.stored(7)).toMatchObject({ Stage: "Open", Owner: null });
});

test("headers are reached, collapsed and expanded by keyboard alone", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await groupBy(grid, ["Stage"]);
  const [open, shut, empty] = [
    "Stage: Open, 3 records",
    "Stage: Shut, 1 record",
    "Stage: Empty, 1 record",
  ].map((name) => header(grid, name)) as [Locator, Locator, Locator];
  await grid.select(1, "Owner");
  await grid.press("ArrowUp");
  await expect(open).toBeFocused();
  await expect(grid.grid.locator("[aria-selected=true]")).toHaveCount(0);
  await grid.press("ArrowDown", "ArrowDown", "ArrowDown", "ArrowDown");
  await expect(shut).toBeFocused();
  await grid.press("ArrowDown");
  await grid.expectFocus(4, "Owner");
  await grid.press("Alt+Shift+ArrowUp");
  await expect(shut).toHaveAttribute("aria-expanded", "false");
  await expect(shut).toBeFocused();
  await grid.press("ArrowUp");
  await grid.expectFocus(3, "Owner");
  await grid.press("Control+ArrowDown");
  await grid.expectFocus(5, "Owner");
  await grid.press("PageUp");
  await grid.expectFocus(1, "Owner");
  await grid.press("End", "ArrowDown", "ArrowDown", "Tab");
  await grid.expectFocus(5, "Name");
  await grid.press("Shift+Tab");
  await grid.expectFocus(3, "Size");
  await grid.press("Shift+ArrowDown");
  await grid.expectSelected("3 Size", "5 Size");
  await grid.press("ArrowDown");
  await expect(shut).toBeFocused();

  await grid.press("ArrowRight");
  await expect(shut).toHaveAttribute("aria-expanded", "true");
  await expect(shut).toBeFocused();
  await grid.press("ArrowRight");
  await grid.expectFocus(4, "Name");
  await grid.press("ArrowUp", "ArrowLeft");
  await expect(shut).toHaveAttribute("aria-expanded", "false");
  await grid.press("Space");
  await expect(shut).toHaveAttribute("aria-expanded", "true");
  await grid.press("Enter");
  await expect(shut).toHaveAttribute("aria-expanded", "false");
  await expect(shut).toBeFocused();

  const { length } = grid.writes;
  await grid.type("x");
  await grid.paste({ text: "x" });
  await grid.press("Delete", "Backspace", "F2", "Shift+Enter", "Control+Alt+-", "Shift+F10");
  await expect(shut).toBeFocused();
  await expect(grid.grid.locator("input, textarea")).toHaveCount(0);
  await expect(grid.page.getByRole("menu")).toHaveCount(0);
  expect(grid.writes.slice(length)).toEqual([]);

  await grid.press("ArrowUp", "Control+k");
  await grid.type("Collapse all");
  await grid.press("Enter");
  await expectShown(grid, ["Stage: Open, 3 records", "Stage: Shut, 1 record", "Stage: Empty, 1 record"]);
  await expect(open).toBeFocused();
  await grid.press("ArrowDown", "ArrowDown");
  await expect(empty).toBeFocused();
  await grid.press("ArrowDown");
  await expect(empty).toBeFocused();
  await grid.press("Tab");
  await expect(grid.grid.locator(":focus")).toHaveCount(0);
  await grid.press("Shift+Tab");
  await expect(empty).toBeFocused();
  await grid.press("Control+k");
  await grid.type("Expand all");
  await grid.press("Enter");
  await expect(empty).toBeFocused();
  await grid.press("ArrowUp");
  await grid.expectFocus(4, "Name");
  await grid.press("Control+/");
  await expect(grid.page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Collapse group");
});

test("on a header, Shift+arrow starts a range and Shift+Space selects the group's rows", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields, records });
  await groupBy(grid, ["Stage"]);
  const shut = header(grid, "Stage: Shut, 1 record");
  await grid.select(1, "Owner");
  await grid.press("ArrowUp", "Shift+ArrowDown");
  await grid.expectSelected("1 Owner");
  await grid.press("Shift+ArrowDown");
  await grid.expectSelected("1 Owner", "2 Owner");
  await grid.select(4, "Owner");
  await grid.press("ArrowUp");
  await expect(shut).toBeFocused();
  await grid.press("Shift+ArrowUp", "Shift+ArrowUp");
  await grid.expectSelected("2 Owner", "3 Owner");
  await grid.select(1, "Owner");
  await grid.press("ArrowUp", "Shift+Space");
  await expect(grid.grid.locator("[aria-selected=true]")).toHaveCount(3 * grid.table.fields.length);
});

test("all of 40 collapsed groups are reached by keyboard and scroll into view", async ({ gridOf }) => {
  const many = Array.from({ length: 80 }, (_, index) => ({ Name: `Project ${index + 1}`, Size: index % 40 }));
  const grid = await gridOf({ fields, records: many });
  await groupBy(grid, ["Size"]);
  await grid.select(1, "Name");
  await grid.press("Control+k");
  await grid.type("Collapse all");
  await grid.press("Enter");
  const first = header(grid, "Size: 0.0, 2 records");
  await expect(first).toBeFocused();
  for (let at = 1; at < 40; at += 1) await grid.press("ArrowDown");
  const last = header(grid, "Size: 39.0, 2 records");
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport();
  await grid.press("ArrowRight", "ArrowDown", "ArrowDown");
  await grid.expectFocus(80, "Name");
  await expect(grid.cell(80, "Name")).toBeInViewport();
  await grid.press("ArrowUp", "ArrowUp", "Control+ArrowUp");
  await expect(first).toBeFocused();
  await expect(first).toBeInViewport();
  // It stays in the page with the focus when scrolled out of view.
  await grid.page.mouse.move(600, 400);
  await grid.page.mouse.wheel(0, 3_000);
  await expect(last).toBeInViewport();
  await expect(first).toBeFocused();
});

test("headers and rows share one numbering, each with its level", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await groupBy(grid, ["Stage"], ["Owner"]);
  await expect(grid.grid).toHaveAttribute("aria-rowcount", String(1 + 7 + 5));
  const numbered = () =>
    grid.grid
      .locator("[role=rowgroup] [role=row]")
      .evaluateAll((rows) => rows.map((row) => [row.ariaRowIndex, row.ariaLevel].map(Number)));
  await expect
    .poll(numbered)
    .toEqual([1, 2, 3, 3, 2, 3, 1, 2, 3, 1, 2, 3].map((level, at) => [at + 2, level]));
  await header(grid, "Stage: Open, 3 records").click();
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "8");
  await expect.poll(numbered).toEqual([1, 1, 2, 3, 1, 2, 3].map((level, at) => [at + 2, level]));
});

test("an edited record moves to its group; undo moves it back", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await groupBy(grid, ["Owner"]);
  await expectShown(grid, [
    ...["Owner: Ada, 3 records", "One", "Two", "Three"],
    ...["Owner: Bo, 1 record", "Five", "Owner: Empty, 1 record", "Four"],
  ]);
  await grid.select(1, "Owner");
  await grid.type("Bo");
  await grid.press("Enter");
  await expectShown(grid, [
    ...["Owner: Ada, 2 records", "Two", "Three"],
    ...["Owner: Bo, 2 records", "One", "Five", "Owner: Empty, 1 record", "Four"],
  ]);
  await grid.press("Control+z");
  await expect(header(grid, "Owner: Ada, 3 records")).toBeVisible();
  await header(grid, "Owner: Ada, 3 records").click();
  await header(grid, "Owner: Empty, 1 record").click();
  await grid.page.getByRole("button", { name: "New record" }).click();
  await expectShown(grid, [
    ...["Owner: Ada, 4 records", "One", "Two", "Three", ""],
    ...["Owner: Bo, 1 record", "Five", "Owner: Empty, 1 record"],
  ]);
  await grid.expectFocus(4, "Name");
  await grid.press("Control+Alt+-");
  await expect(header(grid, "Owner: Ada, 3 records")).toBeVisible();
});

test("input in the next cell stays with a record that moved far away", async ({ gridOf }) => {
  const many = Array.from({ length: 300 }, (_, index) => ({ Name: `Project ${index + 1}`, Owner: "Ada" }));
  const grid = await gridOf({ fields, records: many });
  await groupBy(grid, ["Owner"]);
  const goOn = await hold(grid.page, "**/records/*", (call) => call.method() === "PATCH");
  await grid.select(1, "Owner");
  await grid.type("Zoe");
  await grid.press("Tab", "Tab");
  await grid.expectFocus(1, "Size");
  await grid.type("12");
  const saved = grid.page.waitForResponse((answer) => answer.request().method() === "PATCH");
  goOn();
  await saved;
  // A change by another person appears below the open editor, after rows would have been reloaded.
  const { id } = (await grid.api.post<RecordPage>(`${placeOf(grid)}/records/list`, { limit: 2 })).body
    .records[1] as { id: string };
  await grid.api.patch(`${placeOf(grid)}/records/${id}`, { record: { Name: "Ada's" } });
  await expect(grid.cell(2, "Name")).toHaveText("Ada's");
  await expect(grid.editor(1, "Size")).toBeFocused();
  await grid.type("34");
  await grid.press("Enter");
  await grid.expectStored(1, "Size", 1234);
  await expect(header(grid, "Owner: Ada, 299 records")).toBeVisible();
  await expect(grid.cell(1, "Name")).toHaveText("Ada's");
});

test("the cursor follows a new row to its position; if it is not shown, a message says so", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields, records });
  await groupBy(grid, ["Done"]);
  await grid.page.getByRole("button", { name: "New record" }).click();
  await expect(header(grid, "Done: Unchecked, 5 records")).toBeVisible();
  await grid.expectFocus(5, "Name");
  await grid.type("New");
  await grid.press("Enter");
  await grid.expectStored(6, "Name", "New");

  await grid.api.post(`${placeOf(grid)}/records/bulk`, {
    records: Array.from({ length: 1_500 }, (_, index) => ({ Name: `Undone ${index}` })),
  });
  await groupBy(grid, ["Done", "desc"]);
  await grid.select(1, "Name");
  // The new row is added at the end, and then belongs to the first group, far above.
  await grid.grid.hover();
  await grid.page.mouse.wheel(0, 1_000_000);
  await expect(grid.cell(1_506, "Name")).toBeVisible();
  await grid.page.getByRole("button", { name: "New record" }).click();
  await expect(grid.page.getByText("1 record added")).toBeVisible();
  await expect(grid.grid.locator("[aria-selected=true]")).toHaveCount(0);
  await grid.type("Nobody's");
  await grid.expectColumn("Name", ["One", null, "Two"]);
  await grid.expectColumn("Name", ["Undone 1499"], 1_507);
});

test("a block is pasted across a header, into the rows as listed", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await groupBy(grid, ["Stage"]);
  await grid.select(3, "Size");
  await grid.paste({ text: "1\n2\n3" });
  await expect(grid.cell(5, "Size")).toHaveText("3.0");
  await grid.expectSelected("3 Size", "4 Size", "5 Size");
  await grid.expectColumn("Size", [10, 30, 1, 2, 3]);
});

test("fields are summarized per group and in total by a chosen function", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await groupBy(grid, ["Stage"]);
  const bar = grid.page.getByRole("toolbar", { name: "Summary" });
  await bar.getByRole("button", { name: "Summary of Name" }).focus();
  await grid.press("End");
  await expect(bar.getByRole("button", { name: "Summary of Size" })).toBeFocused();
  await grid.press("Enter");
  const choices = grid.page.getByRole("menuitemradio");
  await expect(choices).toHaveText([
    "None",
    "Count",
    "Empty",
    "Filled",
    "Unique",
    "% empty",
    "% filled",
    "% unique",
    "Sum",
    "Average",
    "Median",
    "Min",
    "Max",
    "Range",
  ]);
  await choices.filter({ hasText: "Sum" }).click();
  await expect(bar.getByRole("button", { name: "Summary of Size: Sum 110.0" })).toBeVisible();
  await expect(header(grid, "Stage: Open, 3 records, Size sum 90.0")).toContainText("90.0");
  await expect(header(grid, "Stage: Empty, 1 record, Size sum 0.0")).toBeVisible();
  await bar.getByRole("button", { name: "Summary of Owner" }).click();
  await expect(choices).toHaveText([
    ...["None", "Count", "Empty", "Filled", "Unique", "% empty", "% filled", "% unique"],
  ]);
  await grid.page.getByRole("menuitemradio", { name: "Unique", exact: true }).click();
  await expect(header(grid, "Stage: Open, 3 records, Owner unique 2, Size sum 90.0")).toBeVisible();
  await grid.page.reload();
  await expect(header(grid, "Stage: Open, 3 records, Owner unique 2, Size sum 90.0")).toBeVisible();
  await grid.select(1, "Size");
  await grid.type("1");
  await grid.press("Enter");
  await expect(header(grid, "Stage: Open, 3 records, Owner unique 2, Size sum 81.0")).toBeVisible();
  await bar.getByRole("button", { name: "Summary of Owner: Unique 2" }).click();
  await choices.filter({ hasText: "None" }).click();
  await expect(header(grid, "Stage: Open, 3 records, Size sum 81.0")).toBeVisible();
});

test("of 60,000 records in three groups, one group is collapsed and the end is reached", async ({
  gridOf,
}) => {
  test.slow();
  const many = Array.from({ length: 60_000 }, (_, index) => ({
    Name: `Record ${index + 1}`,
    Owner: `${"ABC"[index % 3]}`,
  }));
  const grid = await gridOf({ fields, records: many });
  await groupBy(grid, ["Owner"]);
  await header(grid, "Owner: A, 20,000 records").click();
  await grid.select(20_001, "Name");
  await grid.press("Control+ArrowUp");
  await grid.expectFocus(20_001, "Name");
  await grid.press("Alt+Shift+ArrowUp");
  await expect(header(grid, "Owner: B, 20,000 records")).toHaveAttribute("aria-expanded", "false");
  await expect(header(grid, "Owner: B, 20,000 records")).toBeFocused();
  await grid.press("ArrowDown", "ArrowDown");
  await grid.expectFocus(40_001, "Name");
  await expect(grid.cell(40_001, "Name")).toHaveText("Record 3");
  await grid.press("Control+End");
  await expect(grid.cell(60_000, "Name")).toHaveText("Record 60000");
  await expect(grid.cell(60_000, "Name")).toBeInViewport();
  await grid.press("Control+Home");
  await grid.expectFocus(40_001, "Name");
  await expect(header(grid, "Owner: C, 20,000 records")).toBeInViewport();
  await grid.press("Alt+Shift+ArrowDown");
  await grid.press("ArrowUp", "ArrowUp");
  await grid.expectFocus(40_000, "Name");
  await expect(grid.cell(40_000, "Name")).toHaveText("Record 59999");
});

test("of more than 1,000 groups the first have headers, with a note", async ({ gridOf }) => {
  const many = Array.from({ length: 1_200 }, (_, index) => ({ Name: `Record ${index + 1}`, Size: index }));
  const grid = await gridOf({ fields, records: many });
  await groupBy(grid, ["Size"]);
  await expect(header(grid, "Size: 0.0, 1 record")).toBeVisible();
  await expect(grid.page.getByText("Only the first 1,000 groups have headers")).toBeVisible();
  await grid.select(1, "Name");
  await grid.press("Control+End");
  await expect(grid.cell(1_200, "Name")).toHaveText("Record 1200");
  await expect(grid.grid.locator("[role=row][aria-expanded]")).toHaveCount(0);
});

test("without groups there are no headers", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  await expectShown(grid, ["One", "Two", "Three", "Four", "Five"]);
  await grid.select(1, "Name");
  await grid.press("Alt+Shift+ArrowUp");
  await grid.expectFocus(1, "Name");
  const { body: table } = await grid.api.get<Table>(`/bases/${grid.base.id}/tables/${grid.table.id}`);
  expect(table.views[0]?.config.groups).toEqual([]);
});

test("arrow keys move within an open summary menu", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const bar = grid.page.getByRole("toolbar", { name: "Summary" });
  await bar.getByRole("button", { name: "Summary of Name" }).click();
  const none = grid.page.getByRole("menuitemradio", { name: "None" });
  const count = grid.page.getByRole("menuitemradio", { name: "Count" });
  await grid.press("ArrowDown");
  await expect(none.or(count).and(grid.page.locator(":focus"))).toBeVisible();
  await grid.press("ArrowRight", "End");
  await expect(grid.page.getByRole("menuitemradio").last()).toBeFocused();
  await grid.press("Escape");
  await expect(bar.getByRole("button", { name: "Summary of Name" })).toBeFocused();
});
