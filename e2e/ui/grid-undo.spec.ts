import type { RecordPage } from "../../lib/contract/lists";
import { expect, messages, named, signIn, test } from "../grid-page";
import { keyOfAnother } from "../people";
import { main } from "../rounds";

test("an edit is undone and redone, also after a reload", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.select(1, "Name");
  await grid.type("Ada");
  await grid.press("Enter", "Control+z");
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
  await expect(grid.page.getByText("Undid: edit 1 cell")).toBeVisible();
  await grid.press("Control+Shift+z");
  await expect(grid.cell(1, "Name")).toHaveText("Ada");
  await grid.page.reload();
  await expect(grid.cell(1, "Name")).toHaveText("Ada");
  await grid.press("Control+z");
  await expect(grid.cell(1, "Name")).toHaveText("Project 1");
  await grid.press("Control+y");
  await grid.expectStored(1, "Name", "Ada");
  const toolbar = grid.page.getByRole("toolbar", { name: "View" });
  await toolbar.getByRole("button", { name: "Undo" }).click();
  await grid.expectStored(1, "Name", "Project 1");
  await toolbar.getByRole("button", { name: "Redo" }).click();
  await grid.expectStored(1, "Name", "Ada");
});

test("each command is one undo step", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(4) });
  await grid.drag(grid.cell(1, "Name"), grid.cell(4, "Name"));
  await grid.press("Delete");
  await grid.expectColumn("Name", [null, null, null, null]);
  await grid.press("Control+z");
  await grid.expectColumn("Name", ["Project 1", "Project 2", "Project 3", "Project 4"]);
  await expect(grid.cell(4, "Name")).toHaveText("Project 4");
  await grid.select(3, "Name");
  await grid.paste({ text: "A\tNote\nB\tNote\nC\tNote" });
  await grid.expectColumn("Name", ["Project 1", "Project 2", "A", "B", "C"]);
  await grid.expectAtRest();
  await grid.press("Control+z");
  await grid.expectColumn("Name", ["Project 1", "Project 2", "Project 3", "Project 4"]);
  await grid.expectColumn("Notes", [null, null, null, null]);
  await expect(grid.page.getByText("4 records", { exact: true })).toBeVisible();
});

test("a paste of many calls is one undo step", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const rows = Array.from({ length: 4_500 }, (_, index) => `Row ${index + 1}`);
  await grid.select(1, "Name");
  await grid.paste({ text: rows.join("\n") });
  await grid.press("Enter");
  await expect(grid.page.getByText("4,500 records", { exact: true })).toBeVisible();
  await grid.expectAtRest();
  await grid.press("Control+z");
  await expect(grid.page.getByText("2 records", { exact: true })).toBeVisible();
  await grid.expectColumn("Name", ["Project 1", "Project 2"]);
  await grid.press("Control+Shift+z");
  await expect(grid.page.getByText("4,500 records", { exact: true })).toBeVisible();
});

test("deleted, inserted and duplicated rows are undone", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.select(2, "Name");
  await grid.press("Control+Alt+-");
  await messages(grid.page).getByRole("button", { name: "Undo" }).click();
  await grid.expectColumn("Name", ["Project 1", "Project 2", "Project 3"]);
  await expect(grid.cell(2, "Name")).toHaveText("Project 2");
  await grid.select(1, "Name");
  await grid.press("Shift+Enter");
  await grid.expectFocus(2, "Name");
  await grid.press("Control+z");
  await grid.expectColumn("Name", ["Project 1", "Project 2", "Project 3"]);
  await expect(grid.page.getByText("3 records", { exact: true })).toBeVisible();
  await grid.select(1, "Name");
  await grid.press("Control+Shift+d");
  await grid.expectColumn("Name", ["Project 1", "Project 1", "Project 2"]);
  await grid.expectAtRest();
  await grid.press("Control+z");
  await grid.expectColumn("Name", ["Project 1", "Project 2", "Project 3"]);
});

test("the focus stays in the grid when its row disappears", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.page.getByRole("button", { name: "New record" }).click();
  await grid.expectFocus(4, "Name");
  await grid.press("Control+z");
  await grid.expectFocus(3, "Name");
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records`;
  const { records } = (await grid.api.post<RecordPage>(`${path}/list`, { limit: 3 })).body;
  const remove = (row: number) => grid.api.call(`${path}/${records[row - 1]?.id}`, { method: "DELETE" });
  await remove(3);
  await grid.expectFocus(2, "Name");
  await grid.type("Typed");
  await grid.press("Enter");
  await grid.expectStored(2, "Name", "Typed");
  // A cursor moved elsewhere stays there.
  await grid.select(2, "Name");
  await grid.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await remove(2);
  await expect(grid.page.getByText("1 record", { exact: true })).toBeVisible();
  await expect(grid.grid.locator(":focus")).toHaveCount(0);
});

test("the next edit dismisses a message's Undo, which would revert that edit", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  const offer = messages(grid.page).getByRole("button", { name: "Undo" });
  await grid.select(2, "Name");
  await grid.press("Control+Alt+-");
  // Keeps the message open.
  await offer.hover();
  await grid.type("other");
  await grid.press("Enter");
  await expect(offer).toHaveCount(0);
  await grid.expectColumn("Name", ["Project 1", "other"]);
});

test("undo reverts pending edits first", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.select(1, "Name");
  await grid.type("First");
  await grid.press("Enter");
  await grid.expectStored(1, "Name", "First");
  await grid.page.context().setOffline(true);
  await grid.type("Second");
  await grid.press("Enter");
  await expect(grid.page.getByText(/1 change is not saved yet/)).toBeVisible();
  await grid.press("Control+z");
  await grid.page.context().setOffline(false);
  await expect(grid.cell(2, "Name")).toHaveText("Project 2");
  await grid.expectColumn("Name", ["First", "Project 2"]);
});

test("an undo runs once even if the response is lost", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.select(1, "Name");
  await grid.type("First");
  await grid.press("Enter");
  // Edits of two records are sent in parallel, and undo starts with the one written last.
  await grid.expectStored(1, "Name", "First");
  await grid.type("Second");
  await grid.press("Enter");
  await grid.expectStored(2, "Name", "Second");
  await grid.page.route(
    "**/undo",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await grid.press("Control+z");
  await expect(grid.page.getByText("Undid: edit 1 cell")).toBeVisible();
  await grid.expectColumn("Name", ["First", "Project 2"]);
});

test("undo skips values changed by others since, with a message", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Name"));
  await grid.press("Delete");
  await grid.expectColumn("Name", [null, null]);
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/records`;
  const list = await grid.api.post<{ records: { id: string }[] }>(`${path}/list`, { limit: 1 });
  const other = await keyOfAnother(grid.api, grid.base.id);
  await other.api.patch(`${path}/${list.body.records[0]?.id}`, { record: { Name: "Theirs" } });
  await grid.press("Control+z");
  await grid.expectColumn("Name", ["Theirs", "Project 2"]);
  await expect(grid.page.getByText("Undid: clear of 2 cells")).toBeVisible();
  await expect(grid.page.getByText(/1 change was skipped: it has been changed since/)).toBeVisible();
});

test("undo without history shows a message", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const { key } = await keyOfAnother(grid.api, grid.base.id);
  await signIn(grid.page, key);
  await grid.open();
  await grid.select(1, "Name");
  await grid.press("Control+Shift+z");
  await expect(grid.page.getByText("Nothing to redo")).toBeVisible();
  await grid.press("Control+z");
  await expect(grid.page.getByText("Nothing to undo")).toBeVisible();
});

test("an open editor handles undo itself", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Name");
  await grid.type("ab");
  await grid.press("Control+z");
  await expect(grid.editor(1, "Name")).toBeVisible();
  await grid.press("Escape");
  expect(grid.writes).toEqual([]);
});
