import type { Locator } from "playwright/test";
import { expect, type GridPage, test } from "../grid-page";

const name = { type: "single_line_text", name: "Name" };

test.describe("a page that is loaded", () => {
  test.use({ ownTab: true });

  test("an English page loads only one small font file", async ({ gridOf, page }) => {
    const fonts: string[] = [];
    page.on("request", (request) => {
      if (request.resourceType() === "font") fonts.push(request.url());
    });
    const grid = await gridOf({ fields: [name], records: [{ Name: "Ada -> Grace, 3x4" }] });
    await expect(grid.cell(1, "Name")).toHaveText("Ada -> Grace, 3x4");
    await expect.poll(() => page.evaluate(() => document.fonts.check("13px 'Inter Variable'"))).toBe(true);
    expect(new Set(fonts).size).toBe(1);
    expect(fonts[0]).toMatch(new RegExp(`^${new URL(page.url()).origin}/_next/static/media/inter-latin-`));
    const file = await page.request.get(fonts[0] ?? "");
    expect((await file.body()).length).toBeLessThan(60_000);
  });
});

for (const scale of [1, 2]) {
  test.describe(`at ${scale}×`, () => {
    test.use({ deviceScaleFactor: scale });

    test("row numbers share the baseline of the cells", async ({ gridOf }) => {
      const grid = await gridOf({
        fields: [name, { type: "number", name: "Size" }],
        records: [{ Name: "Ada", Size: 7 }],
      });
      await expect(grid.cell(1, "Size")).toContainText("7");
      for (const rowHeight of [24, 32, 56, 88]) {
        await showHeight(grid, rowHeight);
        const of = grid.row(1).getByRole("rowheader").locator("span").last();
        const number = await baseline(of);
        expect(Math.abs((await baseline(grid.cell(1, "Size").locator("> div"))) - number)).toBeLessThan(0.6);
      }
    });
  });
}

test("the row number column fits its numbers and the open button", async ({ gridOf }) => {
  const records = Array.from({ length: 1_001 }, (_, at) => ({ Name: `Row ${at + 1}` }));
  const grid = await gridOf({ fields: [name], records });
  const before = await boxOf(grid.cell(1, "Name"));
  await expect(grid.page.getByText("1,001 records", { exact: true })).toBeVisible();
  expect(await boxOf(grid.cell(1, "Name"))).toEqual(before);
  await grid.select(1, "Name");
  await grid.page.keyboard.press("Control+End");
  await expect(grid.row(1_001)).toBeVisible();
  await grid.row(1_001).hover();
  const number = await boxOf(grid.row(1_001).getByText("1001", { exact: true }));
  const button = await boxOf(grid.row(1_001).getByTitle("Open record"));
  expect(button.x + button.width).toBeLessThanOrEqual(number.x);
});

test("tall rows align content at the top, and thumbnails grow", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [name, { type: "attachments", name: "Files" }, { type: "rating", name: "Stars" }],
    records: [{ Name: "Ada", Stars: 3 }],
  });
  const dot = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");
  await grid.cell(1, "Files").dblclick();
  await grid.editor(1, "Files").setInputFiles([{ name: "dot.gif", mimeType: "image/gif", buffer: dot }]);
  await expect(grid.cell(1, "Files").getByRole("button", { name: "Remove dot.gif" })).toBeVisible();
  await grid.page.keyboard.press("Enter");
  await expect.poll(async () => ((await grid.stored(1)).Files as unknown[]).length).toBe(1);
  await showHeight(grid, 88);
  const picture = await boxOf(grid.cell(1, "Files").getByRole("img"));
  const row = await boxOf(grid.row(1));
  expect(picture.height).toBe(68);
  expect(picture.y - row.y).toBeLessThan(8);
  const stars = await boxOf(grid.cell(1, "Stars").getByRole("img"));
  expect(stars.y + stars.height - row.y).toBeLessThan(28);
});

test("the long text editor covers its cell, with the text in place", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [name, { type: "long_text", name: "Notes" }],
    records: [{ Name: "Ada", Notes: "First line" }],
  });
  for (const rowHeight of [24, 32, 88]) {
    await showHeight(grid, rowHeight);
    const cell = await boxOf(grid.cell(1, "Notes"));
    const shown = await baseline(grid.cell(1, "Notes").locator("> div").first());
    await grid.cell(1, "Notes").dblclick();
    const editor = grid.editor(1, "Notes");
    const box = await boxOf(editor);
    expect([box.x, box.y]).toEqual([cell.x, cell.y]);
    // A text area has no measurable baseline: its first line must have the height of the cell's.
    const top = await editor.evaluate((area) => Number.parseFloat(getComputedStyle(area).paddingTop));
    expect(Math.abs(cell.y + top + 15 - shown)).toBeLessThan(1.1);
    await grid.page.keyboard.press("Escape");
  }
});

test("headers of selected columns are tinted like row numbers", async ({ gridOf }) => {
  const grid = await gridOf({ fields: [name, { type: "number", name: "Size" }], records: [{ Name: "Ada" }] });
  const heading = (field: string) => grid.grid.getByRole("columnheader", { name: field, exact: true });
  await grid.select(1, "Size");
  const tint = await groundOf(grid.row(1).getByRole("rowheader"));
  expect(await groundOf(heading("Size"))).toBe(tint);
  expect(await groundOf(heading("Name"))).not.toBe(tint);
});

test("columns scroll under a shadow, and the new field button stays visible", async ({ gridOf, page }) => {
  const fields = Array.from({ length: 14 }, (_, at) => ({
    type: "single_line_text",
    name: `Field ${at + 1}`,
  }));
  const grid = await gridOf({ fields: [name, ...fields], records: [{ Name: "Ada" }] });
  const add = page.getByRole("button", { name: "New field" });
  await expect(add).toBeInViewport({ ratio: 1 });
  await expect(page.locator("[data-frozen-edge]")).toHaveCount(0);
  await grid.select(1, "Name");
  await page.keyboard.press("End");
  await expect(page.locator("[data-frozen-edge]")).toBeVisible();
  await expect(add).toBeInViewport({ ratio: 1 });
  // It does not cover the last header.
  const last = await boxOf(grid.grid.getByRole("columnheader", { name: "Field 14" }));
  await grid.grid
    .locator("xpath=..")
    .evaluate((scroller) => scroller.scrollTo({ left: scroller.scrollWidth }));
  await expect
    .poll(async () => (await boxOf(add)).x)
    .toBeGreaterThanOrEqual(
      (await boxOf(grid.grid.getByRole("columnheader", { name: "Field 14" }))).x + last.width - 1,
    );
});

test("an unsaved cell is marked in its corner, not by its ground", async ({ gridOf }) => {
  const fields = [name, { type: "number", name: "Size" }];
  const grid = await gridOf({ fields, records: [{ Size: 1 }, { Size: 2 }] });
  await grid.select(1, "Size");
  await grid.type("a lot");
  await grid.press("Enter");
  const cell = grid.cell(1, "Size");
  await expect(cell).toHaveAttribute("aria-invalid", "true");
  await grid.select(2, "Name");
  expect(await groundOf(cell)).toBe(await groundOf(grid.cell(2, "Size")));
  await expect(cell.locator("> span")).toBeVisible();
});

test("messages cover neither the open record nor the summaries", async ({ gridOf, page }) => {
  await page.setViewportSize({ width: 1024, height: 720 });
  const fields = [name, { type: "number", name: "Size" }];
  const grid = await gridOf({ fields, records: [{ Name: "Ada", Size: 1 }] });
  await grid.select(1, "Size");
  await grid.press("Space");
  await expect(grid.record("Ada")).toBeVisible();
  await grid.select(1, "Size");
  await grid.type("a lot");
  await grid.press("Enter");
  const message = page.locator("[data-sonner-toast]").first();
  const panel = await boxOf(grid.record("Ada"));
  const summaries = await boxOf(page.getByRole("toolbar", { name: "Summary" }));
  // It slides in from the bottom.
  const bottom = async () => (await boxOf(message)).y + (await boxOf(message)).height;
  await expect.poll(bottom).toBeLessThanOrEqual(summaries.y);
  const { x, width } = await boxOf(message);
  expect(x + width).toBeLessThanOrEqual(panel.x);
});

test("focus rings in panels are not clipped", async ({ gridOf, page }) => {
  const grid = await gridOf({ fields: [name], records: [{ Name: "Ada" }] });
  await page.getByRole("button", { name: "Filter" }).click();
  await page.getByRole("button", { name: "Add condition" }).click();
  const remove = page.getByRole("button", { name: /^Remove condition/ }).first();
  const room = await remove.evaluate((button) => {
    let box: Element | null = button;
    while (box && getComputedStyle(box).overflowY !== "auto") box = box.parentElement;
    return button.getBoundingClientRect().top - (box?.getBoundingClientRect().top ?? 0);
  });
  // A focus ring of two pixels, one pixel off the button.
  expect(room).toBeGreaterThanOrEqual(3);
  expect(grid.patches).toEqual([]);
});

function path({ base, table }: GridPage, rest: string): string {
  return `/bases/${base.id}/tables/${table.id}/${rest}`;
}

async function showHeight(grid: GridPage, rowHeight: number): Promise<void> {
  await grid.api.call(path(grid, `views/${grid.table.views[0]?.id}`), {
    method: "PATCH",
    body: { config: { rowHeight } },
  });
  await grid.open();
  await expect.poll(async () => (await boxOf(grid.row(1))).height).toBe(rowHeight);
}

async function boxOf(locator: Locator): Promise<{ x: number; y: number; width: number; height: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not in sight");
  return box;
}

/** The position of the first line of an element's text. */
function baseline(locator: Locator): Promise<number> {
  return locator.evaluate((element) => {
    const mark = document.createElement("span");
    mark.style.cssText = "display: inline-block; width: 0; height: 0";
    element.prepend(mark);
    const { bottom } = mark.getBoundingClientRect();
    mark.remove();
    return bottom;
  });
}

function groundOf(locator: Locator): Promise<string> {
  return locator.evaluate((element) => getComputedStyle(element).backgroundColor);
}
