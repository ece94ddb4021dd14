/** The page for people with limited rights, signed in with keys of certain scopes. */
import type { Page } from "playwright/test";
import { commandList } from "../../components/commands/command-list";
import type { Base } from "../../lib/contract/bases";
import type { Scope, ShownKey } from "../../lib/contract/keys";
import { expect, type GridPage, signIn, test as ui } from "../grid-page";
import { main } from "../rounds";
import { header, openMenu, openPanel } from "../toolbar-page";

const onlyViewed = "You can view this table but not edit it.";

/** Signs the page in again with a key of these scopes. */
type As = (grid: GridPage, scopes: readonly Scope[], databases?: readonly string[]) => Promise<void>;

const test = ui.extend<{ as: As }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here what a fixture builds on
  as: async ({}, use) => {
    await use(async (grid, scopes, databases = [grid.base.id]) => {
      const { status, body } = await grid.api.post<ShownKey>("/keys", { name: "Guest", scopes, databases });
      expect(status).toBe(201);
      await signIn(grid.page, body.key);
    });
  },
});

const source = {
  fields: [
    { type: "single_line_text", name: "Name" },
    { type: "number", name: "Size" },
    { type: "checkbox", name: "Done" },
    { type: "attachments", name: "Files" },
    { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }, { label: "Shut" }] } },
  ],
  records: [
    { Name: "Ada", Size: 3, Done: true, Stage: "Open" },
    { Name: "Bob", Size: 1, Stage: "Shut" },
    { Name: "Cy", Size: 2, Stage: "Open" },
  ],
};

test(
  "a reader sees no controls that change records, and shortcuts explain why",
  main,
  async ({ gridOf, as }) => {
    const grid = await gridOf(source);
    await as(grid, ["read"]);
    await grid.open();
    const writes = writesOf(grid.page);
    await grid.select(2, "Name");
    for (const name of ["Name", "Size", "Done", "Files", "Stage"]) {
      await expect(grid.cell(2, name)).toHaveAttribute("aria-readonly", "true");
    }
    await expect(grid.page.getByRole("button", { name: "New record" })).toHaveCount(0);
    await expect(grid.grid.locator("[data-handle], [data-grip]")).toHaveCount(0);

    const message = grid.page.getByText(onlyViewed);
    for (const key of ["x", "Enter", "Delete", "ControlOrMeta+z", "ControlOrMeta+d", "Shift+Enter"]) {
      await grid.press(key);
      await expect(message).toHaveCount(1);
      await grid.page.getByRole("button", { name: "Close toast" }).click();
      await expect(message).toHaveCount(0);
      await expect(grid.page.getByRole("textbox")).toHaveCount(0);
    }
    await grid.paste({ text: "Dora" });
    await expect(message).toHaveCount(1);
    await grid.cell(1, "Done").getByRole("checkbox").click();
    await expect(grid.cell(1, "Done").getByRole("checkbox")).toBeChecked();
    await expect(message).toHaveCount(1);
    expect(writes).toEqual([]);
  },
);

test("no shortcut sends a write of a reader", async ({ gridOf, as }) => {
  const grid = await gridOf(source);
  await as(grid, ["read"]);
  await grid.open();
  // A dialog that opens only when its script has come would miss the key that closes it.
  await grid.expectParts("later");
  const writes = writesOf(grid.page);
  for (const { keys, command } of commandList) {
    for (const chord of keys) {
      await grid.cell(2, "Size").click();
      await grid.press(chord.replace(/Mod|Ctrl/, "Control").replace("Shift+=", "Shift+Equal"));
      // Closes what the command opened.
      if (["open", "space"].includes(command.do)) await grid.press("Escape");
      for (let left = 3; left > 0 && (await grid.page.getByRole("dialog").count()) > 0; left--) {
        await grid.press("Escape");
      }
    }
  }
  expect(writes).toEqual([]);
});

test("a reader's menus, command list and help contain only permitted commands", async ({ gridOf, as }) => {
  const grid = await gridOf(source);
  await as(grid, ["read"]);
  await grid.open();
  await grid.cell(1, "Name").click({ button: "right" });
  const items = grid.page.getByRole("menuitem");
  await expect(items.first()).toBeVisible();
  expect(await names(items)).toEqual(["Copy", "Copy as", "Open record"]);
  await grid.press("Escape");
  await openMenu(grid, "Size");
  await expect(items.first()).toBeVisible();
  expect(await names(items)).toEqual([
    "Sort ascending",
    "Sort descending",
    "Filter by this field",
    "Group by this field",
    "Freeze up to here",
    "Move left",
    "Move right",
    "Wider",
    "Narrower",
    "Fit to content",
    "Hide",
  ]);
  await grid.press("Escape");
  await header(grid, "Size").dblclick();
  await expect(grid.page.getByRole("dialog")).toHaveCount(0);

  await grid.select(1, "Name");
  await grid.press("ControlOrMeta+k");
  const commands = grid.page.getByRole("dialog", { name: "Commands" }).getByRole("option");
  await expect(commands.filter({ hasText: /^Open record/ })).toHaveCount(1);
  for (const name of ["Undo", "Paste", "Delete records", "Delete fields", "Save"]) {
    await expect(commands.filter({ hasText: name })).toHaveCount(0);
  }
  await grid.press("Escape");
  await grid.press("ControlOrMeta+/");
  const help = grid.page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(help.getByText("Search all records")).toBeVisible();
  for (const name of ["Undo", "Clear", "While editing", "Replace value", "Move records"]) {
    await expect(help.getByText(name, { exact: true })).toHaveCount(0);
  }
});

test("a reader can view records, tables, the trash and the API, without editing controls", async ({
  gridOf,
  as,
}) => {
  const grid = await gridOf(source);
  const { page, base, table, api } = grid;
  const first = (await api.post<{ records: { id: string }[] }>(recordsOf(grid), { limit: 1 })).body
    .records[0];
  await api.call(`/bases/${base.id}/tables/${table.id}/records/${first?.id}`, { method: "DELETE" });
  await as(grid, ["read"]);
  await grid.open();
  for (const name of ["New table", "Options for Projects", "New field"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }
  await expect(page.getByRole("link", { name: "API keys" })).toHaveCount(0);
  await (await openPanel(grid, "Fields")).getByRole("button", { name: "Show all" }).waitFor();
  await expect(page.getByRole("button", { name: "New field" })).toHaveCount(0);
  await grid.press("Escape");
  const views = await openPanel(grid, "Views");
  await expect(views.getByRole("link", { name: "Grid view" })).toBeVisible();
  await expect(views.getByRole("button", { name: /New view|Options for|Move/ })).toHaveCount(0);
  await grid.press("Escape");

  await grid.select(1, "Name");
  await grid.press("Space");
  const panel = page.getByRole("complementary", { name: "Bob" });
  await expect(panel.getByRole("group", { name: "Stage" })).toContainText("Shut");
  await expect(panel.getByRole("button", { name: /Edit|Duplicate|Delete/ })).toHaveCount(0);
  await expect(panel.getByRole("checkbox").and(panel.locator("button"))).toHaveCount(0);
  await grid.press("Escape");
  await page.getByRole("button", { name: "API" }).click();
  await expect(page.getByRole("dialog", { name: "Use this view in the API" })).toBeVisible();

  await page.goto(`/database/${base.id}/trash`);
  await expect(page.getByText(/^Record in Projects/)).toBeVisible();
  await expect(page.getByRole("button", { name: /^Restore/ })).toHaveCount(0);
  await page.goto(`${new URL(table.url).pathname}?record=${first?.id}`);
  await expect(page.getByText("This record is in the trash")).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore" })).toHaveCount(0);
  await page.goto("/");
  await expect(page.getByRole("link", { name: /^Test/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /New database|Options for/ })).toHaveCount(0);
  await page.goto("/settings/keys");
  await expect(page.getByRole("heading", { name: "You can't manage API keys" })).toBeVisible();
});

test("a key with write but not schema edits records without field and table controls", async ({
  gridOf,
  as,
}) => {
  const grid = await gridOf(source);
  await as(grid, ["read", "write"]);
  await grid.open();
  await grid.select(2, "Name");
  await grid.type("Bea");
  await grid.press("Enter");
  await grid.expectStored(2, "Name", "Bea");
  await expect(grid.page.getByRole("button", { name: "New record" })).toBeVisible();
  for (const name of ["New table", "Options for Projects", "New field"]) {
    await expect(grid.page.getByRole("button", { name })).toHaveCount(0);
  }
  await openMenu(grid, "Size");
  for (const name of ["Rename", "Duplicate", "Insert left", "Delete"]) {
    await expect(grid.page.getByRole("menuitem", { name })).toHaveCount(0);
  }
  await grid.press("Escape");
  await header(grid, "Size").click();
  await grid.press("ControlOrMeta+k");
  const list = grid.page.getByRole("dialog", { name: "Commands" });
  await expect(list.getByRole("option", { name: "Undo" })).toBeVisible();
  await expect(list.getByRole("option", { name: "Delete fields" })).toHaveCount(0);
});

test("a key of one database creates fields and tables in it, but no databases", async ({ gridOf, as }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await as(grid, ["read", "write", "schema", "keys"]);
  await grid.open();
  for (const name of ["New table", "Options for Projects", "New field", "New record"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeVisible();
  }
  await page.goto("/");
  await expect(page.getByRole("button", { name: "Options for Test" })).toBeVisible();
  await expect(page.getByRole("button", { name: "New database" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "API keys" })).toBeVisible();
});

test("empty pages offer nothing that the person may not create", async ({ gridOf, as }) => {
  const grid = await gridOf(source);
  const { page, api } = grid;
  const { body: empty } = await api.post<Base>("/bases", { name: "Empty" });
  await as(grid, ["read", "write"], [empty.id]);
  await page.goto(`/database/${empty.id}`);
  await expect(page.getByRole("heading", { name: "No tables yet" })).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  await api.call(`/bases/${empty.id}`, { method: "DELETE" });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "No databases yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: /Create|Load/ })).toHaveCount(0);
});

test("a reader can view cards and records on a phone", async ({ gridOf, as }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await as(grid, ["read"]);
  await page.setViewportSize({ width: 375, height: 812 });
  await grid.open();
  const cards = page.getByRole("list", { name: "Projects" }).getByRole("listitem");
  await expect(cards).toHaveCount(3);
  await expect(page.getByRole("button", { name: /New record|Undo|Redo/ })).toHaveCount(0);
  await cards.first().getByRole("link").click();
  await expect(page.getByRole("complementary", { name: "Ada" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Edit/ })).toHaveCount(0);
});

test("the form for a first table focuses its name", async ({ gridOf }) => {
  const grid = await gridOf({});
  const { body: empty } = await grid.api.post<Base>("/bases", { name: "Empty" });
  await grid.page.goto(`/database/${empty.id}`);
  await expect(grid.page.getByRole("textbox", { name: "Table name" })).toBeFocused();
});

/** The page's writing requests, by method and path. */
function writesOf(page: Page): string[] {
  const writes: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    // Being here is shown to others, and stored nowhere.
    const isRead = request.method() === "GET" || /\/(list|aggregate|presence)$/.test(pathname);
    if (!isRead && pathname.startsWith("/api/")) writes.push(`${request.method()} ${pathname}`);
  });
  return writes;
}

function recordsOf({ base, table }: GridPage): string {
  return `/bases/${base.id}/tables/${table.id}/records/list`;
}

/** The labels of a menu's items, without their shortcuts. */
async function names(items: ReturnType<Page["getByRole"]>): Promise<(string | null)[]> {
  return items.evaluateAll((all) =>
    all.map((item) => item.querySelector("span > span")?.textContent ?? item.textContent),
  );
}
