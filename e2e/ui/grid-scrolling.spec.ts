import type { Locator, Page } from "playwright/test";
import { expect, type GridPage, named, test } from "../grid-page";
import { hold } from "../hold";
import { main } from "../rounds";

const many = 100_000;
const twoFields = [
  { type: "single_line_text", name: "Name" },
  { type: "number", name: "Size" },
];

test("any of 100,000 rows can be reached by keyboard and scrollbar", async ({ gridOf }) => {
  test.setTimeout(180_000);
  const grid = await gridOf({ fields: twoFields, records: named(many) });
  await expect(grid.grid).toHaveAttribute("aria-rowcount", String(many + 1));
  await expect(grid.page.getByText("100,000 records", { exact: true })).toBeVisible();

  await test.step("Mod+End, and typing at once", async () => {
    await grid.select(1, "Name");
    await grid.press("Control+End");
    await grid.type("77");
    await grid.press("Enter");
    await expect(grid.cell(many, "Name")).toHaveText(`Project ${many}`);
    await expect(grid.cell(many, "Size")).toHaveText("77.0");
    await grid.expectFocus(many, "Size");
    await expect(grid.cell(many, "Size")).toBeInViewport({ ratio: 1 });
    await grid.expectStored(many, "Size", 77);
  });

  await test.step("Mod+Home", async () => {
    await grid.press("Control+Home");
    await grid.expectFocus(1, "Name");
    await expect(grid.cell(1, "Name")).toBeInViewport({ ratio: 1 });
  });

  await test.step("the scrollbar, dragged to the middle and to the end", async () => {
    await scrollTo(grid.page, 0.5);
    await expect(grid.cell(many / 2, "Name")).toHaveText(`Project ${many / 2}`);
    await scrollTo(grid.page, 1);
    await expect(grid.cell(many, "Name")).toHaveText(`Project ${many}`);
    await expect(grid.cell(many, "Name")).toBeInViewport({ ratio: 1 });
    await expect(grid.page.getByRole("button", { name: "New record" })).toBeInViewport({ ratio: 1 });
  });

  await test.step("the cell that was left keeps the focus, and a key leads back to it", async () => {
    await grid.press("ArrowDown");
    await grid.expectFocus(2, "Name");
    await expect(grid.cell(2, "Name")).toBeInViewport({ ratio: 1 });
  });

  await test.step("only what is in sight is in the page, and in its order", async () => {
    for (const share of [0.31, 0.3, 0.8, 0.799]) {
      await scrollTo(grid.page, share);
      await expect(grid.cell(Math.round(many * share), "Name")).toBeInViewport();
      await expect.poll(() => isInOrder(grid.grid)).toBe(true);
      expect(await grid.grid.getByRole("row").count()).toBeLessThan(60);
    }
  });
});

test("an editor keeps its input when its row is scrolled out of view", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(3_000) });
  await grid.select(2, "Name");
  await grid.type("Half");
  for (const share of [0.5, 1, 0.2]) {
    await scrollTo(grid.page, share);
    await expect(grid.cell(Math.max(1, Math.round(3_000 * share)), "Name")).toBeInViewport();
  }
  await grid.type(" typed");
  await grid.press("Enter");
  await grid.expectFocus(3, "Name");
  await expect(grid.cell(2, "Name")).toHaveText("Half typed");
  await grid.expectStored(2, "Name", "Half typed");
});

test("rows that load slowly are rendered with only their numbers", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(1_000) });
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "1001");
  const go = await hold(grid.page, "**/records/list");
  await scrollTo(grid.page, 0.5);
  await expect(grid.row(500).getByRole("rowheader")).toHaveText("500");
  await expect(grid.cell(500, "Name")).toHaveText("");
  go();
  await expect(grid.cell(500, "Name")).toHaveText("Project 500");
});

test("a view stores row height, frozen fields and widths", async ({ gridOf }) => {
  const fields = Array.from({ length: 30 }, (_, index) => ({
    type: "single_line_text",
    name: `Field ${index + 1}`,
  }));
  const records = Array.from({ length: 300 }, (_, index) => ({ "Field 1": `row ${index + 1}` }));
  const grid = await gridOf({ fields, records });
  const { api, base, table, page } = grid;
  const config = {
    rowHeight: 88,
    frozenFieldCount: 3,
    fieldWidths: { [grid.fieldId("Field 2")]: 150, [grid.fieldId("Field 3")]: 90 },
  };
  await api.patch(`/bases/${base.id}/tables/${table.id}/views/${table.views[0]?.id}`, { config });
  await grid.open();
  await grid.select(1, "Field 1");
  expect((await grid.row(1).boundingBox())?.height).toBe(88);
  expect((await grid.cell(1, "Field 3").boundingBox())?.width).toBe(90);
  await grid.press("Control+End");
  await grid.expectFocus(300, "Field 30");
  await expect(grid.cell(300, "Field 30")).toBeInViewport({ ratio: 1 });
  for (const name of ["Field 1", "Field 2", "Field 3"]) {
    await expect(grid.cell(300, name)).toBeInViewport({ ratio: 1 });
  }
  await expect(grid.cell(300, "Field 1")).toHaveText("row 300");
  await expect(grid.cell(300, "Field 4")).toHaveCount(0);
  await scrollTo(page, 0);
  await expect(grid.cell(1, "Field 2")).toBeInViewport({ ratio: 1 });
});

test("input for a row that is still loading is not lost", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(1_000) });
  await grid.page.route("**/records/list", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  // The records have not been counted yet, either.
  await grid.open();
  await grid.select(1, "Name");
  await grid.press("Control+ArrowDown");
  await grid.type("Typed aheaf");
  await grid.press("Backspace");
  await grid.type("d");
  await grid.press("Tab");
  await grid.type("12");
  await grid.press("Enter");
  await expect(grid.cell(1_000, "Name")).toHaveText("Typed ahead");
  await expect(grid.cell(1_000, "Size")).toHaveText("12.0");
  await grid.expectStored(1_000, "Name", "Typed ahead");
  await grid.expectStored(1_000, "Size", 12);
  expect(grid.patches).toHaveLength(2);
});

test("of 200 fields only visible ones are rendered", async ({ gridOf }) => {
  const fields = Array.from({ length: 200 }, (_, index) => ({
    type: "single_line_text",
    name: `Field ${index + 1}`,
  }));
  const grid = await gridOf({ fields, records: [{ "Field 1": "first", "Field 200": "last" }] });
  await expect(grid.grid).toHaveAttribute("aria-colcount", "201");
  await grid.select(1, "Field 1");
  await grid.press("End");
  await grid.expectFocus(1, "Field 200");
  await expect(grid.cell(1, "Field 200")).toHaveText("last");
  await expect(grid.cell(1, "Field 200")).toBeInViewport({ ratio: 1 });
  // The primary field stays visible.
  await expect(grid.cell(1, "Field 1")).toBeInViewport({ ratio: 1 });
  expect(await grid.grid.getByRole("gridcell").count()).toBeLessThan(30);
  await grid.press("ArrowLeft", "Home");
  await grid.expectFocus(1, "Field 1");
});

test("an offline edit is kept, announced, and sent when the connection is back", main, async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(3) });
  const { page } = grid;
  await grid.select(1, "Name");
  await page.context().setOffline(true);
  await grid.type("Kept");
  await grid.press("Enter");
  await grid.type("Too");
  await grid.press("Enter");
  await expect(grid.cell(1, "Name")).toHaveText("Kept");
  await expect(page.getByRole("status").filter({ hasText: "2 changes are not saved yet" })).toBeVisible();
  await page.context().setOffline(false);
  await grid.expectStored(1, "Name", "Kept");
  await grid.expectStored(2, "Name", "Too");
  await expect(page.getByRole("status").filter({ hasText: "not saved" })).toHaveCount(0);
});

test("leaving asks for confirmation while changes are unsaved", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(1) });
  const { page } = grid;
  await grid.select(1, "Name");
  await page.context().setOffline(true);
  await grid.type("Kept");
  await grid.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "1 change is not saved yet" })).toBeVisible();
  const asked = page.waitForEvent("dialog");
  void page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
  await page.context().setOffline(false);
  await grid.expectStored(1, "Name", "Kept");
});

test("edits after the session ends wait and are saved after signing in again", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(2) });
  const { page } = grid;
  const cookies = await page.context().cookies();
  await grid.select(1, "Name");
  await page.context().clearCookies();
  await grid.type("Kept");
  await grid.press("Enter");
  await grid.type("Too");
  await grid.press("Enter");
  const status = page.getByRole("status").filter({ hasText: "You're signed out. Sign in in another tab" });
  await expect(status).toContainText("2 pending changes");
  await expect(grid.cell(1, "Name")).toHaveText("Kept");
  const asked = page.waitForEvent("dialog");
  void page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await page.context().addCookies(cookies);
  await grid.expectStored(1, "Name", "Kept");
  await grid.expectStored(2, "Name", "Too");
  await expect(status).toHaveCount(0);
});

test("leaving asks for confirmation while an editor has unsaved input", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(1) });
  const { page } = grid;
  await grid.select(1, "Name");
  await grid.type("Half a thought");
  await expect(grid.editor(1, "Name")).toHaveValue("Half a thought");
  const asked = page.waitForEvent("dialog");
  void page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await grid.press("Escape");
  await grid.expectFocus(1, "Name");
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

test("a click elsewhere cancels input queued for a row that is still loading", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(1_000) });
  await expect(grid.page.getByText("1,000 records", { exact: true })).toBeVisible();
  const goOn = await hold(grid.page, "**/records/list");
  await grid.select(2, "Name");
  await grid.press("Control+ArrowDown");
  await grid.expectFocus(1_000, "Name");
  await grid.press("Delete");
  await grid.type("x");
  await scrollTo(grid.page, 0);
  await grid.select(1, "Name");
  goOn();
  await grid.press("ArrowDown");
  await grid.type("Typed here");
  await grid.press("Enter");
  await grid.expectStored(2, "Name", "Typed here");
  await grid.expectStored(1, "Name", "Project 1");
  expect(grid.patches).toHaveLength(1);
});

test("commands on all rows wait until rows are counted; copying explains that it cannot", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields: twoFields, records: named(250) });
  const goOn = await holdCount(grid);
  await grid.open();
  await grid.select(1, "Name");
  await grid.press("Control+a", "Control+c");
  await expect(grid.page.getByText("The records are still being counted")).toBeVisible();
  await grid.press("Delete");
  goOn();
  await grid.expectColumn(
    "Name",
    Array.from({ length: 250 }, () => null),
  );
});

test("a paste beyond the known rows waits until they are counted", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(250) });
  const goOn = await holdCount(grid);
  await grid.open();
  await grid.select(1, "Name");
  const pasted = Array.from({ length: 252 }, (_, index) => `Row ${index + 1}`);
  await grid.paste({ text: pasted.join("\n") });
  // Commands that need no count still run in order.
  await grid.press("ArrowRight");
  await grid.type("7");
  await grid.press("Enter");
  expect(grid.writes).toEqual([]);
  goOn();
  await grid.expectColumn("Name", pasted);
  await expect(grid.page.getByText("252 records", { exact: true })).toBeVisible();
  await grid.expectStored(1, "Size", 7);
});

/** Holds the responses with the row count until the returned function is called. */
async function holdCount({ page }: GridPage): Promise<() => void> {
  const goOn = await hold(page, "**/records/list", (call) => call.postDataJSON().total === true);
  return () => goOn();
}

test("rows that fail to load show an error and can be retried", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(1_000) });
  const { page } = grid;
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "1001");
  await grid.select(1, "Name");
  await page.context().setOffline(true);
  await grid.press("Control+End");
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(grid.cell(1_000, "Name")).toHaveText("Project 1000");
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toHaveCount(0);
});

/** Scrolls the grid to a fraction of its height, like dragging the scrollbar, once the rows are counted. */
async function scrollTo(page: Page, share: number): Promise<void> {
  await expect(page.getByRole("grid")).not.toHaveAttribute("aria-rowcount", "-1");
  await page.getByRole("grid").evaluate((grid, to) => {
    const scroller = grid.parentElement as HTMLElement;
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * to;
  }, share);
}

/** Tests whether the rows have the same order in the DOM as on screen. */
async function isInOrder(grid: Locator): Promise<boolean> {
  const indexes = await grid
    .getByRole("row")
    .evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("aria-rowindex"))));
  return indexes.every((index, at) => at === 0 || index > (indexes[at - 1] ?? 0));
}
