import type { RecordPage } from "../../lib/contract/lists";
import type { Record } from "../../lib/contract/records";
import { expect, named, test } from "../grid-page";
import { hold } from "../hold";
import { main } from "../rounds";

test("Delete clears the whole selection in one call", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(5).map((record) => ({ ...record, Size: 1, Done: true })) });
  await grid.drag(grid.cell(1, "Size"), grid.cell(3, "Done"));
  await grid.press("Delete");
  await expect(grid.cell(2, "Size")).toHaveText("");
  await grid.expectColumn("Size", [null, null, null, 1, 1]);
  await grid.expectColumn("Done", [false, false, false, true, true]);
  await grid.expectColumn("Name", ["Project 1"]);
  expect(grid.writes).toEqual(["PUT bulk"]);
});

test("Delete also clears rows that are not loaded", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2_500).map((record) => ({ ...record, Size: 1 })) });
  await grid.select(1, "Size");
  await grid.press("Control+Space", "Delete");
  await grid.expectColumn("Size", [null, null], 2_499);
  await grid.expectColumn("Name", ["Project 2500"], 2_500);
  await expect(grid.cell(1, "Size")).toHaveText("");
});

test("Mod+D fills down and Mod+R fills right, into fields that accept the value", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "7", Notes: "Note" }, { Name: "8" }, { Name: "9" }] });
  await grid.drag(grid.cell(1, "Name"), grid.cell(3, "Notes"));
  await grid.press("Control+d");
  await grid.expectColumn("Name", ["7", "7", "7"]);
  await grid.expectColumn("Notes", ["Note", "Note", "Note"]);
  await grid.select(2, "Name");
  await grid.press("Shift+End", "Control+r");
  await grid.expectStored(2, "Size", 7);
  await grid.expectStored(2, "Budget", 7);
  await grid.expectStored(2, "Email", null);
  await grid.select(3, "Due");
  await grid.press("Control+d");
  await grid.expectStored(3, "Due", null);
});

test("the fill handle continues series down, up and sideways", main, async ({ gridOf }) => {
  const grid = await gridOf({
    records: [
      {},
      { Name: "Item 1", Size: 10, Due: "2026-01-31", Stage: "Open" },
      { Name: "Item 2", Size: 20, Due: "2026-02-28", Stage: "Shut" },
      {},
      {},
    ],
  });
  const handle = grid.grid.locator("[data-handle]");
  await grid.drag(grid.cell(2, "Name"), grid.cell(3, "Due"));
  await grid.drag(handle, grid.cell(5, "Due"));
  await grid.expectColumn("Name", [null, "Item 1", "Item 2", "Item 3", "Item 4"]);
  await grid.expectColumn("Size", [null, 10, 20, 30, 40]);
  await grid.expectColumn("Due", [null, "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]);
  await grid.expectColumn("Stage", [null, "Open", "Shut", "Open", "Shut"]);
  await expect(grid.cell(5, "Due")).toHaveAttribute("aria-selected", "true");
  await grid.drag(grid.cell(2, "Size"), grid.cell(3, "Size"));
  await grid.drag(handle, grid.cell(1, "Size"));
  await grid.expectColumn("Size", [0, 10, 20]);
  await grid.select(1, "Size");
  await grid.drag(handle, grid.cell(1, "Budget"));
  await grid.expectStored(1, "Budget", 0);
});

test("a double click on the fill handle fills down to the next value, along the filled column", async ({
  gridOf,
}) => {
  const grid = await gridOf({
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "number", name: "Size" },
      { type: "number", name: "Budget" },
    ],
    records: [
      { Name: "A", Size: 1 },
      { Name: "B", Size: 2 },
      { Name: "C" },
      { Name: "D" },
      { Size: 9 },
      { Name: "F" },
    ],
  });
  const handle = grid.grid.locator("[data-handle]");
  await grid.drag(grid.cell(1, "Size"), grid.cell(2, "Size"));
  await handle.dblclick();
  await grid.expectColumn("Size", [1, 2, 3, 4, 9, null]);
  await grid.expectSelected("1 Size", "2 Size", "3 Size", "4 Size");
  await grid.press("Control+z");
  await grid.expectColumn("Size", [1, 2, null, null, 9, null]);
  await grid.select(1, "Budget");
  await handle.dblclick();
  await grid.expectAtRest();
  await grid.expectSelected("1 Budget", "2 Budget");
});

test("dragging the fill handle past the edge scrolls to the last row", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Size: 5 }, ...named(59)] });
  await grid.select(1, "Size");
  await grid.grid.locator("[data-handle]").hover();
  await grid.page.mouse.down();
  const box = (await grid.page.getByText("60 records", { exact: true }).boundingBox()) ?? { x: 0, y: 0 };
  await grid.page.mouse.move(box.x + 100, box.y + 20);
  await expect(grid.cell(60, "Size")).toBeInViewport({ ratio: 1 });
  await grid.cell(60, "Size").hover();
  await grid.page.mouse.up();
  await grid.expectColumn("Size", [5], 60);
});

test("Esc cancels dragging the fill handle", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(4) });
  await grid.select(1, "Name");
  await grid.grid.locator("[data-handle]").hover();
  await grid.page.mouse.down();
  await grid.cell(3, "Name").hover();
  await grid.press("Escape");
  await grid.page.mouse.up();
  await grid.expectFocus(1, "Name");
  await grid.expectColumn("Name", ["Project 1", "Project 2", "Project 3"]);
});

test("the menu continues a series by keyboard alone", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Size: 5 }, { Size: 10 }, {}, {}] });
  await grid.select(1, "Size");
  await grid.press("Control+Space", "Shift+F10");
  await grid.chooseByKeys("Continue series");
  await grid.expectColumn("Size", [5, 10, 15, 20]);
  await expect(grid.cell(1, "Size")).toBeFocused();
});

test("Mod+Enter fills the whole selection with the typed value", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(4) });
  await grid.drag(grid.cell(2, "Size"), grid.cell(4, "Budget"));
  await grid.type("12.5");
  await grid.press("Control+Enter");
  await grid.expectColumn("Size", [null, 12.5, 12.5, 12.5]);
  await grid.expectColumn("Budget", [null, 12.5, 12.5, 12.5]);
  // The typed cell is sent in a separate call, so that it overwrites nothing written by others.
  expect(grid.writes).toHaveLength(2);
  expect(grid.writes[1]).toBe("PUT bulk");
  await expect(grid.cell(2, "Size")).toBeFocused();
  await grid.press("Control+z");
  await grid.expectColumn("Size", [null, null, null, null]);
  await grid.expectColumn("Budget", [null, null, null, null]);
});

test("typing in a range moves on by Tab and Enter, and Mod+Enter fills it", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(4) });
  const writeEach = async (key: string, ...texts: string[]) => {
    for (const text of texts) {
      await grid.type(text);
      await grid.press(key);
    }
  };
  await grid.drag(grid.cell(2, "Size"), grid.cell(3, "Budget"));
  await writeEach("Tab", "1", "2", "3", "4");
  await grid.expectColumn("Size", [null, 1, 3, null]);
  await grid.expectColumn("Budget", [null, 2, 4, null]);
  await expect(grid.cell(2, "Size")).toBeFocused();
  await grid.expectSelected("2 Size", "2 Budget", "3 Size", "3 Budget");
  await writeEach("Enter", "5", "6", "7");
  await grid.expectColumn("Size", [null, 5, 6, null]);
  await grid.expectColumn("Budget", [null, 7, 4, null]);
  await expect(grid.cell(3, "Budget")).toBeFocused();
  await grid.press("Control+Enter");
  await grid.expectColumn("Size", [null, 4, 4, null]);
  await grid.expectColumn("Budget", [null, 4, 4, null]);
  // An arrow key continues from there.
  await grid.press("ArrowDown");
  await grid.expectFocus(4, "Budget");
});

test("Mod+Enter does not overwrite a newer value of another person in the edited cell", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(3) });
  await grid.drag(grid.cell(1, "Size"), grid.cell(3, "Size"));
  await grid.type("12");
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records`;
  const { id } = (await grid.api.post<RecordPage>(`${path}/list`, { limit: 1 })).body.records[0] as Record;
  await grid.api.patch(`${path}/${id}`, { record: { Size: 7 } });
  await grid.press("Control+Enter");
  await expect(grid.page.getByRole("region", { name: "Conflicts" })).toContainText("12");
  await grid.expectColumn("Size", [7, 12, 12]);
});

test("digits set a rating; shortcuts enter today and now", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "rating", name: "Stars" },
      { type: "date", name: "Due" },
      { type: "datetime", name: "At", template: { timezone: "UTC" } },
    ],
    records: named(1),
  });
  const before = Date.now();
  await grid.select(1, "Stars");
  await grid.press("4");
  await grid.expectStored(1, "Stars", 4);
  await grid.press("0");
  await grid.expectStored(1, "Stars", 0);
  await grid.select(1, "Due");
  await grid.press("Control+;");
  await expect.poll(async () => String((await grid.stored(1)).Due)).toMatch(/^\d{4}-\d\d-\d\d$/);
  await grid.select(1, "At");
  await grid.press("Control+Shift+;");
  await expect.poll(async () => Date.parse(String((await grid.stored(1)).At))).toBeGreaterThanOrEqual(before);
  await grid.press("Control+;");
  await expect.poll(async () => String((await grid.stored(1)).At)).toMatch(/T00:00:00\.000Z$/);
});

test("Space toggles all selected checkboxes", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.drag(grid.cell(1, "Done"), grid.cell(3, "Done"));
  await grid.press("Space");
  await grid.expectColumn("Done", [true, true, true]);
});

test("values filled while the server is unreachable are shown, and sent when it is back", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(5) });
  // The first use loads the command's script, which nobody can load without the server.
  await grid.drag(grid.cell(4, "Name"), grid.cell(5, "Name"));
  await grid.press("Control+d");
  await grid.expectStored(5, "Name", "Project 4");
  await grid.page.context().setOffline(true);
  await grid.drag(grid.cell(1, "Name"), grid.cell(4, "Name"));
  await grid.press("Control+d");
  await expect(grid.cell(4, "Name")).toHaveText("Project 1");
  await expect(grid.page.getByText(/3 changes are not saved yet/)).toBeVisible();
  await grid.page.context().setOffline(false);
  await grid.expectColumn("Name", ["Project 1", "Project 1", "Project 1", "Project 1", "Project 4"]);
  await expect(grid.page.getByText(/not saved yet/)).toHaveCount(0);
});

test("a long task shows its progress and can be cancelled between calls", async ({ gridOf }) => {
  const records = named(4_500).map((record) => ({ ...record, Size: 1 }));
  const grid = await gridOf({ records });
  const goOn = await hold(grid.page, "**/records/bulk");
  await grid.select(1, "Size");
  const asked = grid.page.waitForRequest("**/records/bulk");
  await grid.press("Control+Space", "Delete");
  const dialog = grid.page.getByRole("dialog", { name: "Clearing…" });
  await expect(dialog.getByRole("progressbar", { name: "Clearing" })).toBeVisible();
  await expect(dialog.getByText("2,000 of 4,500")).toBeVisible();
  await asked;
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(grid.page.getByText("Stopped before the end")).toBeVisible();
  await expect(grid.cell(1, "Size")).toBeFocused();
  goOn();
  await grid.expectColumn("Size", [null, 1], 2_000);
  expect(grid.writes).toEqual(["PUT bulk"]);
});
