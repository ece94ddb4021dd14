import type { Locator } from "playwright/test";
import { expect, type GridPage, messages, named, test } from "../grid-page";
import { main } from "../rounds";

test.use({ viewport: { width: 375, height: 720 } });

const records = [
  { Name: "One", Notes: "of notes", Size: 1, Stage: "Open" },
  { Name: "Two", Done: true },
  { Notes: "without a name" },
];

test("records are cards with their name and the view's first fields", main, async ({ gridOf }) => {
  const grid = await gridOf({ records });
  await expect(grid.grid).toHaveCount(0);
  await expect(grid.cards.getByRole("listitem")).toHaveCount(3);
  const first = card(grid, "One");
  await expect(first).toContainText("of notes");
  await expect(first.getByRole("term")).toHaveText(["Notes", "Email", "Site", "Size"]);
  await expect(grid.cards.getByRole("link")).toHaveText(["One", "Two", "Unnamed record"]);
  await hide(grid, "Notes", "Email");
  await grid.page.reload();
  await expect(first.getByRole("term")).toHaveText(["Site", "Size", "Budget", "Done"]);
  await expect(first).not.toContainText("of notes");
  expect(await grid.page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test("a tap opens the record full-screen; closing focuses its card", async ({ gridOf }) => {
  const grid = await gridOf({ records });
  await card(grid, "Two").click();
  const panel = grid.record("Two");
  await expect(panel).toBeFocused();
  const box = await panel.boundingBox();
  expect(box).toEqual({ x: 0, y: 0, width: 375, height: 720 });
  // The page below is inert.
  await expect(grid.page.locator("[inert]").filter({ has: grid.cards })).toHaveCount(1);
  await expect(grid.page.locator("[inert]").filter({ has: grid.page.getByRole("navigation") })).toHaveCount(
    1,
  );
  await panel.getByRole("button", { name: "Close record" }).click();
  await expect(panel).toHaveCount(0);
  await expect(grid.cards.getByRole("link", { name: "Two" })).toBeFocused();
  await grid.press("Enter");
  await expect(panel).toBeFocused();
  await grid.page.goBack();
  await expect(panel).toHaveCount(0);
});

test("edits show on the card, and rejected ones show the reason", async ({ gridOf }) => {
  const grid = await gridOf({ records });
  await card(grid, "One").click();
  const panel = grid.record("One");
  await panel.getByRole("button", { name: "Edit Size" }).click();
  await grid.type("2");
  await panel.getByRole("button", { name: "Edit Email" }).click();
  await grid.type("nobody");
  await grid.press("Enter");
  await expect(panel.getByRole("button", { name: "Edit Email" })).toHaveAccessibleDescription(/Email/);
  await panel.getByRole("button", { name: "Close record" }).click();
  await expect(card(grid, "One")).toContainText("12");
  await grid.expectStored(1, "Size", 12);
});

test("leaving asks for confirmation while the record's editor has unsaved input", async ({ gridOf }) => {
  const grid = await gridOf({ records });
  const { page } = grid;
  await card(grid, "One").click();
  const panel = grid.record("One");
  await panel.getByRole("button", { name: "Edit Notes" }).click();
  await grid.type(" and more");
  // The editor's script may come only now.
  await expect(panel.getByRole("textbox", { name: "Notes" })).toHaveValue(/ and more$/);
  const asked = page.waitForEvent("dialog");
  void page.close({ runBeforeUnload: true });
  await (await asked).dismiss();
  await grid.press("Escape");
  await expect(panel.getByRole("button", { name: "Edit Notes" })).toBeFocused();
  const closed = page.waitForEvent("close");
  await page.close({ runBeforeUnload: true });
  await closed;
});

test("undo, redo and commands work by tap and by keyboard", async ({ gridOf }) => {
  const grid = await gridOf({ records });
  const button = (name: string) => grid.page.getByRole("button", { name, exact: true });
  await card(grid, "One").click();
  await grid.record("One").getByRole("button", { name: "Edit Size" }).click();
  await grid.type("2");
  await grid.press("Enter");
  await grid.expectStored(1, "Size", 12);
  await button("Close record").click();
  await button("Undo").click();
  await expect(grid.page.getByText("Undid: edit 1 cell")).toBeVisible();
  await expect(card(grid, "One")).toContainText("1.0");
  // The message does not cover it.
  await button("Redo").click({ timeout: 5_000 });
  await expect(grid.page.getByText("Redid: edit 1 cell")).toBeVisible();
  await grid.expectStored(1, "Size", 12);
  await grid.press("Control+z");
  await expect(grid.page.getByText("Undid: edit 1 cell")).toBeVisible();
  await grid.expectStored(1, "Size", 1);
  await grid.press("Control+k");
  await grid.type("redo");
  await grid.press("Enter");
  await expect(grid.page.getByText("Redid: edit 1 cell")).toBeVisible();
  await grid.expectStored(1, "Size", 12);
  await grid.press("Control+/");
  const keys = grid.page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys.getByRole("term")).toHaveText([
    "Save",
    "Print",
    "Undo",
    "Redo",
    "Search all records",
    "Find and replace",
    "Show all commands",
    "Show keyboard shortcuts",
  ]);
  await grid.press("Escape");
  await button("Commands").click();
  await grid.page.getByRole("option", { name: "Search all records" }).click();
  await expect(grid.page.getByRole("searchbox")).toBeFocused();
});

test("a new record is created and opened", async ({ gridOf }) => {
  const grid = await gridOf({});
  await expect(grid.page.getByText("No records yet")).toBeVisible();
  await grid.page.getByRole("button", { name: "New record" }).click();
  const panel = grid.record("Unnamed record");
  await expect(panel).toBeFocused();
  await panel.getByRole("button", { name: "Edit Name" }).click();
  await grid.type("First");
  await grid.press("Enter");
  await grid.expectColumn("Name", ["First"]);
  await grid.record("First").getByRole("button", { name: "Close record" }).click();
  await expect(card(grid, "First")).toBeVisible();
  await expect(grid.page.getByText("1 record", { exact: true })).toBeVisible();
});

test("offline edits wait, with a note on the record until they are saved", async ({ gridOf, context }) => {
  const grid = await gridOf({ records });
  await card(grid, "One").click();
  const panel = grid.record("One");
  await panel.getByRole("button", { name: "Edit Size" }).click();
  await context.setOffline(true);
  await grid.type("0");
  await grid.press("Enter");
  const status = panel.getByText("1 change is not saved yet");
  await expect(status).toBeVisible();
  await expect(panel.getByRole("group", { name: "Size" })).toContainText("10");
  await context.setOffline(false);
  await expect(status).toHaveCount(0);
  await grid.expectStored(1, "Size", 10);
});

test("a deleted record can be restored", async ({ gridOf }) => {
  const grid = await gridOf({ records });
  await card(grid, "Two").click();
  await grid.record("Two").getByRole("button", { name: "Delete record" }).click();
  await expect(grid.cards.getByRole("listitem")).toHaveCount(2);
  await messages(grid.page).getByRole("button", { name: "Undo" }).click();
  await expect(card(grid, "Two")).toBeVisible();
  await grid.expectColumn("Name", ["One", "Two", null]);
});

test("thousands of cards can be scrolled to, and few are rendered", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3_000) });
  await expect(grid.page.getByText("3,000 records", { exact: true })).toBeVisible();
  await card(grid, "Project 1").hover();
  await grid.page.mouse.wheel(0, 1_000_000);
  await expect(card(grid, "Project 3000")).toBeInViewport();
  await expect(card(grid, "Project 3000")).toHaveAttribute("aria-posinset", "3000");
  await expect(card(grid, "Project 3000")).toHaveAttribute("aria-setsize", "3000");
  expect(await grid.cards.getByRole("listitem").count()).toBeLessThan(30);
  await grid.cards.getByRole("link", { name: "Project 3000" }).click();
  await grid.record("Project 3000").getByRole("button", { name: "Previous record" }).click();
  await expect(grid.record("Project 2999")).toBeVisible();
});

test("a search and a filter narrow the cards", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(12) });
  await grid.page.getByRole("button", { name: "Search" }).click();
  await grid.type("Project 1");
  await expect(grid.cards.getByRole("listitem")).toHaveCount(4);
  await grid.type("x");
  await expect(grid.page.getByText("No matching records")).toBeVisible();
  await grid.press("Escape");
  await expect(grid.cards.getByRole("listitem").first()).toContainText("Project 1");
});

test("group headers collapse their cards; an edited record moves to its group", async ({ gridOf }) => {
  const grid = await gridOf({
    records: [
      { Name: "One", Stage: "Open" },
      { Name: "Two", Stage: "Shut" },
      { Name: "Three", Stage: "Open" },
      { Name: "Four" },
    ],
  });
  await group(grid, "Stage");
  const things = grid.cards.getByRole("listitem");
  const heading = (name: string) => grid.cards.getByRole("button", { name, exact: true });
  await expect(heading("Stage: Open, 2 records")).toHaveAttribute("aria-expanded", "true");
  await expect(things).toHaveText([/Open/, /One/, /Three/, /Shut/, /Two/, /Empty/, /Four/]);
  await heading("Stage: Open, 2 records").click();
  await expect(things).toHaveText([/Open/, /Shut/, /Two/, /Empty/, /Four/]);
  await expect(heading("Stage: Open, 2 records")).toHaveAttribute("aria-expanded", "false");
  await heading("Stage: Shut, 1 record").press("Enter");
  await expect(things).toHaveText([/Open/, /Shut/, /Empty/, /Four/]);
  await grid.page.reload();
  await expect(things).toHaveText([/Open/, /Shut/, /Empty/, /Four/]);
  // The current card is visible.
  await grid.page.getByRole("button", { name: "Search" }).click();
  await grid.type("Three");
  await expect(heading("Stage: Open, 1 record")).toBeVisible();
  await grid.press("Enter");
  await expect(card(grid, "Three")).toBeInViewport();
  await grid.press("Escape");
  await expect(things).toHaveText([/Open/, /One/, /Three/, /Shut/, /Empty/, /Four/]);

  await card(grid, "Four").click();
  const panel = grid.record("Four");
  await panel.getByRole("button", { name: "Edit Stage" }).click();
  await grid.type("Open");
  await grid.press("Enter");
  await panel.getByRole("button", { name: "Close record" }).click();
  await expect(things).toHaveText([/Open/, /One/, /Three/, /Four/, /Shut/]);
  await expect(heading("Stage: Open, 3 records")).toBeVisible();
});

test("a collapsed group stays visible after a search", async ({ gridOf }) => {
  const grid = await gridOf({
    records: named(80).map((record, index) => ({ ...record, Stage: index < 40 ? "Open" : "Shut" })),
  });
  await group(grid, "Stage");
  const heading = grid.cards.getByRole("button", { name: "Stage: Shut, 40 records", exact: true });
  await grid.page.getByRole("button", { name: "Search" }).click();
  await grid.type("Project");
  await expect(grid.page.getByText("80 results")).toBeVisible();
  await grid.press("Enter");
  await expect(grid.page.getByText("1 of 80")).toBeVisible();
  await card(grid, "Project 1").hover();
  await expect(async () => {
    await grid.page.mouse.wheel(0, 400);
    await expect(heading).toBeInViewport({ timeout: 100 });
  }).toPass();
  await heading.click();
  await expect(heading).toHaveAttribute("aria-expanded", "false");
  await expect(heading).toBeInViewport();
  await expect(card(grid, "Project 40")).toBeInViewport();
});

test("the grid returns when the window is wide enough", async ({ gridOf }) => {
  const grid = await gridOf({ records });
  await expect(card(grid, "One")).toBeVisible();
  await grid.page.setViewportSize({ width: 1280, height: 720 });
  await expect(grid.cell(1, "Name")).toHaveText("One");
  await expect(grid.cards).toHaveCount(0);
});

function card(grid: GridPage, name: string): Locator {
  return grid.cards.getByRole("listitem").filter({ has: grid.page.getByRole("link", { name, exact: true }) });
}

async function hide(grid: GridPage, ...names: string[]): Promise<void> {
  const [view] = grid.table.views;
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${view?.id}`;
  await grid.api.patch(path, { config: { hiddenFieldIds: names.map((name) => grid.fieldId(name)) } });
}

async function group(grid: GridPage, name: string): Promise<void> {
  const [view] = grid.table.views;
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${view?.id}`;
  await grid.api.patch(path, { config: { groups: [{ fieldId: grid.fieldId(name), direction: "asc" }] } });
  await grid.page.reload();
}
