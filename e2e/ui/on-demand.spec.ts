/** Parts of the table's page whose scripts are loaded after its first rows. */
import type { Page, Route } from "playwright/test";
import { openCalendar } from "../calendar-page";
import { expect, type GridPage, named, test } from "../grid-page";

// Their scripts must not be loaded yet.
test.use({ ownTab: true });

test("the toolbar is shown before its script has come, and can be used when it has", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
  const sort = grid.page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Sort" });
  await expect(sort).toBeVisible();
  await expect(sort).toBeDisabled();
  await expect(grid.page.getByRole("navigation", { name: "Tables" }).getByRole("link")).toHaveText([
    grid.table.name,
  ]);
  release();
  await sort.click();
  await expect(grid.page.getByRole("dialog", { name: "Sort" })).toBeVisible();
});

test("keys pressed while the list of commands loads reach its search", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await grid.select(1, "Name");
  await grid.press("Control+k");
  await grid.type("undo");
  release();
  await expect(grid.page.getByRole("combobox", { name: "Find a command" })).toHaveValue("undo");
  await grid.press("Escape", "Escape");
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
});

test("letters typed while the editor of formulas loads reach it", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const { page } = grid;
  const release = await holdLaterScripts(page, { withText: "Ctrl+Space for a list" });
  await reload(grid);
  await page.getByRole("button", { name: "New field" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Twice");
  await page.getByRole("combobox", { name: "Type", exact: true }).click();
  await page
    .getByRole("option", { name: /^Formula/ })
    .first()
    .click();
  await page.keyboard.type("{Budget} * 3");
  await grid.press("Backspace");
  await page.keyboard.type("2");
  release();
  await expect(page.getByRole("textbox", { name: "Formula" })).toHaveText("{Budget} * 2");
});

test("keys typed while the dialog of a new record loads change its text and add the record", async ({
  gridOf,
}) => {
  const grid = await gridOf({
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "date", name: "Start" },
    ],
  });
  const calendar = await openCalendar(grid, { startFieldId: "Start" });
  const release = await holdLaterScripts(grid.page, { withText: "Add and open" });
  await grid.page.reload();
  await grid.expectLive();
  await calendar.day(18).click();
  await grid.type("Evex");
  await grid.press("Backspace", "Enter");
  release();
  await calendar.expectOn(18, ["Eve"]);
});

test("letters typed after Esc while the list of commands loads reach the cell", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const release = await holdLaterScripts(grid.page, { withText: "Find a command" });
  await reload(grid);
  await grid.select(1, "Name");
  await grid.press("Control+k", "Escape");
  await grid.type("New");
  await grid.press("Enter");
  release();
  await grid.expectStored(1, "Name", "New");
  await expect(grid.cell(1, "Name")).toHaveText("New");
});

test("shortcuts pressed while the list of commands loads do not reach the grid", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await grid.select(2, "Name");
  await grid.press(
    "Control+k",
    "Control+k",
    "Control+Space",
    "Control+d",
    "Control+ArrowUp",
    "F2",
    "Alt+Enter",
  );
  await grid.type("x");
  release();
  await expect(grid.page.getByRole("combobox", { name: "Find a command" })).toHaveValue("x");
  await grid.press("Escape", "Escape");
  await grid.expectFocus(2, "Name");
  await grid.expectStored(2, "Name", "Project 2");
});

test("keys pressed for a list of commands that cannot be loaded do not reach the grid", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(1) });
  let fail = () => {};
  const isFailing = new Promise<void>((resolve) => {
    fail = resolve;
  });
  await holdLaterScripts(grid.page, { instead: (route) => isFailing.then(() => route.abort()) });
  await reload(grid);
  await grid.select(1, "Budget");
  await grid.press("ArrowRight");
  await grid.expectFocus(1, "Done");
  await grid.press("Control+k", "Control+k", "Space", "ArrowLeft");
  fail();
  await expect(grid.page.getByText("This part of the page could not be loaded")).toBeVisible();
  await grid.press("ArrowRight");
  await grid.expectFocus(1, "Stage");
  await expect(grid.cell(1, "Done").getByRole("checkbox")).not.toBeChecked();
});

test("a panel opened before its script has come focuses its first control when it has", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(1) });
  const release = await holdLaterScripts(grid.page, { withText: "w-2/5 max-w-44" });
  await reload(grid);
  await grid.expectLive();
  await grid.page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Sort" }).press("Enter");
  await expect(grid.page.getByRole("dialog", { name: "Sort" })).toBeFocused();
  release();
  await expect(grid.page.getByRole("button", { name: "Name", exact: true })).toBeFocused();
});

test("Tab before the script of a panel has come moves the focus when it has", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const { api, base, page, table } = grid;
  await api.patch(`/bases/${base.id}/tables/${table.id}/views/${table.views[0]?.id}`, {
    config: { sorts: [{ fieldId: grid.fieldId("Name"), direction: "asc" }] },
  });
  const release = await holdLaterScripts(page, { withText: "w-2/5 max-w-44" });
  await reload(grid);
  await grid.expectLive();
  const panel = page.getByRole("dialog", { name: "Sort" });
  await page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Sort" }).press("Enter");
  await expect(panel).toBeFocused();
  await grid.press("Tab", "Tab", "Shift+Tab", "Tab");
  release();
  await expect(panel.getByRole("combobox").nth(1)).toBeFocused();
});

test("a page that becomes narrow shows its records as cards when their script has come", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(1) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await grid.page.setViewportSize({ width: 375, height: 720 });
  await expect(grid.grid).toHaveCount(0);
  release();
  await expect(grid.cards.getByRole("listitem")).toContainText("Project 1");
});

test("a column's menu requested before its script has come opens when it has", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await grid.page.getByRole("columnheader", { name: "Name" }).click({ button: "right" });
  release();
  await expect(grid.page.getByRole("menuitem", { name: "Sort ascending" })).toBeVisible();
});

test("a paste before its script has come is done when it has, and keys after it follow", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(2) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await grid.select(1, "Name");
  await grid.paste({ text: "Pasted" });
  await grid.press("ArrowDown");
  await grid.type("Typed");
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
  release();
  await grid.expectColumn("Name", ["Pasted"]);
  await grid.press("Enter");
  await grid.expectColumn("Name", ["Pasted", "Typed"]);
});

test("a fill before its script has come is done when it has, and keys after it follow", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(2) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await grid.select(2, "Name");
  await grid.press("Control+d", "ArrowUp");
  await grid.type("Typed");
  await expect(grid.cell(2, "Name")).toHaveText("Project 2");
  release();
  await grid.expectColumn("Name", ["Project 1"], 2);
  await grid.press("Enter");
  await grid.expectColumn("Name", ["Typed", "Project 1"]);
});

test("a copy before any further script has come can be pasted at once", async ({ gridOf, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const grid = await gridOf({ records: named(2) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await grid.select(1, "Name");
  await grid.press("Control+c");
  expect((await grid.clipboard()).text).toBe("Project 1");
  release();
});

test("keys pressed while the editor of a select field loads reach its search", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await grid.select(1, "Stage");
  await grid.type("shu");
  await grid.press("Enter");
  release();
  await grid.expectStored(1, "Stage", "Shut");
});

test("Enter after a paste before its script has come confirms the preview", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const release = await holdLaterScripts(grid.page);
  await reload(grid);
  await grid.select(1, "Stage");
  await grid.paste({ text: "New" });
  await grid.press("Enter");
  release();
  await grid.expectStored(1, "Stage", "New");
});

test("the list of commands is loaded while the page is idle, and opens without a network", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(1) });
  const scripts = new Set<string>();
  grid.page.on("requestfinished", async (request) => {
    if (!request.url().includes("/_next/static/chunks/")) return;
    scripts.add(request.url());
    const text = await (await request.response())?.text().catch(() => "");
    if (text?.includes("Find a command")) scripts.add("the list");
  });
  await reload(grid);
  await expect(async () => {
    const { size } = scripts;
    await grid.page.waitForTimeout(1_000);
    expect(scripts).toContain("the list");
    expect(scripts.size).toBe(size);
  }).toPass();
  await grid.page.route("**/_next/static/**", (route) => route.abort());
  await grid.select(1, "Name");
  await grid.press("Control+k");
  await expect(grid.page.getByRole("combobox", { name: "Find a command" })).toBeVisible();
});

test("parts whose scripts cannot be loaded say so, and are loaded by Retry", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await holdLaterScripts(grid.page, { instead: (route) => route.abort() });
  await reload(grid);
  await grid.select(1, "Name");
  await grid.press("Control+k");
  await expect(grid.page.getByText("This part of the page could not be loaded")).toBeVisible();
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
  await expect(grid.page.getByRole("toolbar", { name: "View" })).toBeVisible();
  await grid.page.unrouteAll({ behavior: "ignoreErrors" });
  const retry = grid.page.getByRole("button", { name: "Retry" });
  await retry.click();
  await expect(async () => {
    // Each part that could not be loaded has a message of its own.
    if (await retry.isVisible()) await retry.click({ timeout: 1_000 });
    await expect(grid.page.getByRole("combobox", { name: "Find a command" })).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await grid.press("Escape");
  await grid.expectLive();
});

/** Does not wait for scripts, which may be held. */
async function reload(grid: GridPage): Promise<void> {
  await grid.page.reload({ waitUntil: "commit" });
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
}

interface Holding {
  /** Holds only scripts that contain this text. */
  readonly withText?: string;
  /** Does this at once instead of holding a script. */
  readonly instead?: (route: Route) => Promise<void>;
}

/** Holds each script that the page's HTML does not name until the returned function is called. */
async function holdLaterScripts(page: Page, { withText = "", instead }: Holding = {}): Promise<() => void> {
  const html = await (await page.request.get(page.url())).text();
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/_next/static/chunks/*.js", async (route) => {
    const isFirst = html.includes(new URL(route.request().url()).pathname.replace("/_next/", ""));
    if (isFirst) return route.continue();
    if (instead) return instead(route);
    const text = await (await fetch(route.request().url())).text();
    if (text.includes(withText)) await isReleased;
    await route.continue();
  });
  return () => {
    // Scripts are still being loaded when a test ends.
    void page.unrouteAll({ behavior: "ignoreErrors" });
    release();
  };
}
