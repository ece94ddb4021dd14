import { expect, type GridPage, named, test } from "../grid-page";
import { hold } from "../hold";
import { main } from "../rounds";

test(
  "Shift+Enter inserts a row below and Mod+Alt+= above, which take input at once",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ records: named(3) });
    await grid.select(1, "Notes");
    await grid.press("Shift+Enter");
    await grid.expectFocus(2, "Notes");
    await grid.type("new");
    await grid.press("Enter");
    await grid.expectColumn("Notes", [null, "new", null, null]);
    await grid.expectColumn("Name", ["Project 1", null, "Project 2", "Project 3"]);
    await grid.select(4, "Name");
    await grid.press("Control+Alt+Equal");
    await grid.expectFocus(4, "Name");
    await grid.expectColumn("Name", [null, "Project 3"], 4);
    await expect(grid.page.getByText("5 records", { exact: true })).toBeVisible();
  },
);

test("zoom shortcuts change nothing unless whole rows are selected", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(5) });
  const names = ["Project 1", "Project 2", "Project 3", "Project 4", "Project 5"];
  // The browser handles unhandled keys.
  await grid.page.evaluate(() => {
    const left: string[] = [];
    Object.assign(window, { left });
    window.addEventListener("keydown", (event) => {
      if (!event.defaultPrevented && event.key !== "Control" && event.key !== "Shift") left.push(event.key);
    });
  });
  const zoom = ["Control+-", "Control+Equal", "Control+Shift+Equal", "Control+0"];
  await grid.select(2, "Name");
  await grid.press(...zoom);
  await grid.press("Control+a", ...zoom);
  await grid.drag(grid.cell(2, "Name"), grid.cell(3, "Notes"));
  await grid.press(...zoom);
  expect(await grid.page.evaluate(() => Reflect.get(window, "left"))).toEqual([
    ...["-", "=", "+", "0", "-", "=", "+", "0", "-", "=", "+", "0"],
  ]);
  expect(grid.writes).toEqual([]);
  await grid.expectColumn("Name", names);

  await grid.row(2).getByRole("rowheader").click();
  await grid.press("Control+Shift+Equal");
  await grid.expectColumn("Name", ["Project 1", null, "Project 2"]);
  await grid.expectFocus(2, "Name");
  await grid.press("Control+z");
  await grid.expectColumn("Name", names);
  await grid.row(2).getByRole("rowheader").click();
  // Selects the next whole row, and so on.
  await grid.press("Control+-", "Control+-");
  await grid.expectColumn("Name", ["Project 1", "Project 4", "Project 5"]);
  await grid.expectAtRest();
  await grid.select(3, "Name");
  await grid.press("Shift+Space", "Control+-");
  await grid.expectColumn("Name", ["Project 1", "Project 4"]);
});

for (const times of [2, 3]) {
  test(`Delete row pressed ${times} times at once deletes that many rows`, async ({ gridOf }) => {
    const grid = await gridOf({ records: named(6) });
    await grid.select(2, "Name");
    await grid.press(...Array<string>(times).fill("Control+Alt+-"));
    const left = [
      "Project 1",
      ...named(6)
        .slice(1 + times)
        .map(({ Name }) => Name),
    ];
    await grid.expectColumn("Name", left);
    await expect(grid.page.getByText(`${left.length} records`, { exact: true })).toBeVisible();
    await grid.expectFocus(2, "Name");
    expect(grid.writes).toEqual(Array(times).fill("DELETE bulk"));
    // Each is a separate undo step.
    await grid.press("Control+z");
    await grid.expectColumn("Name", ["Project 1", `Project ${times + 1}`]);
  });
}

test("the last row is deleted once, and then the one above", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await grid.select(3, "Name");
  await grid.press("Control+Alt+-", "Control+Alt+-", "Control+Alt+-", "Control+Alt+-");
  await expect(grid.page.getByText("No records yet")).toBeVisible();
});

test("actions during a deletion apply to the row that follows", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(4) });
  const goOn = await hold(grid.page, "**/records/bulk");
  await grid.select(2, "Name");
  await grid.press("Control+Alt+-");
  await grid.type("typed");
  await grid.press("Enter", "Control+Shift+d", "Shift+Enter");
  goOn();
  await grid.expectColumn("Name", ["Project 1", "typed", "Project 4", "Project 4", null]);
});

test("actions during an insertion apply to the record they were meant for", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(6) });
  const goOn = await holdInsertion(grid);
  await grid.select(1, "Budget");
  await grid.press(
    "ArrowRight",
    "Shift+Enter",
    "ArrowDown",
    "ArrowDown",
    "Space",
    "ArrowDown",
    "Control+Alt+-",
  );
  goOn();
  await expect(grid.page.getByText("1 record deleted")).toBeVisible();
  await grid.expectColumn("Name", ["Project 1", null, "Project 2", "Project 3", "Project 5", "Project 6"]);
  await grid.expectColumn("Done", [false, false, false, true, false, false]);
});

test("repeated deletions during a deletion apply to the following rows", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(5) });
  const goOn = await hold(grid.page, "**/records/bulk");
  await grid.select(2, "Name");
  await grid.press("Control+Alt+-", "Shift+ArrowDown", "Control+Alt+-");
  goOn();
  await grid.expectColumn("Name", ["Project 1", "Project 5"]);
  await expect(grid.page.getByText("2 records deleted").first()).toBeVisible();
  await expect(grid.page.getByText("failed")).toHaveCount(0);
});

test("typing during an insertion goes into the new row, also while its dialog is open", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(2) });
  const goOn = await holdInsertion(grid);
  await grid.select(2, "Name");
  await grid.press("Shift+Enter");
  const text = "a text with spaces that takes a while to type";
  await grid.page.keyboard.type(text, { delay: 20 });
  const dialog = grid.page.getByRole("dialog", { name: "Inserting a record…" });
  await expect(dialog).toBeFocused();
  await grid.press("Space");
  await grid.type("on");
  await expect(dialog).toBeFocused();
  goOn();
  await expect(grid.editor(3, "Name")).toHaveValue(`${text} on`);
  await grid.press("Enter");
  await grid.expectColumn("Name", ["Project 1", "Project 2", `${text} on`]);
});

test("pasting during an insertion goes into the new row, in order", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const goOn = await holdInsertion(grid);
  await grid.select(1, "Name");
  await grid.press("Shift+Enter");
  await grid.paste({ text: "pasted" });
  await grid.press("ArrowRight");
  await grid.type("beside");
  goOn();
  await expect(grid.editor(2, "Notes")).toHaveValue("beside");
  await grid.press("Enter");
  await grid.expectColumn("Name", ["Project 1", "pasted", "Project 2"]);
  await grid.expectColumn("Notes", [null, "beside", null]);
});

test("input for a row being inserted does not go to a row clicked by its handle", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  const goOn = await holdInsertion(grid);
  await grid.select(3, "Name");
  await grid.row(1).hover();
  await grid.row(1).getByTitle("Drag to move").hover();
  await grid.press("Shift+Enter", "x");
  await grid.page.mouse.down();
  await grid.page.mouse.up();
  goOn();
  await grid.expectColumn("Name", [...numbers(1, 2, 3), null]);
  await expect(grid.cell(1, "Name")).toBeFocused();
  await expect(grid.grid.locator("input, textarea")).toHaveCount(0);
});

test("input for a row that cannot be inserted is discarded with a message", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  let refuse = () => {};
  const isRefused = new Promise<void>((resolve) => {
    refuse = resolve;
  });
  await grid.page.route("**/records", async (route) => {
    await isRefused;
    await route.fulfill({ status: 403, json: refusal });
  });
  await grid.select(1, "Name");
  await grid.press("Shift+Enter");
  await grid.type("lost");
  refuse();
  await expect(grid.page.getByText("Inserting a record failed")).toBeVisible();
  await expect(grid.page.getByText("“lost” was typed for a record that is not visible here")).toBeVisible();
  await grid.expectFocus(1, "Name");
  await grid.expectColumn("Name", ["Project 1", "Project 2"]);
  await grid.type("found");
  await grid.press("Enter");
  await grid.expectColumn("Name", ["found", "Project 2"]);
});

test("if the view hides a new record, the cursor stays and a message leads to the record", async ({
  gridOf,
}) => {
  const grid = await gridOf({ records: named(3) });
  await setView(grid, { filter: { field: "Name", contains: "Project" } });
  const goOn = await holdInsertion(grid);
  await grid.select(3, "Name");
  await grid.press("Shift+Enter");
  await grid.type("lost");
  goOn();
  await expect(grid.page.getByText("1 record added")).toBeVisible();
  await expect(grid.page.getByText("“lost” was not saved.")).toBeVisible();
  await grid.expectFocus(3, "Name");
  await grid.expectColumn("Name", ["Project 1", "Project 2", "Project 3"]);
  await grid.page.getByRole("button", { name: "Open record" }).click();
  await expect(grid.page).toHaveURL(/\?record=[0-9a-f-]{36}$/);
});

test("a new row takes the values of the view's filter and of its group", async ({ gridOf }) => {
  const grid = await gridOf({
    records: [
      { Name: "One", Stage: "Open", Done: true },
      { Name: "Two", Stage: "Shut", Done: true },
      { Name: "Three", Stage: "Open" },
      { Name: "Four", Stage: "Shut", Done: true },
    ],
  });
  await setView(grid, { filter: { and: [{ field: "Done", equals: true }] } });
  await grid.select(2, "Name");
  await grid.press("Shift+Enter");
  await grid.type("Amid");
  await grid.press("Enter");
  await grid.expectColumn("Name", ["One", "Two", "Amid", "Four"]);
  await grid.page.getByRole("button", { name: "New record" }).click();
  await grid.expectFocus(5, "Name");
  await grid.expectColumn("Done", [true, true, true, true, true]);

  const groups = [{ fieldId: grid.fieldId("Stage"), direction: "asc" }];
  await setView(grid, { filter: null, groups });
  await grid.select(3, "Name");
  await grid.press("Shift+Enter");
  await grid.type("Shut too");
  await grid.press("Enter");
  await grid.expectColumn("Name", ["One", "Three", "Two", "Shut too", "Four", "Amid", null]);
  await grid.expectColumn("Stage", ["Shut"], 4);
});

test("text typed right after the click on “New record” reaches the record", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One" }] });
  const goOn = await hold(grid.page, "**/records", (call) => call.method() === "POST");
  await grid.page.getByRole("button", { name: "New record" }).click();
  await grid.type("Ada L");
  goOn();
  await grid.press("Enter");
  await grid.expectColumn("Name", ["One", "Ada L"]);
});

test("a new row takes the value of its group before the groups are counted", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Stage: "Open" }] });
  await grid.page.route("**/records/aggregate", () => {});
  await setView(grid, { groups: [{ fieldId: grid.fieldId("Stage"), direction: "asc" }] });
  await grid.select(1, "Name");
  await grid.press("Shift+Enter");
  await expect(grid.page.getByText("2 records", { exact: true })).toBeVisible();
  await grid.expectColumn("Stage", ["Open", "Open"]);
});

test("a row is added once even if the response is lost", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  let sent = 0;
  await grid.page.route("**/records", async (route) => {
    sent += 1;
    if (sent > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await grid.page.getByRole("button", { name: "New record" }).click();
  await grid.expectFocus(3, "Name");
  await expect(grid.page.getByText("3 records", { exact: true })).toBeVisible();
  expect(sent).toBe(2);
  await grid.expectColumn("Name", ["Project 1", "Project 2", null]);
});

test(
  "rows are dragged by their handles, selected ones together; undo and reload keep the order",
  main,
  async ({ gridOf }) => {
    const grid = await gridOf({ records: named(6) });
    await dragRow(grid, 2, 5);
    await expect(grid.page.getByText("Now row 5.")).toBeVisible();
    await grid.expectColumn("Name", numbers(1, 3, 4, 5, 2, 6));
    await expect(grid.cell(5, "Name")).toBeFocused();
    await expect(grid.cell(5, "Notes")).toHaveAttribute("aria-selected", "true");
    await grid.press("Control+z");
    await grid.expectColumn("Name", numbers(1, 2, 3, 4, 5, 6));
    await expect(grid.cell(2, "Name")).toHaveText("Project 2");

    await grid.row(5).getByRole("rowheader").click();
    await grid
      .row(6)
      .getByRole("rowheader")
      .click({ modifiers: ["Shift"] });
    await dragRow(grid, 6, 1);
    await expect(grid.page.getByText("Now rows 2 to 3.")).toBeVisible();
    await grid.expectColumn("Name", numbers(1, 5, 6, 2, 3, 4));
    await grid.page.reload();
    await expect(grid.cell(2, "Name")).toHaveText("Project 5");
    await expect(grid.cell(6, "Name")).toHaveText("Project 4");
    expect(grid.writes).toEqual(["POST move", "POST undo", "POST move"]);
  },
);

test("Esc cancels a drag, and dragging past the edge scrolls", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(120) });
  await grid.row(3).hover();
  await grid.row(3).getByTitle("Drag to move").hover();
  await grid.page.mouse.down();
  await grid.row(6).getByRole("rowheader").hover();
  await expect(grid.page.locator("[data-drop]")).toBeVisible();
  await grid.press("Escape");
  await expect(grid.page.locator("[data-drop]")).toHaveCount(0);
  await grid.page.mouse.up();

  await grid.row(3).hover();
  await grid.row(3).getByTitle("Drag to move").hover();
  await grid.page.mouse.down();
  const box = await grid.grid.locator("..").boundingBox();
  if (!box) throw new Error("the grid is not there");
  await grid.page.mouse.move(box.x + 20, box.y + box.height + 30, { steps: 4 });
  await expect(grid.row(120)).toBeVisible();
  await grid.page.mouse.move(box.x + 20, box.y + box.height / 2);
  await grid.page.mouse.up();
  await expect(grid.page.getByText("1 record moved")).toBeVisible();
  await grid.expectColumn("Name", numbers(1, 2, 4));
  expect(grid.writes).toEqual(["POST move"]);
});

test("rows are moved by keyboard and menu, and later input goes to the moved row", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(5) });
  await grid.select(2, "Notes");
  await grid.press("Control+Alt+ArrowDown", "Control+Alt+ArrowDown");
  await grid.type("moved");
  await grid.press("Enter");
  await grid.expectColumn("Name", numbers(1, 3, 4, 2, 5));
  await grid.expectColumn("Notes", [null, null, null, "moved", null]);
  await grid.cell(4, "Name").click({ button: "right" });
  await grid.page.getByRole("menuitem", { name: "Move record up" }).click();
  await grid.expectColumn("Name", numbers(1, 3, 2, 4, 5));
  await grid.expectFocus(3, "Name");
  await grid.press("Control+z");
  await grid.expectColumn("Name", numbers(1, 3, 4, 2, 5));
  await grid.page.reload();
  await expect(grid.cell(4, "Name")).toHaveText("Project 2");
});

test("the cursor follows a moved row, and other rows keep their position on screen", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(80) });
  const scroller = grid.grid.locator("..");
  await grid.select(1, "Name");
  await grid.press("PageDown", "PageDown");
  const scrolled = await scroller.evaluate(({ scrollTop }) => scrollTop);
  const moved = grid.page.locator("[role=gridcell]:focus");
  const name = await moved.textContent();
  const before = await moved.boundingBox();
  await grid.press("Control+Alt+ArrowUp", "Control+Alt+ArrowUp");
  await expect(grid.page.getByText("1 record moved").last()).toBeVisible();
  await expect.poll(async () => (await moved.boundingBox())?.y).toBeLessThan((before?.y ?? 0) - 40);
  expect(await moved.textContent()).toBe(name);
  expect(await scroller.evaluate(({ scrollTop }) => scrollTop)).toBe(scrolled);
});

test("a sorted view refuses to move rows and explains why", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(3) });
  await setView(grid, { sorts: [{ fieldId: grid.fieldId("Name"), direction: "asc" }] });
  await grid.row(2).hover();
  await expect(grid.row(2).getByTitle("Open record")).toBeVisible();
  await expect(grid.row(2).getByTitle("Drag to move")).toHaveCount(0);
  await grid.select(2, "Name");
  await grid.press("Control+Alt+ArrowDown");
  await expect(grid.page.getByText("Records can't be moved here")).toBeVisible();
  await expect(grid.page.getByText("The view is sorted.")).toBeVisible();
  await grid.press("Shift+F10");
  const item = grid.page.getByRole("menuitem", { name: "Move record down" });
  await expect(item).toHaveAttribute("aria-disabled", "true");
  await expect(item).toContainText("The view is sorted.");
  expect(grid.writes).toEqual([]);
});

test("rows filled in a sorted field move once their selection is left", async ({ gridOf }) => {
  const records = ["D", "C", "B", "A"].map((Name, index) => ({ Name, Size: (index + 1) * 10 }));
  const grid = await gridOf({ records });
  await setView(grid, { sorts: [{ fieldId: grid.fieldId("Size"), direction: "desc" }] });
  const shown = () => grid.grid.locator(`[role=gridcell][aria-colindex="2"]`).allTextContents();
  await expect.poll(shown).toEqual(["A", "B", "C", "D"]);
  await grid.drag(grid.cell(2, "Size"), grid.cell(4, "Size"));
  await grid.press("Control+d");
  for (const row of [1, 2, 3]) await grid.expectStored(row, "Size", 30);
  await expect(grid.page.getByText("3 cells selected")).toBeVisible();
  await grid.page.waitForTimeout(1_000);
  await expect(grid.page.getByText("3 cells selected")).toBeVisible();
  expect(await shown()).toEqual(["A", "B", "C", "D"]);
  await grid.select(1, "Name");
  await expect.poll(shown).toEqual(["A", "D", "C", "B"]);
});

test("a row is inserted above the first, from the menu", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  await grid.cell(1, "Name").click({ button: "right" });
  await grid.page.getByRole("menuitem", { name: "Insert record above" }).click();
  await grid.expectFocus(1, "Name");
  await grid.expectColumn("Name", [null, "Project 1", "Project 2"]);
});

test("selected rows are duplicated below the last of them", async ({ gridOf }) => {
  const grid = await gridOf({
    records: [{ Name: "One", Size: 1, Stage: "Open", Done: true }, { Name: "Two" }, { Name: "Three" }],
  });
  await grid.drag(grid.cell(1, "Name"), grid.cell(2, "Name"));
  await grid.press("Control+Shift+d");
  await grid.expectColumn("Name", ["One", "Two", "One", "Two", "Three"]);
  await grid.expectColumn("Size", [1, null, 1, null, null]);
  await grid.expectColumn("Stage", ["Open", null, "Open", null, null]);
  await grid.expectColumn("Done", [true, false, true, false, false]);
  await expect(grid.cell(3, "Name")).toBeFocused();
  await expect(grid.page.getByText("18 cells selected")).toBeVisible();
});

test("a duplicate includes hidden fields", async ({ gridOf }) => {
  const grid = await gridOf({ records: [{ Name: "One", Notes: "hidden" }] });
  const [view] = grid.table.views;
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${view?.id}`;
  await grid.api.patch(path, { config: { hiddenFieldIds: [grid.fieldId("Notes")] } });
  await grid.page.reload();
  await expect(grid.grid.getByRole("columnheader", { name: "Notes" })).toHaveCount(0);
  await grid.select(1, "Name");
  await grid.press("Control+Shift+d");
  await expect(grid.cell(2, "Name")).toHaveText("One");
  await grid.expectStored(2, "Notes", "hidden");
});

test("a duplicate leaves out unique values, and gets no default for what is empty", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [
      { type: "single_line_text", name: "Name" },
      { type: "single_line_text", name: "Code", isUnique: true },
      { type: "number", name: "Size", template: { default: 7 } },
    ],
    records: [{ Name: "One", Code: "k1", Size: null }],
  });
  await grid.select(1, "Name");
  await grid.press("Control+Shift+d");
  await grid.expectColumn("Name", ["One", "One"]);
  await grid.expectColumn("Code", ["k1", null]);
  await grid.expectColumn("Size", [null, null]);
});

test("selected rows are deleted from any kind of selection", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(6) });
  await grid.drag(grid.cell(2, "Name"), grid.cell(3, "Notes"));
  await grid.cell(5, "Size").click({ modifiers: ["Control"] });
  await grid.press("Control+Alt+-");
  await expect(grid.page.getByText("3 records deleted")).toBeVisible();
  await expect(grid.page.getByText("3 records", { exact: true })).toBeVisible();
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "4");
  await grid.expectColumn("Name", ["Project 1", "Project 4", "Project 6"]);
  await expect(grid.cell(2, "Name")).toHaveText("Project 4");
  await expect(grid.grid.locator(":focus")).toHaveAttribute("aria-selected", "true");
});

test("deleting many rows needs confirmation", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(1_200) });
  await grid.select(1, "Name");
  await grid.press("Control+a", "Control+Alt+-");
  const dialog = grid.page.getByRole("alertdialog", { name: "Delete 1,200 records?" });
  await expect(dialog).toBeVisible();
  await grid.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(grid.page.getByText("1,200 records", { exact: true })).toBeVisible();
  await expect(grid.cell(1, "Name")).toBeFocused();
  await grid.press("Control+Alt+-");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(grid.page.getByText("No records yet")).toBeVisible();
  await expect(grid.page.getByText("0 records", { exact: true })).toBeVisible();
});

test("a pending edit is saved before its row is deleted", async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const answers: number[] = [];
  grid.page.on("response", (response) => {
    if (response.request().method() !== "GET") answers.push(response.status());
  });
  await grid.select(1, "Name");
  await grid.type("last words");
  await grid.press("Enter", "ArrowUp", "Control+Alt+-");
  await expect(grid.page.getByText("1 record deleted")).toBeVisible();
  await grid.expectColumn("Name", ["Project 2"]);
  expect(answers.filter((status) => status >= 400)).toEqual([]);
  expect(grid.writes.map((write) => write.split(" ")[0])).toEqual(["PATCH", "DELETE"]);
});

test("Space opens the record of a cell; the URL names it, and Back closes it", main, async ({ gridOf }) => {
  const grid = await gridOf({ records: named(2) });
  const { pathname } = new URL(grid.page.url());
  await grid.select(2, "Name");
  await grid.press("Space");
  await expect(grid.page).toHaveURL(/\?record=[0-9a-f-]{36}$/);
  await grid.page.goBack();
  await expect(grid.page).toHaveURL(pathname);
  await expect(grid.cell(2, "Name")).toHaveText("Project 2");
});

const refusal = { error: { code: "FORBIDDEN", message: "is not for this key", requestId: "1" } };

/** Holds the insertion of a row until the returned function is called. */
function holdInsertion(grid: GridPage): Promise<() => void> {
  return hold(grid.page, "**/records");
}

/** Changes the view's settings and reopens it. */
async function setView(grid: GridPage, config: object): Promise<void> {
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${grid.table.views[0]?.id}`;
  expect((await grid.api.patch(path, { config })).status).toBe(200);
  await grid.open();
}

/** Drags a row by its handle to the position below another. */
async function dragRow(grid: GridPage, row: number, below: number): Promise<void> {
  await grid.row(row).hover();
  await grid.row(row).getByTitle("Drag to move").hover();
  await grid.page.mouse.down();
  await grid
    .row(below)
    .getByRole("rowheader")
    .hover({ position: { x: 40, y: 28 } });
  await expect(grid.page.locator("[data-drop]")).toBeVisible();
  await grid.page.mouse.up();
}

function numbers(...of: number[]): string[] {
  return of.map((number) => `Project ${number}`);
}
