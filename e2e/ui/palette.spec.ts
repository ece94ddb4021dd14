import type { Locator, Page } from "playwright/test";
import type { ShownKey } from "../../lib/contract/keys";
import { violations } from "../axe";
import { expect, signIn, test } from "../grid-page";

const name = { type: "single_line_text", name: "Name" };
const fields = [name, { type: "number", name: "Budget" }, { type: "date", name: "Due" }];

function paletteOf(page: Page): { dialog: Locator; options: Locator; input: Locator } {
  const dialog = page.getByRole("dialog", { name: "Search and commands" });
  const input = dialog.getByRole("combobox", { name: "Find a command, table, view or record" });
  return { dialog, input, options: dialog.getByRole("option") };
}

test("the palette opens tables, views, fields, records and pages, and lists the recent ones", async ({
  gridOf,
}) => {
  const grid = await gridOf({
    fields,
    records: [{ Name: "Alpha" }, { Name: "Beta" }],
    others: { Clients: { fields: [name], records: [{ Name: "Alpine Club" }] } },
  });
  const { page, api, base, table } = grid;
  await api.post(`/bases/${base.id}/tables/${table.id}/views`, { name: "Late ones", type: "grid" });
  const { dialog, options, input } = paletteOf(page);

  await grid.select(2, "Name");
  await grid.press("Control+k");
  await expect(input).toBeFocused();
  await expect(options.filter({ hasText: "Clients" })).toHaveCount(1);
  expect(await violations(page)).toEqual([]);

  await grid.type("budget");
  await grid.press("Enter");
  await grid.expectFocus(2, "Budget");

  await grid.press("Control+k");
  await grid.type("late ones");
  await expect(options.first()).toHaveText("Late ones");
  await grid.press("Enter");
  await expect(page.getByRole("button", { name: "Views: Late ones" })).toBeVisible();
  await grid.expectOpen();

  // Records of the open table come before those of others.
  await grid.select(1, "Name");
  await grid.press("Control+k");
  await grid.type("alp");
  await expect(options).toHaveText(["AlphaProjects", "Alpine ClubClients"]);
  await grid.press("Enter");
  await expect(grid.record("Alpha")).toBeVisible();
  await expect(grid.record("Alpha")).toBeFocused();
  await page.keyboard.press("Escape");

  await grid.press("Control+k");
  await grid.type("alpine");
  await expect(options).toHaveText(["Alpine ClubClients"]);
  await grid.press("Enter");
  await expect(page.getByRole("grid", { name: "Clients" })).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Alpine Club" })).toBeVisible();

  await page.getByRole("button", { name: "Close record" }).click();
  await page.keyboard.press("Control+k");
  const recent = dialog.getByRole("group", { name: "Recent" }).getByRole("option");
  await expect(recent).toHaveText(["Alpine Club", "Alpha", "Projects", "Late onesProjects"]);
  await recent.filter({ hasText: /^Projects/ }).click();
  await expect(grid.grid).toBeVisible();
  await grid.expectOpen();

  // Pages without a table have it, too.
  await page.keyboard.press("Control+k");
  await page.keyboard.type("account");
  await expect(options.first()).toHaveText("Account");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/account$/);
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(recent.first()).toHaveText("Account", { timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
});

test("the palette opens the panels of the view", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records: [{ Name: "Alpha" }] });
  const { options } = paletteOf(grid.page);
  await grid.select(1, "Name");
  for (const [typed, title] of [
    ["filter", "Filter"],
    ["sort", "Sort"],
    ["colo", "Colours"],
  ] as const) {
    await grid.press("Control+k");
    await grid.type(typed);
    await expect(options.first()).toHaveText(title);
    await grid.press("Enter");
    const panel = grid.page.getByRole("dialog", { name: title, exact: true });
    await expect(panel.locator(":focus")).toBeVisible();
    await grid.press("Escape");
    await expect(panel).toBeHidden();
  }
});

test("the palette finds what the buttons of the page do, by the keyboard alone", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records: [{ Name: "Alpha" }] });
  const { page, base } = grid;
  const { dialog, options } = paletteOf(page);
  const find = async (typed: string, ...found: readonly string[]) => {
    await expect(async () => {
      await grid.press("Control+k");
      await expect(dialog).toBeVisible({ timeout: 1_000 });
    }).toPass();
    await grid.type(typed);
    for (const label of found) await expect(options.filter({ hasText: label })).toHaveCount(1);
  };
  const choose = async (typed: string, label = typed) => {
    await find(typed);
    await expect(options.first()).toContainText(label);
    await grid.press("Enter");
    await expect(dialog).toHaveCount(0);
  };

  await grid.select(1, "Budget");
  await grid.press("Control+k");
  for (const [at, heading] of ["Tables", "Settings", "Actions", "Edit"].entries()) {
    await expect(dialog.getByRole("group").nth(at)).toHaveAccessibleName(heading);
  }
  await expect(options.filter({ hasText: /one cell/ })).toHaveCount(0);
  await grid.press("Escape");
  await find("one cell", "Move up one cell");
  await grid.press("Escape");
  await find("help", "Show keyboard shortcuts", "API reference", "Formula reference");
  await grid.press("Escape");
  await find("system", "Theme: Same as the system");
  await grid.press("Escape");

  await choose("dark", "Theme: Dark");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await grid.expectFocus(1, "Budget");
  await choose("height tall", "Row height: Tall");
  await expect(grid.row(1)).toHaveCSS("height", "56px");
  await grid.expectFocus(1, "Budget");

  for (const [typed, title] of [
    ["new table", "New table"],
    ["new field", "New field"],
    ["new view", "New view"],
    ["share", "Share this database"],
  ] as const) {
    await choose(typed, title.split(" this")[0]);
    const opened = page.getByRole("dialog", { name: title });
    await expect(opened.locator(":focus")).toBeVisible();
    await grid.press("Escape");
    await expect(opened).toHaveCount(0);
    await grid.expectFocus(1, "Budget");
  }

  await choose("new record", "New record");
  await grid.expectFocus(2, "Name");
  // The open database leads back from its other pages, whichever others have its name.
  await grid.api.post("/bases", { name: base.name });
  await choose("trash", "Trash");
  await expect(page).toHaveURL(/\/trash$/);
  await choose(base.name);
  await grid.expectOpen();
  await choose("sign out", "Sign out");
  await expect(page).toHaveURL(/\/login/);
  // Enter on a palette that was only opened must not sign out.
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain("sign-out");
});

test("the palette offers readers only what they may do", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records: [{ Name: "Alpha" }] });
  const given = { name: "Guest", scopes: ["read"], databases: [grid.base.id] };
  const { body } = await grid.api.post<ShownKey>("/keys", given);
  await signIn(grid.page, body.key);
  await grid.open();
  const { options } = paletteOf(grid.page);
  await grid.select(1, "Name");
  await grid.press("Control+k");
  await grid.type("row height");
  await expect(options).toHaveCount(4);
  await grid.press("ControlOrMeta+a");
  await grid.type("new ");
  await expect(options.first()).toContainText("What’s new");
  await expect(options.filter({ hasText: /^New (table|view|field|record)/ })).toHaveCount(0);
});

test("requests for records are cancelled when typing goes on, and Escape returns the focus", async ({
  gridOf,
}) => {
  const grid = await gridOf({ fields, records: [{ Name: "Alpha" }] });
  const { page } = grid;
  const { options, dialog } = paletteOf(page);
  const failed: string[] = [];
  page.on("requestfailed", (request) => failed.push(request.postData() ?? ""));
  let tell = () => {};
  const isHeld = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route("**/records/list", async (route) => {
    if (!route.request().postData()?.includes('"alx"')) return route.continue();
    tell();
  });
  await grid.select(1, "Budget");
  await grid.press("Control+k");
  await grid.type("alx");
  await expect(dialog.getByText("Searching records…")).toBeVisible();
  await isHeld;
  await grid.press("Backspace", "p");
  await expect(options).toHaveText(["AlphaProjects"]);
  await expect.poll(() => failed.join()).toContain('"alx"');
  await grid.press("Escape");
  await grid.expectFocus(1, "Budget");
});

test("Enter waits for what is found for the whole text, and chooses the first of it", async ({ gridOf }) => {
  const grid = await gridOf({
    fields,
    records: [{ Name: "Zebra" }, { Name: "Zebu" }],
    others: { Zebus: { fields: [name] } },
  });
  const { page } = grid;
  const { dialog } = paletteOf(page);
  await grid.select(1, "Budget");
  await grid.press("Control+k");
  await grid.type("zebu");
  // The highlight goes to another entry, before the text becomes longer.
  await grid.press("ArrowDown");
  await grid.press("Backspace", "r", "a", "Enter");
  await expect(grid.record("Zebra")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await grid.press("Escape");

  await grid.select(1, "Budget");
  await grid.press("Control+k");
  await grid.type("nobody");
  await grid.press("Enter");
  await expect(dialog.getByText("Nothing found")).toBeVisible();
  await grid.press("ControlOrMeta+a");
  await grid.type("zebus");
  await grid.press("Enter");
  await expect(page.getByRole("grid", { name: "Zebus" })).toBeVisible();
});

test("tables that the tabs have no room for are listed with a search", async ({ gridOf }) => {
  const others = Object.fromEntries(
    Array.from({ length: 24 }, (_, index) => [`Quarterly report ${index + 1}`, { fields: [name] }]),
  );
  const grid = await gridOf({ fields, others });
  const { page } = grid;
  const button = page.getByRole("button", { name: "All tables" });
  await button.click();
  const dialog = page.getByRole("dialog", { name: "All tables" });
  await expect(dialog.getByRole("combobox", { name: "Find a table" })).toBeFocused();
  await expect(dialog.getByRole("option")).toHaveCount(25);
  await page.keyboard.press("Escape");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.type("report 17");
  await expect(dialog.getByRole("option")).toHaveText(["Quarterly report 17"]);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid", { name: "Quarterly report 17" })).toBeVisible();
  // The database opens with the table used last.
  await page.goto(`/database/${grid.base.id}`);
  await expect(page).toHaveURL(/\/t\w{10}$/);
  await expect(page.getByRole("grid", { name: "Quarterly report 17" })).toBeVisible();
});
