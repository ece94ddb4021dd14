import type { ViewConfigUpdate } from "../../lib/contract/views";
import { expect, type GridPage, test } from "../grid-page";
import { expectValues } from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }, { label: "Won" }] } },
  { type: "number", name: "Size", template: { decimalPlaces: 0 } },
];
const records = ["One", "Two", "Three", "Four"].map((Name, index) => ({
  Name,
  Stage: "Open",
  Size: index + 1,
}));

test("a record that no longer matches the filter disappears once the cursor leaves it", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields, records });
  await showBy(grid, { filter: { field: "Stage", equals: "Open" } });
  await grid.select(2, "Stage");
  await grid.type("Won");
  await grid.press("Tab");
  await grid.expectStored(2, "Stage", "Won");
  await grid.expectFocus(2, "Size");
  // Input in the next cell belongs to the same record.
  await grid.type("22");
  await grid.press("Enter");
  await expectValues(grid, "Name", ["One", "Three", "Four"]);
  await expect(grid.page.getByText("3 records", { exact: true })).toBeVisible();
  await grid.expectStored(2, "Size", 22);
  // Returns to the column where Tab began.
  await grid.expectFocus(2, "Stage");
  await expect(grid.cell(2, "Name")).toHaveText("Three");
});

test("a click outside the grid leaves a record too", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records: records.slice(0, 1) });
  await showBy(grid, { filter: { field: "Stage", equals: "Open" } });
  await grid.select(1, "Stage");
  await grid.type("Won");
  await grid.press("Enter");
  await grid.expectStored(1, "Stage", "Won");
  await expect(grid.cell(1, "Stage")).toHaveText("Won");
  await grid.page.getByRole("button", { name: "Search" }).focus();
  await expect(grid.page.getByText("No matching records")).toBeVisible();
});

test("no record is missing on pages loaded after an edit of a filtered or sorted field", async ({
  gridOf,
}) => {
  const many = Array.from({ length: 450 }, (_, index) => ({
    Name: `Row ${index + 1}`,
    Stage: "Open",
    Size: index,
  }));
  const grid = await gridOf({ fields, records: many });
  await showBy(grid, {
    filter: { field: "Stage", equals: "Open" },
    sorts: [{ fieldId: grid.fieldId("Size"), direction: "asc" }],
  });
  await grid.select(5, "Stage");
  await grid.type("Won");
  await grid.press("Enter");
  await expect(grid.page.getByText("449 records", { exact: true })).toBeVisible();
  await expect(grid.cell(5, "Name")).toHaveText("Row 6");
  await grid.select(5, "Size");
  await grid.type("900");
  await grid.press("Enter");
  await expect(grid.cell(5, "Name")).toHaveText("Row 7");
  await grid.select(1, "Name");
  await grid.press("Control+End");
  await expect(grid.cell(449, "Name")).toHaveText("Row 6");
  await expect(grid.cell(448, "Name")).toHaveText("Row 450");
});

/** Saves these settings in the first view and opens it. */
async function showBy(grid: GridPage, config: ViewConfigUpdate): Promise<void> {
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${grid.table.views[0]?.id}`;
  expect((await grid.api.patch(path, { config })).status).toBe(200);
  await grid.open();
}
