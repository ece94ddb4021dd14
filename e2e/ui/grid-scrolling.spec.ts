import type { Page } from "@playwright/test";
import { expect, named, test } from "../grid-page";

const many = 100_000;
const twoFields = [
  { type: "single_line_text", name: "Name" },
  { type: "number", name: "Size" },
];

test("of 100,000 rows any is in reach, by keyboard and by scrollbar", async ({ gridOf }) => {
  test.setTimeout(180_000);
  const grid = await gridOf({ fields: twoFields, records: named(many) });
  await expect(grid.grid).toHaveAttribute("aria-rowcount", String(many + 1));
  await expect(grid.page.getByText("100,000 records")).toBeVisible();

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
    await expect(grid.page.getByRole("button", { name: "New row" })).toBeInViewport({ ratio: 1 });
  });

  await test.step("the cell that was left keeps the focus, and a key leads back to it", async () => {
    await grid.press("ArrowDown");
    await grid.expectFocus(2, "Name");
    await expect(grid.cell(2, "Name")).toBeInViewport({ ratio: 1 });
  });

  await test.step("only what is in sight is in the page", async () => {
    expect(await grid.grid.getByRole("row").count()).toBeLessThan(80);
  });
});

test("what is typed into a row that is still being loaded is not lost", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(1_000) });
  await grid.page.route("**/records/list", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
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

test("of 200 fields only those in sight are in the page", async ({ gridOf }) => {
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
  // The primary field stays in sight.
  await expect(grid.cell(1, "Field 1")).toBeInViewport({ ratio: 1 });
  expect(await grid.grid.getByRole("gridcell").count()).toBeLessThan(30);
  await grid.press("ArrowLeft", "Home");
  await grid.expectFocus(1, "Field 1");
});

test("an edit without a connection is kept, said, and sent when the connection is back", async ({
  gridOf,
}) => {
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

test("leaving asks while something is not saved", async ({ gridOf }) => {
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

test("rows that cannot be loaded are said, and can be asked for again", async ({ gridOf }) => {
  const grid = await gridOf({ fields: twoFields, records: named(1_000) });
  const { page } = grid;
  await grid.select(1, "Name");
  await page.context().setOffline(true);
  await grid.press("Control+End");
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(grid.cell(1_000, "Name")).toHaveText("Project 1000");
  await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toHaveCount(0);
});

/** Moves the grid's scrollbar to a share of its way, as dragging its thumb does. */
async function scrollTo(page: Page, share: number): Promise<void> {
  await page.getByRole("grid").evaluate((grid, to) => {
    const scroller = grid.parentElement as HTMLElement;
    scroller.scrollTop = (scroller.scrollHeight - scroller.clientHeight) * to;
  }, share);
}
