/** Two people, or two tabs, on one table. */
import type { Page } from "playwright/test";
import type { RecordPage } from "../../lib/contract/lists";
import { test as base, expect, GridPage, named, signIn } from "../grid-page";
import { main } from "../rounds";

/** `besideOf` opens the table again, in another tab or another person's browser. */
const test = base.extend<{ besideOf: (grid: GridPage, where: "tab" | "browser") => Promise<GridPage> }>({
  besideOf: async ({ browser, baseURL, apiKey, viewport }, use) => {
    const others: { close(): Promise<void> }[] = [];
    await use(async (grid, where) => {
      let page: Page;
      if (where === "tab") page = await grid.page.context().newPage();
      else {
        const context = await browser.newContext({ baseURL: baseURL as string, viewport });
        others.push(context);
        page = await context.newPage();
        await signIn(page, apiKey);
      }
      const other = new GridPage(page, grid.api, grid.base, grid.table);
      await other.open();
      return other;
    });
    for (const other of others) await other.close();
  },
});

async function idOf(grid: GridPage, row: number): Promise<string> {
  const asked = { limit: 1, offset: row - 1, total: false };
  const { body } = await grid.api.post<RecordPage>(`${placeOf(grid)}/records/list`, asked);
  return body.records[0]?.id as string;
}

/** Another program updates a record. */
async function program(grid: GridPage, recordId: string, record: Record<string, unknown>): Promise<void> {
  const { status } = await grid.api.patch(`${placeOf(grid)}/records/${recordId}`, { record });
  expect(status).toBe(200);
}

async function deleteRecord(grid: GridPage, recordId: string): Promise<void> {
  const { status } = await grid.api.call(`${placeOf(grid)}/records/${recordId}`, { method: "DELETE" });
  expect(status).toBe(200);
}

async function createRecord(
  grid: GridPage,
  body: { after: string | null; record: Record<string, unknown> },
): Promise<void> {
  const { status } = await grid.api.post(`${placeOf(grid)}/records`, body);
  expect(status).toBe(201);
}

function placeOf({ base: { id }, table }: GridPage): string {
  return `/bases/${id}/tables/${table.id}`;
}

function conflictsOf({ page }: GridPage) {
  return page.getByRole("region", { name: "Conflicts" });
}

for (const where of ["tab", "browser"] as const) {
  test(
    `edits, new and deleted records show in another ${where}`,
    where === "browser" ? main : {},
    async ({ gridOf, besideOf }) => {
      const here = await gridOf({ records: named(3) });
      const there = await besideOf(here, where);
      await here.select(2, "Name");
      await here.type("Ada");
      await here.press("Enter");
      await expect(there.cell(2, "Name")).toHaveText("Ada");
      await there.select(1, "Size");
      await there.type("42");
      await there.press("Enter");
      await expect(here.cell(1, "Size")).toHaveText("42.0");
      await here.page.getByRole("button", { name: "New record" }).click();
      await expect(there.row(4)).toBeVisible();
      await expect(there.page.getByText("4 records", { exact: true })).toBeVisible();
      await here.select(1, "Name");
      await here.press("Control+Alt+-");
      await expect(there.cell(1, "Name")).toHaveText("Ada");
      await expect(there.page.getByText("3 records", { exact: true })).toBeVisible();
      // The cursor moves with its record.
      await there.expectFocus(1, "Size");
    },
  );
}

test("the cursor follows its record, which gets the next key", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(5) });
  const second = await idOf(grid, 2);
  await grid.select(4, "Notes");
  await deleteRecord(grid, second);
  await expect(grid.page.getByText("4 records", { exact: true })).toBeVisible();
  await grid.expectFocus(3, "Notes");
  await grid.type("mine");
  await grid.press("Enter");
  await grid.expectColumn("Notes", [null, null, "mine", null]);
  await grid.expectFocus(4, "Notes");
  await createRecord(grid, { after: await idOf(grid, 1), record: { Name: "Ada" } });
  await expect(grid.cell(2, "Name")).toHaveText("Ada");
  await grid.expectFocus(5, "Notes");
});

test("a range follows its records while they are adjacent, else collapses to one cell", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(6) });
  const [first, third] = [await idOf(grid, 1), await idOf(grid, 3)];
  await grid.select(3, "Name");
  await grid.press("Shift+ArrowDown", "Shift+ArrowRight");
  await deleteRecord(grid, first);
  await grid.expectSelected("2 Name", "2 Notes", "3 Name", "3 Notes");
  await createRecord(grid, { after: third, record: { Name: "Ada" } });
  await expect(grid.cell(3, "Name")).toHaveText("Ada");
  await grid.expectFocus(2, "Name");
});

test("a message reports that someone deleted the current record", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.select(2, "Name");
  await deleteRecord(grid, await idOf(grid, 2));
  await expect(grid.page.getByText("Someone else deleted this record")).toBeVisible();
  await expect(grid.cell(2, "Name")).toHaveText("Project 3");
  await grid.expectFocus(2, "Name");
});

test("no such message appears for one's own deletion", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.select(2, "Name");
  await grid.press("Control+Alt+-");
  await expect(grid.page.getByText("1 record deleted")).toBeVisible();
  await grid.expectFocus(2, "Name");
  await grid.press("Space");
  await grid.record("Project 3").getByRole("button", { name: "Delete record" }).click();
  await expect(grid.page.getByText("1 record deleted")).toBeVisible();
  await expect(grid.page.getByText("1 record", { exact: true })).toBeVisible();
  await program(grid, await idOf(grid, 1), { Notes: "later" });
  await expect(grid.cell(1, "Notes")).toHaveText("later");
  await expect(grid.page.getByText("Someone else deleted")).toHaveCount(0);
});

test("insertions and deletions above keep the current row's position on screen", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(80) });
  const first = await idOf(grid, 1);
  await grid.select(1, "Name");
  await grid.press("PageDown", "PageDown");
  const at = grid.page.locator("[role=gridcell]:focus");
  const name = await at.textContent();
  const before = await at.boundingBox();
  await deleteRecord(grid, first);
  await expect(grid.page.getByText("79 records", { exact: true })).toBeVisible();
  await expect.poll(() => at.textContent()).toBe(name);
  await expect.poll(() => at.boundingBox()).toEqual(before);
  await createRecord(grid, { after: null, record: { Name: "Ada" } });
  await createRecord(grid, { after: null, record: { Name: "Bob" } });
  await expect(grid.page.getByText("81 records", { exact: true })).toBeVisible();
  await expect.poll(() => at.textContent()).toBe(name);
  await expect.poll(() => at.boundingBox()).toEqual(before);
});

test("rows follow the view's order when others change values or sorts", async ({ gridOf, besideOf }) => {
  const here = await gridOf({ records: [{ Name: "B" }, { Name: "A" }, { Name: "C" }] });
  const there = await besideOf(here, "browser");
  const view = `${placeOf(here)}/views/${here.table.views[0]?.id}`;
  await here.api.patch(view, { config: { sorts: [{ fieldId: here.fieldId("Name"), direction: "asc" }] } });
  for (const grid of [here, there]) await expect(grid.cell(1, "Name")).toHaveText("A");
  const { body } = await here.api.post<RecordPage>(`${placeOf(here)}/records/list`, {
    filter: { field: "Name", equals: "C" },
  });
  await program(here, body.records[0]?.id as string, { Name: "0" });
  for (const grid of [here, there]) {
    await expect(grid.cell(1, "Name")).toHaveText("0");
    await expect(grid.cell(3, "Name")).toHaveText("B");
  }
});

test("a new field, a renamed table and a deleted table show", async ({ gridOf, besideOf }) => {
  const here = await gridOf({ records: named(1) });
  const there = await besideOf(here, "tab");
  const { body: field } = await here.api.post(`${placeOf(here)}/fields`, {
    type: "single_line_text",
    name: "Mood",
  });
  await program(here, await idOf(here, 1), { Mood: "good" });
  for (const { page } of [here, there]) {
    await expect(page.getByRole("columnheader", { name: "Mood" })).toBeVisible();
    await expect(page.getByRole("gridcell", { name: "good" })).toBeVisible();
  }
  await here.api.patch(`${placeOf(here)}/fields/${field.id}`, { name: "Humour" });
  await expect(there.page.getByRole("columnheader", { name: "Humour" })).toBeVisible();
  await here.api.patch(placeOf(here), { name: "Plans" });
  await expect(there.page.getByRole("grid", { name: "Plans" })).toBeVisible();
  await expect(
    there.page.getByRole("navigation", { name: "Tables" }).getByRole("link", { name: "Plans" }),
  ).toBeVisible();
  await here.api.call(placeOf(here), { method: "DELETE" });
  await expect(there.page.getByRole("heading", { name: "Create the first table" })).toBeVisible();
  await expect(there.page.getByText("“Plans” was deleted")).toBeVisible();
});

test("names of linked records and all that is computed from them update", async ({ gridOf }) => {
  const grid = await gridOf({
    others: {
      Teams: {
        fields: [
          { type: "single_line_text", name: "Name" },
          { type: "number", name: "Size" },
        ],
        records: [{ Name: "Red", Size: 5 }],
      },
    },
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "linked_record", name: "Team", template: { tableId: "Teams" } },
      { type: "lookup", name: "How many", template: { linkFieldId: "Team", targetFieldId: "Size" } },
      {
        type: "rollup",
        name: "In all",
        template: { linkFieldId: "Team", targetFieldId: "Size", function: "sum" },
      },
      { type: "formula", name: "Twice", template: { formula: "{In all} * 2" } },
    ],
    records: [{ Name: "One" }],
  });
  const teams = `/bases/${grid.base.id}/tables/Teams/records`;
  const { body } = await grid.api.post<RecordPage>(`${teams}/list`, {});
  const team = body.records[0]?.id as string;
  await program(grid, await idOf(grid, 1), { Team: [team] });
  const expectRow = async (...texts: string[]) => {
    for (const [index, name] of ["Team", "How many", "In all", "Twice"].entries()) {
      await expect(grid.cell(1, name)).toHaveText(texts[index] ?? "");
    }
  };
  await expectRow("Red", "5.0", "5", "10");
  await grid.api.patch(`${teams}/${team}`, { record: { Name: "Blue", Size: 6 } });
  await expectRow("Blue", "6.0", "6", "12");
});

test("the open record, its history and the trash update; a deleted record says so", async ({
  gridOf,
  besideOf,
}) => {
  const grid = await gridOf({ records: named(2) });
  const id = await idOf(grid, 2);
  await grid.select(2, "Size");
  await grid.press("Space");
  const panel = grid.record("Project 2");
  await expect(panel).toBeVisible();
  await program(grid, id, { Name: "Ada", Size: 7 });
  const renamed = grid.record("Ada");
  await expect(renamed.getByRole("group", { name: "Size" })).toContainText("7");
  await renamed.getByRole("tab", { name: "History" }).click();
  await program(grid, id, { Notes: "newer" });
  await expect(renamed.getByRole("list", { name: "History" })).toContainText("newer");
  const trash = await besideOf(grid, "tab");
  await trash.page.goto(`/database/${grid.base.id}/trash`);
  await expect(trash.page.getByText("The trash is empty.")).toBeVisible();
  await grid.api.call(`${placeOf(grid)}/records/${id}`, { method: "DELETE" });
  await expect(grid.page.getByText("This record is in the trash")).toBeVisible();
  await expect(trash.page.getByRole("list", { name: "Trash" })).toContainText("Ada");
  await trash.page.getByRole("button", { name: "Restore record Ada" }).click();
  await expect(grid.record("Ada").getByRole("tab", { name: "Fields" })).toBeVisible();
});

test("one's own writes do not reload the rows", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  const other = await idOf(grid, 3);
  let reads = 0;
  grid.page.on("request", (request) => {
    if (request.url().endsWith("/records/list")) reads += 1;
  });
  await grid.select(1, "Name");
  await grid.type("Ada");
  await grid.press("Enter");
  await grid.expectStored(1, "Name", "Ada");
  // The next change follows it.
  await program(grid, other, { Name: "Bob" });
  await expect(grid.cell(3, "Name")).toHaveText("Bob");
  expect(reads).toBeLessThanOrEqual(2);
});

test("an open editor, its input and the rows around it stay unchanged", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  const [first, second] = [await idOf(grid, 1), await idOf(grid, 2)];
  await grid.select(2, "Name");
  await grid.type("Half a tho");
  await program(grid, first, { Name: "Ada" });
  await expect(grid.cell(1, "Name")).toHaveText("Ada");
  await program(grid, second, { Size: 9 });
  await expect(grid.cell(2, "Size")).toHaveText("9.0");
  await grid.api.call(`${placeOf(grid)}/records/${first}`, { method: "DELETE" });
  await program(grid, second, { Notes: "seen" });
  await expect(grid.cell(2, "Notes")).toHaveText("seen");
  await grid.type("ught");
  await expect(grid.editor(2, "Name")).toHaveValue("Half a thought");
  await expect(grid.editor(2, "Name")).toBeFocused();
  await grid.press("Enter");
  await expect(grid.cell(1, "Name")).toHaveText("Half a thought");
  await grid.expectColumn("Name", ["Half a thought", "Project 3"]);
  await expect(conflictsOf(grid)).toHaveCount(0);
});

test("an open editor keeps its field and row position; input that cannot be saved is given back", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(2) });
  const second = await idOf(grid, 2);
  await grid.select(1, "Notes");
  await grid.type("Half a tho");
  const config = { sorts: [{ fieldId: grid.fieldId("Name"), direction: "desc" }] };
  await grid.api.patch(`${placeOf(grid)}/views/${grid.table.views[0]?.id}`, { config });
  await grid.api.call(`${placeOf(grid)}/fields/${grid.fieldId("Notes")}`, { method: "DELETE" });
  await program(grid, second, { Size: 9 });
  await expect(grid.cell(2, "Size")).toHaveText("9.0");
  await grid.type("ught");
  await expect(grid.editor(1, "Notes")).toHaveValue("Half a thought");
  await grid.press("Enter");
  await expect(grid.page.getByText("“Half a thought”")).toBeVisible();
  await expect(grid.grid.getByRole("columnheader", { name: "Notes" })).toHaveCount(0);
  await expect(grid.cell(1, "Name")).toHaveText("Project 2");
});

test("an editor without input keeps the newer value", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  await grid.select(1, "Name");
  await grid.press("F2");
  await program(grid, await idOf(grid, 1), { Name: "Ada" });
  await grid.expectStored(1, "Name", "Ada");
  await grid.press("Enter");
  await expect(grid.cell(1, "Name")).toHaveText("Ada");
  expect(grid.patches).toEqual([]);
});

test("concurrent edits of different cells of one record are both kept", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const id = await idOf(grid, 1);
  await grid.select(1, "Name");
  await grid.type("Ada");
  for (const size of [1, 2, 3]) await program(grid, id, { Size: size });
  await grid.press("Enter");
  await expect(grid.cell(1, "Name")).toHaveText("Ada");
  await grid.expectStored(1, "Name", "Ada");
  await grid.expectStored(1, "Size", 3);
  await expect(grid.cell(1, "Size")).toHaveText("3.0");
  await expect(conflictsOf(grid)).toHaveCount(0);
});

for (const by of ["mouse", "keyboard"] as const) {
  for (const kept of ["mine", "theirs"] as const) {
    test(`of two edits of one cell the second person chooses, and keeps ${kept} by ${by}`, async ({
      gridOf,
      besideOf,
    }) => {
      const here = await gridOf({ records: named(2) });
      const there = await besideOf(here, by === "mouse" ? "tab" : "browser");
      for (const [grid, text] of [
        [here, "Mine"],
        [there, "Theirs"],
      ] as const) {
        await grid.select(1, "Name");
        await grid.type(text);
      }
      await there.press("Enter");
      await there.expectStored(1, "Name", "Theirs");
      await here.press("Enter");
      const conflicts = conflictsOf(here);
      await expect(conflicts.getByRole("alert")).toContainText(
        "changed this to “Theirs” while you were typing “Mine”",
      );
      await expect(here.cell(1, "Name")).toHaveText("Theirs");
      await expect(here.cell(1, "Name")).toHaveAttribute("aria-invalid", "true");
      await expect(here.cell(1, "Name")).toHaveAccessibleDescription(/while you were typing “Mine”/);
      await here.expectStored(1, "Name", "Theirs");
      const button = conflicts.getByRole("button", { name: `Keep ${kept}` });
      if (by === "mouse") await button.click();
      else {
        // Leaves the grid for the toolbar above it.
        await here.press("Escape");
        await expect(async () => {
          await here.press("Shift+Tab");
          await expect(button).toBeFocused({ timeout: 100 });
        }).toPass();
        await here.press("Enter");
      }
      await expect(conflicts).toHaveCount(0);
      const name = kept === "mine" ? "Mine" : "Theirs";
      await here.expectStored(1, "Name", name);
      for (const grid of [here, there]) await expect(grid.cell(1, "Name")).toHaveText(name);
      await expect(here.cell(1, "Name")).not.toHaveAttribute("aria-invalid");
      await here.expectFocus(2, "Name");
      if (kept === "theirs") return;
      await here.press("Control+z");
      await expect(here.cell(1, "Name")).toHaveText("Theirs");
    });
  }
}

test("several conflicts are listed, also in another view and far from their cells", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(200) });
  const ids = [await idOf(grid, 1), await idOf(grid, 2)];
  await grid.api.post(`${placeOf(grid)}/views`, { name: "Other" });
  for (const [index, id] of ids.entries()) {
    await grid.select(index + 1, "Size");
    await grid.type(`${index + 1}`);
    await program(grid, id, { Size: 10 * (index + 1) });
    await grid.press("Enter");
  }
  const conflicts = conflictsOf(grid);
  await expect(conflicts.getByRole("listitem")).toHaveCount(2);
  await grid.press("Control+End");
  await expect(conflicts.getByRole("listitem")).toHaveCount(2);
  await grid.page
    .getByRole("button", { name: /^Views?/ })
    .first()
    .click();
  await grid.page.getByRole("link", { name: "Other" }).click();
  await grid.page.waitForURL(/\/v[^/]+$/);
  await expect(conflicts.getByRole("listitem")).toHaveCount(2);
  await conflicts.getByRole("listitem").first().getByRole("button", { name: "Keep mine" }).click();
  await expect(conflicts.getByRole("listitem")).toHaveCount(1);
  await expect(conflicts.getByRole("button", { name: "Keep theirs" })).toBeFocused();
  await conflicts.getByRole("button", { name: "Keep theirs" }).press("Enter");
  await expect(conflicts).toHaveCount(0);
  await grid.expectColumn("Size", [1, 20]);
});

test("keeping one's own value asks again if the other person continues", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const id = await idOf(grid, 1);
  await grid.select(1, "Name");
  await grid.type("Mine");
  await program(grid, id, { Name: "Theirs" });
  await grid.press("Enter");
  await expect(conflictsOf(grid)).toContainText("“Theirs”");
  await program(grid, id, { Name: "Newer" });
  await expect(grid.cell(1, "Name")).toHaveText("Newer");
  await conflictsOf(grid).getByRole("button", { name: "Keep mine" }).click();
  await expect(conflictsOf(grid)).toContainText("“Newer”");
  await conflictsOf(grid).getByRole("button", { name: "Keep mine" }).click();
  await expect(conflictsOf(grid)).toHaveCount(0);
  await grid.expectStored(1, "Name", "Mine");
});

test("a conflict in the record panel is resolved there", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1) });
  const id = await idOf(grid, 1);
  await grid.select(1, "Name");
  await grid.press("Space");
  const panel = grid.page.getByRole("complementary");
  for (const [choice, kept] of [
    ["Keep theirs", "Theirs"],
    ["Keep mine", "Mine"],
  ] as const) {
    await program(grid, id, { Notes: "before" });
    const notes = panel.getByRole("group", { name: "Notes" });
    await expect(notes).toContainText("before");
    await notes.getByRole("button", { name: "Edit Notes" }).click();
    await grid.press("Control+a");
    await grid.type("Mine");
    await program(grid, id, { Notes: "Theirs" });
    await expect(notes.getByRole("textbox")).toHaveValue("Mine");
    await grid.press("Tab");
    await expect(notes).toContainText("changed this to “Theirs” while you were typing “Mine”");
    await notes.getByRole("button", { name: choice }).click();
    await expect(notes).not.toContainText("while you were typing");
    await expect(notes).toContainText(kept);
    await grid.expectStored(1, "Notes", kept);
  }
});

test("offline editing neither misses nor overwrites changes of others", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  const [first, third] = [await idOf(grid, 1), await idOf(grid, 3)];
  await grid.page.context().setOffline(true);
  await grid.select(1, "Name");
  await grid.type("Mine");
  await grid.press("Enter");
  await grid.type("Also mine");
  await grid.press("Enter");
  await program(grid, first, { Name: "Theirs" });
  await program(grid, third, { Name: "Ada" });
  await grid.page.context().setOffline(false);
  await expect(conflictsOf(grid)).toContainText("changed this to “Theirs” while you were typing “Mine”");
  await expect(grid.cell(3, "Name")).toHaveText("Ada");
  await grid.expectColumn("Name", ["Theirs", "Also mine", "Ada"]);
});
