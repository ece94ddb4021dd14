import type { Locator } from "playwright/test";
import type { Record } from "../../lib/contract/records";
import { expect, type GridPage, named, test } from "../grid-page";
import { hold } from "../hold";
import { main } from "../rounds";

const name = { type: "single_line_text", name: "Name" };
const people = { fields: [name], records: [{ Name: "Ada" }, { Name: "Grace" }] };
const team = { type: "linked_record", name: "Team", template: { tableId: "People" } };

test("Space opens and focuses the record, and Esc returns the focus to the cell", async ({ gridOf }) => {
  const grid = await gridOf({
    records: [{ Name: "One" }, { Name: "Two", Size: 2, Stage: "Open", Done: true }],
  });
  const { pathname } = new URL(grid.page.url());
  await grid.select(2, "Size");
  await grid.press("Space");
  const panel = grid.record("Two");
  await expect(panel).toBeFocused();
  await expect(panel.getByRole("heading", { name: "Two" })).toBeVisible();
  for (const { name } of grid.table.fields) await expect(field(panel, name)).toBeVisible();
  await expect(field(panel, "Size")).toContainText("2");
  await expect(field(panel, "Stage")).toContainText("Open");
  await expect(panel.getByRole("checkbox", { name: "Done" })).toBeChecked();
  await grid.press("Escape");
  await expect(panel).toHaveCount(0);
  await grid.expectFocus(2, "Size");
  await expect(grid.page).toHaveURL(pathname);
});

test("the button in the row number and the menu open it; its button closes it", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.row(2).hover();
  await grid.row(2).getByTitle("Open record").click();
  await expect(grid.record("Project 2")).toBeFocused();
  await grid.record("Project 2").getByRole("button", { name: "Close record" }).click();
  await expect(grid.record("Project 2")).toHaveCount(0);
  await grid.cell(3, "Notes").click({ button: "right" });
  await grid.page.getByRole("menuitem", { name: "Open record" }).click();
  await expect(grid.record("Project 3")).toBeFocused();
});

test(
  "every kind of field is edited by keyboard alone, with the same calls as in the grid",
  main,
  async ({ gridOf }) => {
    const fields = [
      name,
      { type: "long_text", name: "Notes" },
      { type: "number", name: "Size" },
      { type: "checkbox", name: "Done" },
      { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }, { label: "Shut" }] } },
      {
        type: "multiple_select",
        name: "Labels",
        template: { options: [{ label: "Red" }, { label: "Blue" }] },
      },
      { type: "rating", name: "Stars" },
      { type: "date", name: "Due", template: { dateFormat: "iso" } },
      team,
      { type: "autonumber", name: "No" },
    ];
    const grid = await gridOf({ fields, records: [{ Name: "One" }], others: { People: people } });
    await grid.select(1, "Name");
    await grid.press("Space");
    const panel = grid.record("One");
    await expect(panel).toBeFocused();
    // The bar is one tab stop, the tabs another.
    await grid.press("Tab", "Tab", "Tab");
    await expect(panel.getByRole("button", { name: "Edit Name" })).toBeFocused();

    await grid.press("Enter");
    await grid.type(" more");
    await grid.press("Tab");
    await expect(grid.record("One more").getByRole("button", { name: "Edit Notes" })).toBeFocused();
    await grid.type("first");
    await grid.press("Alt+Enter");
    await grid.type("second");
    await grid.press("Enter");
    const renamed = grid.record("One more");
    await expect(renamed.getByRole("button", { name: "Edit Notes" })).toBeFocused();
    await grid.press("Tab", "F2");
    await grid.type("4.5");
    await grid.press("Tab", "Space", "Tab");
    await expect(renamed.getByRole("checkbox", { name: "Done" })).toBeChecked();
    await grid.type("sh");
    await grid.press("Enter", "Tab", "Enter", "ArrowDown", "Enter", "ArrowDown", "Enter", "Enter");
    await grid.press("Tab", "3", "Tab");
    await grid.type("2026-12-24");
    await grid.press("Tab");
    await grid.type("gra");
    await expect(grid.page.getByRole("option", { name: "Grace" })).toBeVisible();
    await grid.press("Enter");
    await expect(renamed.getByRole("button", { name: "Edit Team" })).toBeFocused();
    await expect(renamed.getByRole("link", { name: "Open Grace" })).toBeVisible();
    await expect(renamed.getByRole("button", { name: "Edit No", exact: true })).toHaveCount(0);

    await expect
      .poll(() => grid.stored(1))
      .toMatchObject({
        Name: "One more",
        Notes: "first\nsecond",
        Size: 4.5,
        Done: true,
        Labels: ["Red", "Blue"],
        Stars: 3,
        Due: "2026-12-24",
        Team: [expect.any(String)],
      });
    expect(new Set(grid.writes)).toEqual(new Set([grid.writes[0]]));
    expect(grid.writes).toHaveLength(9);
    await expect(grid.cell(1, "Name")).toHaveText("One more");

    await grid.press("Control+z");
    await expect(field(renamed, "Team")).not.toContainText("Grace");
    await grid.expectStored(1, "Team", []);
    await grid.press("Control+Shift+z");
    await expect(field(renamed, "Team")).toContainText("Grace");
  },
);

test("Esc cancels editing and keeps the panel open; Delete clears a field", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Size: 7 }] });
  const panel = await openFirst(grid, "One");
  await panel.getByRole("button", { name: "Edit Size" }).click();
  await grid.type("8");
  await grid.press("Escape");
  await expect(panel.getByRole("button", { name: "Edit Size" })).toBeFocused();
  await expect(field(panel, "Size")).toContainText("7");
  expect(grid.patches).toEqual([]);
  await grid.press("Delete");
  await grid.expectStored(1, "Size", null);
  await grid.press("Escape");
  await expect(panel).toHaveCount(0);
});

test("input is saved when moving to another record, back or elsewhere", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  const panel = await openFirst(grid, "Project 1");
  await panel.getByRole("button", { name: "Edit Notes" }).click();
  await grid.type("by the key");
  await grid.press("Control+Shift+.");
  await grid.expectStored(1, "Notes", "by the key");
  const second = grid.record("Project 2");
  await expect(second).toBeVisible();
  await expect(field(second, "Notes")).not.toContainText("by the key");
  await second.getByRole("button", { name: "Edit Notes" }).click();
  await grid.type("by a click");
  await second.getByRole("button", { name: "Next record" }).click();
  await grid.expectStored(2, "Notes", "by a click");
  const third = grid.record("Project 3");
  await third.getByRole("button", { name: "Edit Notes" }).click();
  await grid.type("by Back");
  await grid.page.goBack();
  await expect(third).toHaveCount(0);
  await grid.expectStored(3, "Notes", "by Back");
});

test("invalid input is marked with the reason and restored for correction", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Email: "one@example.com" }] });
  const panel = await openFirst(grid, "One");
  await panel.getByRole("button", { name: "Edit Email" }).click();
  await grid.press("Control+a");
  await grid.type("nobody");
  await grid.press("Enter");
  const button = panel.getByRole("button", { name: "Edit Email" });
  await expect(button).toHaveAttribute("aria-invalid", "true");
  await expect(button).toHaveAccessibleDescription(/Email/);
  await expect(grid.cell(1, "Email")).toHaveAttribute("aria-invalid", "true");
  await grid.press("Enter");
  await expect(field(panel, "Email").getByRole("textbox", { name: "Email" })).toHaveValue("nobody");
  await grid.type("@example.com");
  await grid.press("Enter");
  await grid.expectStored(1, "Email", "nobody@example.com");
  await expect(button).not.toHaveAttribute("aria-invalid", "true");
});

test("next and previous follow the view's rows, including those not loaded", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(205) });
  const panel = await openFirst(grid, "Project 1");
  await expect(panel.getByRole("button", { name: "Previous record" })).toHaveAttribute(
    "aria-disabled",
    "true",
  );
  await expect(panel.getByText("1 of 205")).toBeVisible();
  await panel.getByRole("button", { name: "Edit Notes" }).focus();
  for (let record = 2; record <= 4; record += 1) {
    await grid.press("Control+Shift+.");
    await expect(grid.record(`Project ${record}`)).toBeVisible();
  }
  await expect(grid.record("Project 4").getByRole("button", { name: "Edit Notes" })).toBeFocused();
  await grid.press("Control+Shift+,");
  await expect(grid.record("Project 3")).toBeVisible();
  await grid.press("Escape");
  await grid.expectFocus(3, "Name");
  await grid.press("Control+End");
  await expect(grid.cell(205, "Due")).toBeFocused();
  await grid.press("Space");
  const last = grid.record("Project 205");
  await expect(last.getByRole("button", { name: "Next record" })).toHaveAttribute("aria-disabled", "true");
  await last.getByRole("button", { name: "Previous record" }).click();
  await expect(grid.record("Project 204").getByRole("button", { name: "Previous record" })).toBeFocused();
  await expect(grid.cell(204, "Due")).toHaveAttribute("aria-selected", "true");
});

test("the cursor follows the open record, not its row", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(5) });
  await grid.select(2, "Name");
  await grid.press("Space");
  const panel = grid.record("Project 2");
  await expect(panel.getByText("2 of 5")).toBeVisible();
  await grid.drag(grid.cell(4, "Name"), grid.cell(5, "Notes"));
  await grid.expectSelected("4 Name", "4 Notes", "5 Name", "5 Notes");
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records`;
  await grid.api.post(path, { record: { Name: "First" }, after: null });
  await expect(panel.getByText("3 of 6")).toBeVisible();
  await grid.expectSelected("5 Name", "5 Notes", "6 Name", "6 Notes");
  await panel.getByRole("button", { name: "Next record" }).click();
  await expect(grid.record("Project 3")).toBeVisible();
  await grid.record("Project 3").getByRole("button", { name: "Next record" }).click();
  await expect(grid.record("Project 4")).toBeVisible();
  await grid.expectSelected("5 Name");
});

test("a record hidden by the view opens by its URL, with hidden fields", async ({ gridOf }) => {
  const grid = await gridOf({
    records: [
      { Name: "One", Size: 1 },
      { Name: "Two", Size: 2, Notes: "hidden" },
    ],
  });
  const [view] = grid.table.views;
  const id = await idOf(grid, 2);
  await grid.api.patch(`/bases/${grid.base.id}/tables/${grid.table.id}/views/${view?.id}`, {
    config: {
      filter: { field: "Size", equals: 1 },
      hiddenFieldIds: [grid.fieldId("Notes")],
    },
  });
  await grid.page.goto(`${new URL(grid.table.url).pathname}?record=${id}`);
  const panel = grid.record("Two");
  await expect(panel).toBeFocused();
  await expect(grid.page.getByText("1 record", { exact: true })).toBeVisible();
  await expect(panel.getByText("Not in this view")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Next record" })).toHaveAttribute("aria-disabled", "true");
  const hidden = panel.getByRole("region", { name: "Hidden in this view" });
  await expect(field(hidden, "Notes")).toContainText("hidden");
  await panel.getByRole("button", { name: "Edit Notes" }).click();
  await grid.type(" no more");
  await grid.press("Enter", "Escape");
  await expect(panel).toHaveCount(0);
  await expect(grid.cell(1, "Name")).toBeFocused();
  await expect.poll(async () => (await readRecord(grid, id)).fields.Notes).toBe("hidden no more");
});

test("an unknown record shows a message, and a deleted one can be restored", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const id = await idOf(grid, 2);
  const { pathname } = new URL(grid.table.url);
  for (const wrong of ["019a9e5c-0000-7000-8000-000000000000", "nonsense", "%00"]) {
    await grid.page.goto(`${pathname}?record=${wrong}`);
    await expect(grid.record("Record not found").getByText("Record not found")).toBeVisible();
  }
  await expect(grid.record("Record not found")).toBeFocused();
  await grid.press("Escape");
  await expect(grid.record("Record not found")).toHaveCount(0);
  await grid.api.call(`/bases/${grid.base.id}/tables/${grid.table.id}/records/${id}`, { method: "DELETE" });
  await grid.page.goto(`${pathname}?record=${id}`);
  await expect(grid.page.getByText("This record is in the trash")).toBeVisible();
  await grid.page.getByRole("button", { name: "Restore" }).click();
  await expect(grid.record("Project 2")).toBeVisible();
  await expect(grid.cell(2, "Name")).toHaveText("Project 2");
});

test("its history shows who, when, old and new values, and loads earlier entries", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Stage: "Open" }] });
  const id = await idOf(grid, 1);
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records/${id}`;
  for (let size = 1; size <= 24; size += 1) await grid.api.patch(path, { record: { Size: size } });
  await grid.page.reload();
  const panel = await openFirst(grid, "One");
  await panel.getByRole("tab", { name: "History" }).click();
  const entries = panel.getByRole("list", { name: "History" }).getByRole("listitem");
  await expect(entries).toHaveCount(20);
  await expect(entries.first()).toContainText("via the API");
  await expect(entries.first()).toContainText(/Size.*Before:23.*After:24/s);
  await expect(entries.first().locator("time")).toHaveAttribute("datetime", /^\d{4}-.*Z$/);
  await panel.getByRole("button", { name: "Show earlier" }).click();
  await expect(entries).toHaveCount(25);
  await expect(entries.last()).toContainText(/Name.*After:One/s);
  await expect(panel.getByRole("button", { name: "Show earlier" })).toHaveCount(0);

  await panel.getByRole("tab", { name: "Fields" }).click();
  await panel.getByRole("button", { name: "Edit Stage" }).click();
  await grid.page.getByRole("option", { name: "Shut" }).click();
  await expect(panel.getByRole("button", { name: "Edit Stage" })).toBeFocused();
  await panel.getByRole("tab", { name: "History" }).click();
  await expect(entries.first()).toContainText(/You ·.*Stage.*Before:Open.*After:Shut/s);
});

test("a link opens the linked record in its table, and Back returns", async ({ gridOf }) => {
  const grid = await gridOf({ fields: [name, team], records: [{ Name: "One" }], others: { People: people } });
  await grid.select(1, "Team");
  await grid.type("ada");
  await expect(grid.page.getByRole("option", { name: "Ada" })).toBeVisible();
  await grid.press("Enter");
  await expect(grid.cell(1, "Team")).toHaveText("Ada");
  const panel = await openFirst(grid, "One");
  await panel.getByRole("link", { name: "Open Ada" }).click();
  const linked = grid.record("Ada");
  await expect(linked).toBeVisible();
  await expect(grid.page.getByRole("grid", { name: "People" })).toBeVisible();
  await linked.getByRole("link", { name: "Open One" }).click();
  await expect(grid.record("One")).toBeVisible();
  await expect(grid.grid).toBeVisible();
  await grid.page.goBack();
  await expect(linked).toBeVisible();
});

test("links within a table open in place, and Esc closes all", async ({ gridOf }) => {
  const grid = await gridOf({ fields: [name], records: named(3) });
  const [first, second, third] = await Promise.all([1, 2, 3].map((row) => idOf(grid, row)));
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}`;
  const template = { tableId: grid.table.id };
  await grid.api.post(`${path}/fields`, { type: "linked_record", name: "Next", template });
  await grid.api.patch(`${path}/records/${first}`, { record: { Next: [second] } });
  await grid.api.patch(`${path}/records/${second}`, { record: { Next: [third] } });
  await grid.page.reload();
  const panel = await openFirst(grid, "Project 1");
  await panel.getByRole("link", { name: "Open Project 2" }).click();
  await grid.record("Project 2").getByRole("link", { name: "Open Project 3" }).click();
  await expect(grid.record("Project 3")).toBeVisible();
  await grid.page.goBack();
  await expect(grid.record("Project 2")).toBeVisible();
  await grid.press("Escape");
  await expect(grid.page.getByRole("complementary")).toHaveCount(0);
  await expect(grid.page).toHaveURL(new URL(grid.table.url).pathname);
});

test("a record is duplicated and deleted, both with undo", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Size: 1 }, { Name: "Two" }] });
  const panel = await openFirst(grid, "One");
  const original = new URL(grid.page.url()).searchParams.get("record");
  await panel.getByRole("button", { name: "Duplicate record" }).click();
  await grid.expectColumn("Name", ["One", "One", "Two"]);
  await grid.expectColumn("Size", [1, 1, null]);
  await expect(grid.page.getByText("Record duplicated. This is the copy.")).toBeVisible();
  expect(new URL(grid.page.url()).searchParams.get("record")).not.toBe(original);
  await expect(panel.getByText("2 of 3")).toBeVisible();

  await panel.getByRole("button", { name: "Delete record" }).click();
  await expect(panel).toHaveCount(0);
  await grid.expectColumn("Name", ["One", "Two"]);
  await expect(grid.cell(2, "Name")).toHaveText("Two");
  await grid.page
    .getByRole("listitem")
    .filter({ hasText: "1 record deleted" })
    .getByRole("button", { name: "Undo" })
    .click();
  await grid.expectColumn("Name", ["One", "One", "Two"]);
  await expect(grid.cell(3, "Name")).toHaveText("Two");
});

test("actions on a record wait until it is shown", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const panel = await openFirst(grid, "Project 1");
  const goOn = await hold(grid.page, `**/records/${await idOf(grid, 2)}`, (call) => call.method() === "GET");
  await panel.getByRole("button", { name: "Next record" }).click();
  await expect(grid.page).toHaveURL(new RegExp(await idOf(grid, 2)));
  for (const name of ["Delete record", "Duplicate record"]) {
    await expect(panel.getByRole("button", { name })).toBeDisabled();
  }
  goOn();
  const next = grid.record("Project 2");
  await next.getByRole("button", { name: "Delete record" }).click();
  await expect(next).toHaveCount(0);
  await expect(grid.row(2)).toHaveCount(0);
  await grid.expectColumn("Name", ["Project 1"]);
});

test("Enter that ends a composition keeps the editor open, also with Safari's events", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const panel = await openFirst(grid, "Project 1");
  await panel.getByRole("button", { name: "Edit Notes" }).click();
  const editor = panel.getByRole("textbox", { name: "Notes" });
  await editor.fill("日本");
  await editor.dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true });
  await expect(editor).toBeFocused();
  await expect(editor).toHaveValue("日本");
  await editor.press("Enter");
  await grid.expectStored(1, "Notes", "日本");
});

test("its URL is copied and opens it", async ({ gridOf, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const grid = await gridOf({ records: named(2) });
  const panel = await openFirst(grid, "Project 1");
  await panel.getByRole("button", { name: "Copy address" }).click();
  await expect(panel.getByRole("button", { name: "Copied" })).toBeVisible();
  const { text } = await grid.clipboard();
  expect(text).toBe(`${grid.table.url}?record=${await idOf(grid, 1)}`);
});

test("edits in the grid show in the panel and vice versa", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const panel = await openFirst(grid, "Project 1");
  await grid.select(1, "Notes");
  await grid.type("from the grid");
  await grid.press("Enter");
  await expect(field(panel, "Notes")).toContainText("from the grid");
  await panel.getByRole("checkbox", { name: "Done" }).click();
  await expect(grid.cell(1, "Done").getByRole("checkbox")).toBeChecked();
  await grid.expectStored(1, "Done", true);
});

function field(within: Locator, fieldName: string): Locator {
  return within.getByRole("group", { name: fieldName, exact: true });
}

/** Opens the first row's record by keyboard. */
async function openFirst(grid: GridPage, recordName: string): Promise<Locator> {
  await grid.select(1, "Name");
  await grid.press("Space");
  const panel = grid.record(recordName);
  await expect(panel).toBeFocused();
  return panel;
}

async function idOf(grid: GridPage, row: number): Promise<string> {
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records/list`;
  const { body } = await grid.api.post<{ records: Record[] }>(path, {
    limit: 1,
    offset: row - 1,
    total: false,
  });
  return body.records[0]?.id ?? "";
}

async function readRecord(grid: GridPage, id: string): Promise<Record> {
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records/${id}`;
  return (await grid.api.get<Record>(path)).body;
}
