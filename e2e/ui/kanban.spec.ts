import { randomBytes, randomUUID } from "node:crypto";
import { violations } from "../axe";
import { openBoard } from "../board-page";
import { dragByTouch } from "../cards-page";
import { expect, type GridPage, messages, test } from "../grid-page";
import { hold } from "../hold";
import { accept, invite, newAccount } from "../people";
import { main } from "../rounds";
import { choose, openPanel, storedTable, storedView } from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  {
    type: "single_select",
    name: "Stage",
    template: { options: ["Open", "Won", "Lost"].map((label) => ({ label })) },
  },
  { type: "number", name: "Size", template: { decimalPlaces: 0 } },
  { type: "checkbox", name: "Signed" },
];
const records = [
  { Name: "Ada", Stage: "Open", Size: 3 },
  { Name: "Bob", Stage: "Open", Size: 1 },
  { Name: "Cleo", Stage: "Open", Size: 2, Signed: true },
  { Name: "Dan", Stage: "Won", Size: 5 },
  { Name: "Eve", Stage: "Won", Size: 4 },
  { Name: "Finn", Size: 7 },
];

const stages = { Ada: "Open", Bob: "Open", Cleo: "Open", Dan: "Won", Eve: "Won", Finn: null };

async function boardOf(gridOf: (source: object) => Promise<GridPage>, config = {}) {
  const grid = await gridOf({ fields, records });
  return openBoard(grid, { stackFieldId: "Stage", ...config });
}

/** The API's key of the stack of an option. */
function keyOf({ table }: GridPage, label: string): string {
  const template = table.fields[1]?.template as { options: { label: string; value: string }[] } | undefined;
  return template?.options.find((option) => option.label === label)?.value ?? "";
}

/** The changes of records that the page has sent, without those of views. */
function recordWrites({ writes }: GridPage): string[] {
  return writes.filter((write) => !/^\w+ (v\w{10}|presence|stacks)$/.test(write));
}

test("records are cards in stacks, with their filled fields and the amount of each stack", async ({
  gridOf,
}) => {
  const board = await boardOf(gridOf, { stackAggregate: { fieldId: "Size", function: "sum" } });
  await expect(board.board.getByRole("heading")).toHaveText(["No value", "Open", "Won", "Lost"]);
  await board.expectCards("Open", ["Ada", "Bob", "Cleo"]);
  await board.expectCards("No value", ["Finn"]);
  await expect(board.stack("Open")).toContainText("Sum of Size: 6");
  const cleo = board.stack("Open").getByRole("listitem").filter({ hasText: "Cleo" });
  await expect(cleo.getByRole("term")).toHaveText(["Size", "Signed"]);
  await expect(board.stack("Open").getByRole("listitem").first().getByRole("term")).toHaveText(["Size"]);
  await expect(cleo).toHaveAttribute("aria-posinset", "3");
  await expect(cleo).toHaveAttribute("aria-setsize", "3");
  await expect(board.stack("Lost")).toContainText("No records");
});

test("a card is dragged to another stack and place by one change, which one undo reverts", async ({
  gridOf,
}) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  await board.drag(board.card("Bob"), board.card("Eve"), "top");
  await board.expectCards("Won", ["Dan", "Bob", "Eve"]);
  await board.expectCards("Open", ["Ada", "Cleo"]);
  await expect(board.announcement).toHaveText("Moved Bob to Won, 2 of 3");
  await board.expectStoredOrder(keyOf(grid, "Won"), ["Dan", "Bob", "Eve"]);
  const dan = await idOf(board.card("Dan"));
  expect(grid.patches).toEqual([{ record: { [grid.fieldId("Stage")]: "Won" }, after: dan }]);
  expect(new URL(page.url()).searchParams.get("record")).toBeNull();
  await page.keyboard.press("Control+z");
  await board.expectCards("Open", ["Ada", "Bob", "Cleo"]);
  await board.expectStored("Stage", stages);
  await page.keyboard.press("Control+y");
  await board.expectCards("Won", ["Dan", "Bob", "Eve"]);
});

test("a card is dragged within its stack, and Esc puts a dragged card back", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  await board.drag(board.card("Cleo"), board.card("Ada"), "top");
  await board.expectCards("Open", ["Cleo", "Ada", "Bob"]);
  await board.expectStoredOrder(keyOf(grid, "Open"), ["Cleo", "Ada", "Bob"]);
  expect(recordWrites(grid)).toEqual(["POST move"]);
  await board.card("Cleo").hover();
  await page.mouse.down();
  const lost = await board.stack("Lost").boundingBox();
  await page.mouse.move((lost?.x ?? 0) + 50, (lost?.y ?? 0) + 90, { steps: 5 });
  await board.expectCards("Lost", ["Cleo"]);
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await board.expectCards("Open", ["Cleo", "Ada", "Bob"]);
  await board.expectCards("Lost", []);
  expect(recordWrites(grid)).toEqual(["POST move"]);
});

test("a view that is sorted says so, and cards only change their stack", async ({ gridOf }) => {
  const board = await boardOf(gridOf, { sorts: [{ fieldId: "Size", direction: "asc" }] });
  const { grid, page } = board;
  await board.expectCards("Open", ["Bob", "Cleo", "Ada"]);
  await board.card("Ada").hover();
  await page.mouse.down();
  const won = await board.stack("Won").boundingBox();
  await page.mouse.move((won?.x ?? 0) + 50, (won?.y ?? 0) + 400, { steps: 5 });
  await expect(board.stack("Won")).toContainText("Sorted by Size");
  await page.mouse.up();
  await board.expectCards("Won", ["Ada", "Eve", "Dan"]);
  await expect(board.announcement).toHaveText("Moved Ada to Won");
  expect(grid.patches).toEqual([{ record: { [grid.fieldId("Stage")]: "Won" } }]);
  await board.card("Bob").focus();
  await page.keyboard.press("Control+ArrowDown");
  await expect(page.getByText("Cards can't be moved within a stack here")).toBeVisible();
  await board.expectCards("Open", ["Bob", "Cleo"]);
});

test("several cards are selected and dragged together, in one undo", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  await board.card("Ada").click({ modifiers: ["ControlOrMeta"] });
  await board.card("Finn").click({ modifiers: ["ControlOrMeta"] });
  await expect(board.card("Ada")).toHaveAccessibleDescription("Selected");
  await expect(board.announcement).toHaveText("2 records selected");
  await board.drag(board.card("Ada"), board.card("Dan"), "top");
  await board.expectCards("Won", ["Finn", "Ada", "Dan", "Eve"]);
  await expect(board.announcement).toHaveText(/^Moved 2 records to Won/);
  await board.expectStoredOrder(keyOf(grid, "Won"), ["Finn", "Ada", "Dan", "Eve"]);
  await page.keyboard.press("Control+z");
  await board.expectCards("Open", ["Ada", "Bob", "Cleo"]);
  await board.expectCards("No value", ["Finn"]);
  await board.expectStored("Stage", stages);
  // Shift selects from the card that was clicked last.
  await page.keyboard.press("Escape");
  await board.card("Ada").click({ modifiers: ["ControlOrMeta"] });
  await board.card("Cleo").click({ modifiers: ["Shift"] });
  for (const name of ["Ada", "Bob", "Cleo"]) {
    await expect(board.card(name)).toHaveAccessibleDescription("Selected");
  }
  // Shift with arrows selects by keys.
  await page.keyboard.press("Escape");
  await board.card("Bob").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await expect(board.card("Cleo")).toBeFocused();
  await page.keyboard.press("Control+ArrowRight");
  await board.expectCards("Open", ["Ada"]);
  await expect(board.cards("Won")).toHaveCount(4);
  await expect(board.card("Cleo")).toBeFocused();
});

test("everything works by keys alone, with announcements", main, async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  const { announcement } = board;
  await page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Share" }).focus();
  await page.keyboard.press("Tab");
  await expect(board.card("Finn")).toBeFocused();
  await grid.press("ArrowRight");
  await expect(board.card("Ada")).toBeFocused();
  await grid.press("ArrowDown");
  await expect(board.card("Bob")).toBeFocused();
  await grid.press("Space");
  await expect(announcement).toHaveText(/^Picked up Bob in Open, 2 of 3\./);
  await expect(board.card("Bob")).toHaveAccessibleDescription("Picked up");
  await grid.press("ArrowRight");
  await expect(announcement).toHaveText("Bob is over Won, 2 of 3.");
  await board.expectCards("Won", ["Dan", "Bob", "Eve"]);
  await grid.press("ArrowDown");
  await expect(announcement).toHaveText("Bob is over Won, 3 of 3.");
  expect(recordWrites(grid)).toEqual([]);
  await grid.press("Space");
  await expect(announcement).toHaveText("Moved Bob to Won, 3 of 3");
  await expect(board.card("Bob")).toBeFocused();
  await board.expectStoredOrder(keyOf(grid, "Won"), ["Dan", "Eve", "Bob"]);
  await expect(board.card("Bob")).toBeFocused();

  await grid.press("Space", "ArrowLeft", "Escape");
  await expect(announcement).toHaveText("Bob is back in Won, 3 of 3");
  await board.expectCards("Won", ["Dan", "Eve", "Bob"]);
  await expect(board.card("Bob")).toBeFocused();

  await grid.press("Control+ArrowUp");
  await expect(announcement).toHaveText("Moved Bob to Won, 2 of 3");
  await grid.press("Control+ArrowLeft");
  await expect(announcement).toHaveText("Moved Bob to Open, 2 of 3");
  await expect(board.card("Bob")).toBeFocused();
  await board.expectStoredOrder(keyOf(grid, "Open"), ["Ada", "Bob", "Cleo"]);

  await grid.press("Enter");
  await expect(grid.record("Bob")).toBeFocused();
  await page.getByRole("button", { name: "Close record" }).click();
  await expect(board.card("Bob")).toBeFocused();

  await grid.press("Shift+F10");
  await grid.chooseByKeys("Move record to another stack");
  const dialog = page.getByRole("dialog", { name: "Move Bob" });
  await choose(dialog.getByRole("combobox", { name: "Stack" }), /^Lost/);
  await dialog.getByRole("button", { name: "Move" }).click();
  await board.expectCards("Lost", ["Bob"]);
  await expect(announcement).toHaveText("Moved Bob to Lost, 1 of 1");
  await expect(board.card("Bob")).toBeFocused();

  await grid.press("ArrowUp");
  await expect(page.getByRole("button", { name: "Options for Lost" })).toBeFocused();
  await grid.press("ArrowDown", "ArrowDown");
  await expect(page.getByRole("button", { name: "New record in Lost" })).toBeFocused();
  await grid.press("ArrowUp", "Delete");
  await expect(page.getByText("1 record deleted")).toBeVisible();
  await board.expectCards("Lost", []);
});

test("the palette and the list of keys know the commands of the board", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  await board.card("Ada").focus();
  await grid.press("Control+k");
  await grid.type("next stack");
  await page.getByRole("option", { name: "Move records to next stack" }).click();
  await board.expectCards("Won", ["Ada", "Dan", "Eve"]);
  await expect(board.card("Ada")).toBeFocused();
  await grid.press("Control+/");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toContainText("Pick up or drop records");
  await expect(keys).not.toContainText("Fill down");
});

test("a new card has the value of its stack, and the input takes the next one", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  await board.stack("Lost").getByRole("button", { name: "New record in Lost" }).click();
  const input = page.getByRole("textbox", { name: "Name of the new record in Lost" });
  await expect(input).toBeFocused();
  await grid.type("Gil");
  await grid.press("Enter");
  await board.expectCards("Lost", ["Gil"]);
  await expect(input).toBeFocused();
  await expect(input).toHaveValue("");
  await grid.type("Hal");
  await grid.press("Enter");
  await board.expectCards("Lost", ["Gil", "Hal"]);
  await grid.press("Escape");
  await expect(input).toHaveCount(0);
  await board.expectStored("Stage", { ...stages, Gil: "Lost", Hal: "Lost" });
});

test("a stack is renamed, coloured, collapsed and moved", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  const menuOf = (name: string) => page.getByRole("button", { name: `Options for ${name}` }).click();
  const take = (name: string) => page.getByRole("menuitem", { name, exact: true }).click();
  await menuOf("Won");
  await take("Rename");
  await page.getByRole("textbox", { name: "Name" }).fill("Open");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(/Repeats/);
  await page.getByRole("textbox", { name: "Name" }).fill("Closed");
  await page.keyboard.press("Enter");
  await board.expectCards("Closed", ["Dan", "Eve"]);

  await menuOf("Closed");
  await take("Colour");
  await page.getByRole("menuitemradio", { name: "Teal" }).click();
  await expect
    .poll(async () => (await storedTable(grid)).fields[1]?.template.options)
    .toMatchObject([{}, { label: "Closed", color: "teal" }, {}]);

  await menuOf("Closed");
  await take("Move left");
  await expect(board.board.getByRole("heading")).toHaveText(["No value", "Closed", "Open", "Lost"]);
  await page.keyboard.press("Escape");
  await menuOf("Closed");
  await take("Collapse");
  await expect(board.cards("Closed")).toHaveCount(0);
  await expect
    .poll(async () => (await storedView(grid, "Board")).config)
    .toMatchObject({
      collapsedStacks: [keyOf(grid, "Won")],
      stackOrder: ["Won", "Open", "Lost"].map((each) => keyOf(grid, each)),
    });
  await page.reload();
  await page.getByRole("button", { name: /^Closed/, expanded: false }).click();
  await board.expectCards("Closed", ["Dan", "Eve"]);
});

test("stacks are added and deleted, and one undo returns a stack with its cards", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  await page.getByRole("button", { name: "Add stack" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("Paused");
  await page.keyboard.press("Enter");
  await expect(board.board.getByRole("heading")).toHaveText(["No value", "Open", "Won", "Lost", "Paused"]);

  await page.getByRole("button", { name: "Options for Open" }).click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Delete the stack “Open”?" });
  await choose(dialog.getByRole("combobox", { name: "Its records" }), "Move them to another stack");
  await choose(dialog.getByRole("combobox", { name: "To the stack" }), "Paused");
  await dialog.getByRole("button", { name: "Delete stack" }).click();
  await expect(board.stack("Open")).toHaveCount(0);
  await board.expectCards("Paused", ["Ada", "Bob", "Cleo"]);
  await messages(page).getByRole("button", { name: "Undo" }).click();
  await board.expectCards("Open", ["Ada", "Bob", "Cleo"]);
  await board.expectStored("Stage", stages);
  await expect(board.cards("Paused")).toHaveCount(0);

  await page.getByRole("button", { name: "Options for Won" }).click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete stack" }).click();
  await board.expectCards("No value", ["Dan", "Eve", "Finn"]);
  expect((await storedTable(grid)).fields[1]?.template.options).toHaveLength(3);
});

test("changes of others arrive, and a card that two people move ends where the last put it", async ({
  gridOf,
  context,
}) => {
  const board = await boardOf(gridOf);
  const { page } = board;
  const other = await context.newPage();
  await other.goto(page.url());
  const theirs = (stack: string) => other.getByRole("list", { name: stack, exact: true }).getByRole("link");
  await expect(theirs("Open")).toHaveText(["Ada", "Bob", "Cleo"]);
  await board.card("Ada").focus();
  await page.keyboard.press("Control+ArrowRight");
  await expect(theirs("Won")).toHaveText(["Ada", "Dan", "Eve"]);
  await other.getByRole("link", { name: "Ada" }).focus();
  await other.keyboard.press("Control+ArrowRight");
  await board.expectCards("Lost", ["Ada"]);
  // The focus follows the card.
  await expect(board.card("Ada")).toBeFocused();
  await other.close();
});

test("moves wait for the server, and go back if it refuses them", async ({ gridOf, context }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  await board.card("Ada").focus();
  await context.setOffline(true);
  await grid.press("Control+ArrowRight");
  await board.expectCards("Won", ["Ada", "Dan", "Eve"]);
  await expect(page.getByText("The server can't be reached. Trying again…")).toBeVisible();
  await context.setOffline(false);
  await board.expectStored("Stage", { ...stages, Ada: "Won" });
  await expect(page.getByText("The server can't be reached. Trying again…")).toHaveCount(0);
  await expect(board.card("Ada")).toBeFocused();

  await page.route("**/records/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 403, json: { error: { code: "FORBIDDEN", message: "Not today." } } })
      : route.continue(),
  );
  await grid.press("Control+ArrowRight");
  await expect(page.getByText("Not today.")).toBeVisible();
  await board.expectCards("Won", ["Ada", "Dan", "Eve"]);
  await board.expectCards("Lost", []);
  await expect(board.announcement).toHaveText("Ada could not be moved to Lost");
  await page.unroute("**/records/*");
});

test("the card that another person is at is outlined", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid } = board;
  const invitation = await invite(grid.api, { databases: [{ databaseId: grid.base.id, role: "editor" }] });
  const grace = await accept(grid.api, invitation, { ...newAccount(), name: "Grace Hopper" });
  const cell = { recordId: await idOf(board.card("Dan")), fieldId: grid.fieldId("Name") };
  const at = { tableId: grid.table.id, cell };
  const { status } = await grace.api.call(`/bases/${grid.base.id}/presence`, {
    method: "PUT",
    body: { pageId: randomUUID(), at },
  });
  expect(status).toBe(200);
  const dan = board.stack("Won").getByRole("listitem").filter({ hasText: "Dan" });
  await expect(dan.locator("[data-person-card]")).toHaveText("GH");
  await expect(board.board.locator("[data-person-card]")).toHaveCount(1);
});

test("without its field the board asks for one, and undo brings it back", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  const panel = await openPanel(grid, "Fields");
  await panel.getByRole("button", { name: "Options for Stage" }).click();
  await page.getByRole("menuitem", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByRole("heading", { name: "Choose a field to stack by" })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+z");
  await board.expectCards("Open", ["Ada", "Bob", "Cleo"]);
  await page.keyboard.press("Control+y");
  await page.getByRole("button", { name: "Signed" }).click();
  await board.expectCards("Unchecked", ["Ada", "Bob", "Dan", "Eve", "Finn"]);
  await board.expectCards("Checked", ["Cleo"]);
  await board.drag(board.card("Ada"), board.stack("Checked"));
  await board.expectCards("Checked", ["Cleo", "Ada"]);
});

test("views become boards and grids again", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records });
  const { page } = grid;
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "New view" }).click();
  const dialog = page.getByRole("dialog", { name: "New view" });
  await choose(dialog.getByRole("combobox", { name: "Type" }), /^Kanban/);
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Kanban view");
  await dialog.getByRole("button", { name: "Create view" }).click();
  await expect(page.getByRole("list", { name: "Open", exact: true }).getByRole("link")).toHaveText([
    "Ada",
    "Bob",
    "Cleo",
  ]);
  await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Options for Kanban view" }).click();
  await page.getByRole("menuitem", { name: "Change type" }).click();
  await page.getByRole("menuitemradio", { name: "Grid" }).click();
  await expect(grid.grid).toBeVisible();
  expect((await storedView(grid, "Kanban view")).type).toBe("grid");
});

test("edits of the open record move its card", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { grid, page } = board;
  await board.card("Ada").click();
  const panel = grid.record("Ada");
  await expect(panel).toContainText("1 of 3");
  await panel.getByRole("button", { name: "Edit Stage" }).click();
  await page.getByRole("option", { name: "Lost" }).click();
  await board.expectCards("Lost", ["Ada"]);
  await expect(panel).toContainText("1 of 1");
});

test("a large stack loads as it is scrolled, and End goes to its last card", async ({ gridOf }) => {
  const many = Array.from({ length: 450 }, (_, index) => ({ Name: `Card ${index}`, Stage: "Open" }));
  const grid = await gridOf({ fields, records: many });
  const board = await openBoard(grid, { stackFieldId: "Stage" });
  await board.card("Card 0").focus();
  await grid.press("End");
  await expect(board.card("Card 449")).toBeFocused();
  await expect(board.card("Card 449")).toBeInViewport();
  expect(await board.cards("Open").count()).toBeLessThan(60);
  await grid.press("Control+Home");
  await expect(board.announcement).toHaveText("Moved Card 449 to Open, 1 of 450");
  await expect(board.cards("Open").first()).toHaveText("Card 449");
  await grid.press("Control+End");
  await expect(board.announcement).toHaveText("Moved Card 449 to Open, 450 of 450");
  await expect.poll(async () => await grid.storedColumn("Name", 2, 449)).toEqual(["Card 448", "Card 449"]);
});

test("a board of a large table shows its first cards while the server counts", async ({ gridOf }) => {
  const grid = await gridOf({ fields: [...fields, { type: "long_text", name: "Notes" }], records: [] });
  // Random texts, because PostgreSQL compresses others.
  const large = Array.from({ length: 6_000 }, (_, index) => ({
    ...{ Name: `Card ${index}`, Stage: index === 5_999 ? "Won" : "Open", Size: 2 },
    Notes: randomBytes(1_200).toString("base64"),
  }));
  for (let at = 0; at < large.length; at += 2_000) {
    await grid.api.post(`/bases/${grid.base.id}/tables/${grid.table.id}/records/bulk`, {
      records: large.slice(at, at + 2_000),
    });
  }
  const letGo = await hold(grid.page, "**/records/stacks");
  const board = await openBoard(grid, {
    stackFieldId: "Stage",
    stackAggregate: { fieldId: "Size", function: "sum" },
    hiddenFieldIds: [grid.table.fields.find(({ name }) => name === "Notes")?.id ?? ""],
  });
  await expect(board.cards("Open").first()).toHaveText("Card 0");
  await expect(board.stack("Open")).not.toContainText("record");
  await expect(board.stack("Open")).not.toContainText("Sum of Size");
  await expect(board.stack("Won")).not.toContainText("No records");
  await board.card("Card 1").focus();
  await grid.press("Control+End");
  await expect(grid.page.getByText("The records are still being counted")).toBeVisible();
  expect(grid.writes).not.toContain("POST move");
  letGo();
  await expect(board.stack("Open")).toContainText("5,999 records");
  await expect(board.stack("Open")).toContainText("Sum of Size: 11,998");
  await board.expectCards("Won", ["Card 5999"]);
  await expect(board.stack("Lost")).toContainText("No records");
});

test("search shows matching cards and goes through them", async ({ gridOf }) => {
  const board = await boardOf(gridOf);
  const { page } = board;
  await page.keyboard.press("Control+f");
  await page.keyboard.type("leo");
  await board.expectCards("Won", []);
  await board.expectCards("Open", ["Cleo"]);
  await expect(page.getByText("1 result", { exact: true })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(board.card("Cleo")).toHaveAttribute("tabindex", "0");
});

test.describe("accessibility", () => {
  test("axe finds nothing on a board, in both themes", async ({ gridOf }) => {
    const board = await boardOf(gridOf, { stackAggregate: { fieldId: "Size", function: "sum" } });
    const { page } = board;
    await board.changeView({ collapsedStacks: [keyOf(board.grid, "Lost")] });
    await expect(page.getByRole("button", { name: /^Lost/, expanded: false })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await board.card("Ada").click({ modifiers: ["ControlOrMeta"] });
    await board.card("Ada").press("Space");
    expect(await violations(page)).toEqual([]);
  });
});

test("visitors of a shared link see the board and change nothing", async ({ gridOf, browser }) => {
  const board = await boardOf(gridOf);
  const { grid } = board;
  const { status, body } = await grid.api.post<{ url: string }>(`/bases/${grid.base.id}/shares`, {
    viewId: board.view.id,
  });
  expect(status).toBe(201);
  const visitor = await browser.newPage();
  await visitor.goto(new URL(new URL(body.url).pathname, grid.page.url()).href);
  await expect(visitor.getByRole("list", { name: "Open", exact: true }).getByRole("link")).toHaveText([
    "Ada",
    "Bob",
    "Cleo",
  ]);
  await expect(visitor.getByRole("button", { name: /^New record/ })).toHaveCount(0);
  await expect(visitor.getByRole("button", { name: "Add stack" })).toHaveCount(0);
  await visitor.getByRole("link", { name: "Ada" }).focus();
  await visitor.keyboard.press("Control+ArrowRight");
  await expect(visitor.getByRole("list", { name: "Open", exact: true }).getByRole("link")).toHaveCount(3);
  await visitor.close();
});

test.describe("on a phone", () => {
  test.use({
    viewport: { width: 375, height: 720 },
    hasTouch: true,
  });

  test("one stack is shown at a time, with a chooser", async ({ gridOf }) => {
    const board = await boardOf(gridOf);
    const { page } = board;
    await board.expectCards("No value", ["Finn"]);
    await expect(board.card("Finn")).toBeInViewport();
    await choose(page.getByRole("combobox", { name: "Stack" }), /^Won/);
    await expect(board.card("Dan")).toBeInViewport();
    await expect(board.card("Finn")).not.toBeInViewport();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    expect(await violations(page)).toEqual([]);
  });

  test("the first stack that has cards is shown first", async ({ gridOf }) => {
    const grid = await gridOf({ fields, records: [{ Name: "Dan", Stage: "Won" }] });
    const board = await openBoard(grid, { stackFieldId: "Stage" });
    await expect(board.card("Dan")).toBeInViewport({ ratio: 1 });
    const chooser = board.page.getByRole("combobox", { name: "Stack" });
    await expect(chooser).toHaveText(/^Won/);
    await choose(chooser, /^No value/);
    await expect(board.card("Dan")).not.toBeInViewport();
  });

  test("a finger that rests on a card drags it", async ({ gridOf }) => {
    const board = await boardOf(gridOf);
    const { page } = board;
    await choose(page.getByRole("combobox", { name: "Stack" }), /^Open/);
    await expect(board.card("Ada")).toBeInViewport({ ratio: 1 });
    const from = await board.card("Ada").boundingBox();
    const to = await board.card("Cleo").boundingBox();
    if (!from || !to) throw new Error("The cards are not visible");
    await dragByTouch(page, {
      from: { x: from.x + 40, y: from.y + 8 },
      to: { x: to.x + 40, y: to.y + 40 },
    });
    await board.expectCards("Open", ["Bob", "Cleo", "Ada"]);
    await board.expectStoredOrder(keyOf(board.grid, "Open"), ["Bob", "Cleo", "Ada"]);
  });
});

async function idOf(card: ReturnType<GridPage["page"]["locator"]>): Promise<string | null> {
  return card.getAttribute("data-card");
}
