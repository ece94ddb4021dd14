import { expect, named, test } from "../grid-page";
import { main } from "../rounds";

test("the grid exposes its name, its size and each cell's position to screen readers", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "4");
  await expect(grid.grid).toHaveAttribute("aria-colcount", "10");
  await expect(grid.grid.getByRole("columnheader", { name: "Name", exact: true })).toHaveAttribute(
    "aria-colindex",
    "2",
  );
  await expect(grid.row(2).getByRole("rowheader")).toHaveText("2");
  await expect(grid.row(2).getByRole("rowheader")).toHaveAttribute("aria-colindex", "1");
  await expect(grid.cell(2, "Name")).toHaveText("Project 2");
  await expect(grid.cell(2, "Name")).toHaveAttribute("aria-readonly", "false");
  await expect(grid.grid.getByRole("button", { name: "New record" })).toHaveCount(0);
});

test("arrow keys, Home, End and the edges", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(60) });
  await grid.select(2, "Notes");
  const journey: [key: string, row: number, field: string][] = [
    ["ArrowDown", 3, "Notes"],
    ["ArrowRight", 3, "Email"],
    ["ArrowUp", 2, "Email"],
    ["ArrowLeft", 2, "Notes"],
    ["Control+ArrowRight", 2, "Due"],
    ["ArrowRight", 2, "Due"],
    ["Control+ArrowDown", 60, "Due"],
    ["ArrowDown", 60, "Due"],
    ["Home", 60, "Name"],
    ["Control+ArrowUp", 1, "Name"],
    ["End", 1, "Due"],
    ["Control+End", 60, "Due"],
    ["Control+Home", 1, "Name"],
    ["ArrowUp", 1, "Name"],
    ["Control+ArrowLeft", 1, "Name"],
  ];
  for (const [key, row, field] of journey) {
    await grid.press(key);
    await grid.expectFocus(row, field);
    await expect(grid.cell(row, field)).toBeInViewport({ ratio: 0.5 });
  }
});

test("PageDown and PageUp move one screen, with Alt sideways", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(100) });
  await grid.select(1, "Name");
  await grid.press("PageDown");
  const row = Number(await grid.grid.locator("[role=row]:has(:focus)").getAttribute("aria-rowindex")) - 1;
  expect(row).toBeGreaterThan(5);
  expect(row).toBeLessThan(40);
  await grid.press("PageDown");
  await grid.expectFocus(row + row - 1, "Name");
  await grid.press("PageUp", "PageUp");
  await grid.expectFocus(1, "Name");
  await grid.press("Alt+PageDown");
  await expect(grid.cell(1, "Name")).not.toBeFocused();
  await grid.press("Alt+PageUp");
  await grid.expectFocus(1, "Name");
});

test(
  "Tab moves on, wraps, and leaves the grid at its end; Shift+Tab at its start",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ records: named(2) });
    await grid.select(1, "Stage");
    await grid.press("Tab", "Tab");
    await grid.expectFocus(2, "Name");
    await grid.press("Shift+Tab");
    await grid.expectFocus(1, "Due");
    await grid.press("Control+End", "Tab");
    await expect(grid.page.getByRole("button", { name: "New record" })).toBeFocused();
    await grid.press("Shift+Tab");
    await grid.expectFocus(2, "Due");
    await grid.press("Control+Home", "Shift+Tab");
    await expect(grid.grid.locator(":focus")).toHaveCount(0);
    await grid.press("Tab");
    await grid.expectFocus(1, "Name");
  },
);

test("the grid is one tab stop, and after Esc Tab leaves it from any cell", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(5) });
  await expect(grid.grid.locator("[tabindex='0']")).toHaveCount(1);
  await grid.select(3, "Email");
  await grid.press("Escape", "Tab");
  await expect(grid.page.getByRole("button", { name: "New record" })).toBeFocused();
  await grid.press("Shift+Tab");
  await grid.expectFocus(3, "Email");
  await grid.press("Tab");
  await grid.expectFocus(3, "Site");
  await expect(grid.grid.locator("[tabindex='0']")).toHaveCount(1);
});

test("Tab into a grid that was reached by a link selects the first cell, which takes typed text", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(2), others: { People: { records: named(2) } } });
  await grid.select(1, "Name");
  await grid.type("Before");
  await grid.press("Enter");
  await grid.expectStored(1, "Name", "Before");
  await grid.page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: "People" }).click();
  const people = grid.page.getByRole("grid", { name: "People", exact: true });
  await expect(people).toBeVisible();
  await grid.page.getByRole("button", { name: "New record" }).focus();
  await grid.press("Shift+Tab");
  await grid.type("Typed");
  await expect(people.locator("input, textarea").and(grid.page.getByLabel("Name"))).toHaveValue("Typed");
});

test("Tab into a fresh grid selects the first cell, which takes typed text", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.page.getByRole("button", { name: "New record" }).focus();
  await grid.press("Shift+Tab");
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.type("Typed");
  await expect(grid.editor(1, "Name")).toHaveValue("Typed");
  await grid.press("Enter");
  await grid.expectStored(1, "Name", "Typed");
});

test("Tab at the last cell while editing commits and leaves", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Due");
  await grid.type("2026-05-01");
  await grid.press("Tab");
  await expect(grid.page.getByRole("button", { name: "New record" })).toBeFocused();
  await grid.expectStored(1, "Due", "2026-05-01");
});

test("a row is added by keyboard alone and takes input at once", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Due");
  await grid.press("Tab", "Enter");
  await grid.expectFocus(2, "Name");
  await grid.type("Second");
  await grid.press("Enter");
  await grid.expectStored(2, "Name", "Second");
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "3");
  await expect(grid.page.getByText("2 records", { exact: true })).toBeVisible();
});

test("an empty table says what to do next", async ({ gridOf }) => {
  const grid = await gridOf({ records: [] });
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "1");
  await expect(grid.page.getByText("No records yet")).toBeVisible();
  await grid.page.getByRole("button", { name: "New record" }).click();
  await grid.expectFocus(1, "Name");
  await expect(grid.page.getByText("No records yet")).toHaveCount(0);
});

test("an unknown table is a 404; an unknown view shows the first one, with a note", async ({ gridOf }) => {
  const { page, table } = await gridOf({});
  const address = new URL(table.url).pathname;
  expect((await page.request.get(address)).status()).toBe(200);
  expect((await page.request.get(`${address}/${table.views[0]?.id}`)).status()).toBe(200);
  expect((await page.request.get(`${address}x`)).status()).toBe(404);
  await page.goto(`${address}/v123`);
  await expect(page.getByText("This view no longer exists. Showing “Grid view”.")).toBeVisible();
});

test("signed out, the table's URL redirects to sign in and back", async ({ gridOf, browser, baseURL }) => {
  const { table } = await gridOf({});
  const context = await browser.newContext({ baseURL });
  const address = new URL(table.url).pathname;
  const answer = await context.request.get(address, { maxRedirects: 0 });
  expect(answer.status()).toBe(307);
  expect(answer.headers().location).toContain(`/login?next=${encodeURIComponent(address)}`);
  await context.close();
});
