import { ApiClient } from "../api-client";
import { openBuilder } from "../builder-page";
import { expect, type GridPage, messages, named, signIn, test } from "../grid-page";
import { main } from "../rounds";
import { choose, expectValues, storedRecords, storedTable } from "../toolbar-page";

const fields = [{ type: "single_line_text", name: "Name" }];

test.describe("table tabs", () => {
  test("are reordered by menu and by dragging", async ({ gridOf }) => {
    const grid = await gridOf({ others: { First: { fields }, Second: { fields } }, fields });
    const { page } = grid;
    const tabs = page.getByRole("navigation", { name: "Tables" }).getByRole("link");
    await expect(tabs).toHaveText(["First", "Second", "Projects"]);
    await expect(tabs.filter({ hasText: "Projects" })).toHaveAttribute("aria-current", "page");
    await takeFromTab(grid, "Projects", "Move left");
    await expect(tabs).toHaveText(["First", "Projects", "Second"]);
    await expect.poll(() => tableNames(grid)).toEqual(["First", "Projects", "Second"]);
    await page.keyboard.press("Escape");

    const [from, to] = [await tabs.nth(2).boundingBox(), await tabs.nth(0).boundingBox()];
    if (!from || !to) throw new Error("both are in sight");
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 5, to.y + 20, { steps: 10 });
    // The first tab has made room.
    await expect(tabs.nth(0).locator("xpath=..")).toHaveAttribute("style", /translate3d\([1-9]/);
    await page.mouse.up();
    await expect(tabs).toHaveText(["Second", "First", "Projects"]);
    await expect.poll(() => tableNames(grid)).toEqual(["Second", "First", "Projects"]);
    // The drag does not count as a click.
    await expect(tabs.filter({ hasText: "Projects" })).toHaveAttribute("aria-current", "page");
    await page.reload();
    await expect(tabs).toHaveText(["Second", "First", "Projects"]);
  });

  test("stay in place when others rename a table", async ({ gridOf }) => {
    const grid = await gridOf({ others: { First: { fields } }, fields });
    const tabs = grid.page.getByRole("navigation", { name: "Tables" });
    const element = await tabs.elementHandle();
    await grid.api.patch(`/bases/${grid.base.id}/tables/First`, { name: "Renamed" });
    await expect(tabs.getByRole("link", { name: "Renamed" })).toBeVisible();
    expect(await element?.evaluate((nav) => nav.isConnected)).toBe(true);
  });

  test("are renamed", async ({ gridOf }) => {
    const grid = await gridOf({ others: { Taken: { fields } }, fields });
    const { page } = grid;
    await takeFromTab(grid, "Projects", "Rename");
    const name = page.getByRole("textbox", { name: "Name" });
    await name.fill("Taken");
    await page.keyboard.press("Enter");
    await expect(name).toHaveAccessibleDescription(/Is taken/);
    await name.fill("Plans");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("grid", { name: "Plans" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Plans" })).toHaveAttribute("aria-current", "page");
    await expect(page).toHaveTitle(/^Plans/);
    await page.getByRole("link", { name: "Plans" }).dblclick();
    await expect(name).toHaveValue("Plans");
    await page.keyboard.press("Escape");
    await page.getByRole("link", { name: "Plans" }).click({ button: "right" });
    await expect(page.getByRole("menuitem", { name: "Rename" })).toBeVisible();
  });

  test("are deleted with their linked fields after confirmation; the last leaves a form", async ({
    gridOf,
  }) => {
    const grid = await gridOf({
      others: { People: { fields } },
      fields: [...fields, { type: "linked_record", name: "Owner", template: { tableId: "People" } }],
    });
    const { page } = grid;
    await page.getByRole("link", { name: "People" }).click();
    await expect(page.getByRole("grid", { name: "People" })).toBeVisible();
    await takeFromTab(grid, "People", "Delete");
    const confirm = page.getByRole("alertdialog", { name: "Delete the table “People”?" });
    await expect(confirm).toContainText("the linked field “Owner” in “Projects”");
    await confirm.getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("grid", { name: "Projects" })).toBeVisible();
    await expect(grid.grid.getByRole("columnheader", { name: "Owner" })).toHaveCount(0);
    expect(await tableNames(grid)).toEqual(["Projects"]);
    await expect(page.getByText("Table “People” deleted")).toBeVisible();
    await messages(page).getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Undid: delete table “People”")).toBeVisible();
    await expect(page.getByRole("grid", { name: "People" })).toBeVisible();
    await page.keyboard.press("Control+Shift+z");
    await expect(page.getByText("Redid: delete table “People”")).toBeVisible();
    await expect(page.getByRole("grid", { name: "Projects" })).toBeVisible();
    await takeFromTab(grid, "Projects", "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("heading", { name: "Create the first table" })).toBeVisible();
    await expect(page.getByText("Table “Projects” deleted")).toBeVisible();
    await page.keyboard.press("Control+z");
    await expect(page.getByRole("grid", { name: "Projects" })).toBeVisible();
  });

  test("open a neighbour when undo removes the open table, and redo reopens it", async ({ gridOf }) => {
    const grid = await gridOf({ others: { First: { fields }, Second: { fields } }, fields });
    const { page } = grid;
    await takeFromTab(grid, "Projects", "Duplicate");
    await page.getByRole("button", { name: "Duplicate" }).click();
    await expect(page.getByRole("grid", { name: "Projects copy" })).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    for (const _ of [1, 2]) {
      await page.keyboard.press("Control+z");
      await expect(page.getByRole("grid", { name: "Projects", exact: true })).toBeVisible();
      await expect(page.getByText("Undid: add table “Projects copy”")).toBeVisible();
      await expect(page.getByText("Table not found")).toBeHidden();
      await page.keyboard.press("Control+Shift+z");
      await expect(page.getByRole("grid", { name: "Projects copy" })).toBeVisible();
      await expect(page.getByText("Redid: add table “Projects copy”")).toBeVisible();
    }
  });

  test("show that someone deleted the open table or view, and open another", async ({ gridOf }) => {
    const grid = await gridOf({ others: { First: { fields } }, fields });
    const { page, api, base, table } = grid;
    const { body: view } = await api.post(`/bases/${base.id}/tables/${table.id}/views`, { name: "Mine" });
    await page.goto(`/database/${base.id}/${table.id}/${view.id}`);
    await expect(grid.grid).toBeVisible();
    await api.call(`/bases/${base.id}/tables/${table.id}/views/${view.id}`, { method: "DELETE" });
    await expect(page.getByText("This view no longer exists. Showing “Grid view”.")).toBeVisible();
    await expect(grid.grid).toBeVisible();
    await api.call(`/bases/${base.id}/tables/${table.id}`, { method: "DELETE" });
    await expect(page.getByText("“Projects” was deleted")).toBeVisible();
    await expect(page.getByRole("grid", { name: "First" })).toBeVisible();
  });

  test("return by undo on a page without tables", async ({ gridOf }) => {
    const grid = await gridOf({ others: { First: { fields } }, fields });
    const { page, base, table } = grid;
    await takeFromTab(grid, "Projects", "Delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
    await expect(page.getByRole("grid", { name: "First" })).toBeVisible();
    await page.goto(`/database/${base.id}/${table.id}`);
    await expect(page.getByText("Table not found")).toBeVisible();
    await expect(page.getByRole("button", { name: "New table" })).toBeEnabled();
    await page.keyboard.press("Control+z");
    await expect(page.getByRole("grid", { name: "Projects" })).toBeVisible();
  });
});

test.describe("a copy of a table", () => {
  const people = { fields, records: [{ Name: "Grace" }] };
  const source = {
    others: { People: people },
    fields: [
      ...fields,
      { type: "number", name: "Size" },
      { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }, { label: "Shut" }] } },
      { type: "linked_record", name: "Owner", template: { tableId: "People" } },
      { type: "lookup", name: "Owners", template: { linkFieldId: "Owner", targetFieldId: "Name" } },
      { type: "created_time", name: "Made" },
    ],
    records: [{ Name: "One", Size: 1, Stage: "Shut" }, { Name: "Two", Size: 2 }, { Name: "Three" }],
  };

  test("has the fields, views, records and links, including links within the table", async ({ gridOf }) => {
    const grid = await gridOf(source);
    const { page, api, base, table } = grid;
    const path = `/bases/${base.id}/tables`;
    const size = grid.fieldId("Size");
    await api.post(`${path}/${table.id}/fields`, {
      type: "linked_record",
      name: "Parent",
      template: { tableId: table.id, allowMultiple: false },
    });
    const rows = (await api.post(`${path}/${table.id}/records/list`, {})).body.records;
    const grace = (await api.post(`${path}/People/records/list`, {})).body.records[0];
    await api.patch(`${path}/${table.id}/records/${rows[1].id}`, {
      record: { Owner: [grace.id], Parent: [rows[0].id] },
    });
    await api.post(`${path}/${table.id}/views`, {
      name: "Large",
      type: "grid",
      config: { filter: { field: size, greater_than: 1 }, sorts: [{ fieldId: size, direction: "desc" }] },
    });
    await page.reload();

    await takeFromTab(grid, "Projects", "Duplicate");
    await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Projects copy");
    await page.getByRole("button", { name: "Duplicate table" }).click();
    await expect(page.getByRole("grid", { name: "Projects copy" })).toBeVisible();
    await expect(page.getByRole("dialog")).toBeHidden();
    const copyId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const copy = await storedTable(grid, copyId);
    const original = await storedTable(grid);
    const shapes = ({ fields: all }: typeof copy) => all.map(({ name, type }) => [name, type]);
    expect(shapes(copy)).toEqual(shapes(original));
    const parent = copy.fields.find(({ name }) => name === "Parent");
    expect(parent?.template.tableId).toBe(copyId);
    const idOf = (name: string) => copy.fields.find((field) => field.name === name)?.id;
    expect(copy.views.map(({ name }) => name)).toEqual(["Grid view", "Large"]);
    expect(copy.views[1]?.config).toMatchObject({
      filter: { field: idOf("Size"), greater_than: 1 },
      sorts: [{ fieldId: idOf("Size"), direction: "desc" }],
    });
    const records = (await api.post(`${path}/${copyId}/records/list`, {})).body.records;
    expect(records.map(({ fields: values }: { fields: object }) => values)).toMatchObject([
      { Name: "One", Size: 1, Stage: "Shut", Owner: [], Parent: [] },
      { Name: "Two", Size: 2, Stage: null, Owner: [grace.id], Owners: ["Grace"], Parent: [records[0].id] },
      { Name: "Three", Size: null, Owner: [], Parent: [] },
    ]);
  });

  test("continues once the server is back", async ({ gridOf }) => {
    const grid = await gridOf(source);
    const { page } = grid;
    await page.route("**/duplicate", (route) => route.fulfill({ status: 503, body: "Away" }), { times: 1 });
    await takeFromTab(grid, "Projects", "Duplicate");
    await page.getByRole("button", { name: "Duplicate table" }).click();
    await expect(page.getByRole("grid", { name: "Projects copy" })).toHaveAttribute("aria-rowcount", "4");
  });

  test("can be created without records", async ({ gridOf }) => {
    const grid = await gridOf(source);
    const { page } = grid;
    await takeFromTab(grid, "Projects", "Duplicate");
    await page.getByRole("textbox", { name: "Name" }).fill("Empty");
    await page.getByRole("checkbox", { name: "Copy the records too" }).click();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("grid", { name: "Empty" })).toBeVisible();
    await expect(page.getByText("No records yet")).toBeVisible();
    expect((await storedRecords(grid)).length).toBe(3);
  });

  test("of many records is created as a whole", async ({ gridOf }) => {
    const grid = await gridOf({ fields, records: named(1_200) });
    const { page } = grid;
    await takeFromTab(grid, "Projects", "Duplicate");
    await page.getByRole("button", { name: "Duplicate table" }).click();
    await expect(page.getByRole("grid", { name: "Projects copy" })).toHaveAttribute("aria-rowcount", "1201");
  });

  test("stops waiting for an unreachable server", async ({ gridOf }) => {
    const grid = await gridOf(source);
    const { page } = grid;
    await page.route("**/duplicate", (route) => route.fulfill({ status: 503, body: "Away" }));
    await takeFromTab(grid, "Projects", "Duplicate");
    await page.getByRole("button", { name: "Duplicate table" }).click();
    await expect(page.getByText("The server can't be reached. Trying again…")).toBeVisible();
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(page.getByRole("link", { name: "Projects copy" })).toHaveCount(0);
  });
});

test("databases are renamed and deleted on the home page", async ({ page, baseURL, apiKey }) => {
  const api = new ApiClient(baseURL as string, apiKey);
  const name = `Atlas ${crypto.randomUUID()}`;
  const { body: base } = await api.post("/bases", { name, tables: [{ name: "Towns", fields }] });
  await signIn(page, apiKey);
  await page.goto("/");
  await page.getByRole("button", { name: `Options for ${name}` }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  await page.getByRole("textbox", { name: "Name" }).fill(`New ${name}`);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: `New ${name} 1 table` })).toBeVisible();
  expect((await api.get(`/bases/${base.id}`)).body.name).toBe(`New ${name}`);

  await page.getByRole("button", { name: `Options for New ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const confirm = page.getByRole("alertdialog", { name: `Delete the database “New ${name}”?` });
  await expect(confirm).toContainText("Its 1 table and all records move to the trash for 30 days.");
  await confirm.getByRole("button", { name: "Cancel" }).click();
  expect((await api.get(`/bases/${base.id}`)).status).toBe(200);
  await page.getByRole("button", { name: `Options for New ${name}` }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await confirm.getByRole("button", { name: "Delete" }).click();
  await expect(confirm).toBeHidden();
  // Keeps the message from disappearing.
  await page.getByText(`Database “New ${name}” deleted`).hover();
  expect((await api.get(`/bases/${base.id}`)).status).toBe(404);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  await messages(page).getByRole("button", { name: "Undo" }).click();
  // The message first, because it disappears while a busy machine still reads the page again.
  await expect(page.getByText(`Database “New ${name}” restored`)).toBeVisible();
  await expect(page.getByRole("link", { name: `New ${name} 1 table` })).toBeVisible();
  expect((await api.get(`/bases/${base.id}/tables`)).body.tables).toHaveLength(1);
});

test.describe("the API panel", () => {
  test(
    "shows the view as curl, TypeScript and OpenAPI, with working samples",
    main,
    async ({ gridOf, apiKey }) => {
      const grid = await gridOf({ fields, records: [{ Name: "Ada" }, { Name: "Bob" }] });
      const { page, api, base, table } = grid;
      const view = table.views[0]?.id;
      const place = `/bases/${base.id}/tables/${table.id}`;
      await api.patch(`${place}/views/${view}`, { config: { filter: { field: "Name", equals: "Bob" } } });
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.getByRole("button", { name: "API", exact: true }).click();
      const dialog = page.getByRole("dialog", { name: "Use this view in the API" });
      const sample = (language: string) => dialog.getByRole("figure", { name: `${language} sample` });
      await expect(sample("curl")).toContainText(`${place}/records/list`);
      await expect(sample("curl")).toContainText(`"viewId": "${view}"`);

      await dialog.getByRole("button", { name: "TypeScript", exact: true }).click();
      await dialog.getByRole("button", { name: "Copy TypeScript sample" }).click();
      const program = await page.evaluate(() => navigator.clipboard.readText());
      expect((await run(program, apiKey)).records).toMatchObject([{ fields: { Name: "Bob" } }]);

      await dialog.getByRole("button", { name: "OpenAPI", exact: true }).click();
      const document = JSON.parse((await sample("OpenAPI").locator("code").textContent()) ?? "");
      expect(Object.keys(document.paths)).toEqual([`${place}/records/list`]);
      expect(document.openapi).toBe("3.1.0");
      const names = Object.keys(document.components.schemas);
      expect(JSON.stringify(document.components)).toContain("Name");
      for (const [, name] of JSON.stringify(document).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
        expect(names).toContain(name);
      }
    },
  );

  test("shows the calls of a form beside it, without a key", async ({ gridOf }) => {
    const grid = await gridOf({ fields: [...fields, { type: "number", name: "Size" }] });
    const { page } = await openBuilder(grid, { fields: [{ fieldId: "Size" }] });
    await page.getByRole("button", { name: "API", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Use this view in the API" });
    const sample = dialog.getByRole("figure", { name: "curl sample" });
    await expect(sample).toContainText("/api/v1/forms/");
    await expect(sample).toContainText('"Size":');
    await expect(sample).toContainText('"proof":');
    await expect(sample).not.toContainText('"Name":');
    await expect(sample).not.toContainText("Authorization");
    await choose(dialog.getByRole("combobox", { name: "Operation" }), "Get its questions");
    await expect(sample).not.toContainText("submissions");
    await dialog.getByRole("combobox", { name: "Operation" }).click();
    await expect(page.getByRole("option", { name: /record/i })).toHaveText([
      "List the records that a question offers",
    ]);
  });

  test("writes records by field names", async ({ gridOf, apiKey }) => {
    const grid = await gridOf({
      fields: [...fields, { type: "number", name: "Size" }],
      records: [{ Name: "Ada" }],
    });
    const { page } = grid;
    await page.getByRole("button", { name: "API", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Use this view in the API" });
    await dialog.getByRole("button", { name: "TypeScript", exact: true }).click();
    await choose(dialog.getByRole("combobox", { name: "Operation" }), "Create a record");
    const code = dialog.getByRole("figure", { name: "TypeScript sample" }).locator("code");
    await expect(code).toContainText('"Size":');
    const made = await run((await code.textContent()) ?? "", apiKey);
    expect(Object.keys(made.fields)).toEqual(["Name", "Size"]);
    await choose(dialog.getByRole("combobox", { name: "Operation" }), "Update a record");
    await expect(code).toContainText('method: "PATCH"');
    // Pasted as it is, the sample changes no record that exists.
    const sample = (await code.textContent()) ?? "";
    await expect(run(sample, apiKey)).rejects.toThrow("NOT_FOUND");
    const changed = await run(sample.replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/, made.id), apiKey);
    expect((await storedRecords(grid))[1]).toEqual(changed.fields);
    await page.keyboard.press("Escape");
    await expectValues(grid, "Name", ["Ada", changed.fields.Name]);
  });
});

/** Runs a code sample with the key in its environment. Resolves to its output. */
// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer by comparing it
async function run(program: string, key: string): Promise<any> {
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (given: object) => Promise<unknown>;
  return new AsyncFunction("process", `${program}\nreturn answer;`)({ env: { KEY: key } });
}

async function takeFromTab({ page }: GridPage, table: string, entry: string): Promise<void> {
  await page
    .getByRole("navigation", { name: "Tables" })
    .getByRole("button", { name: `Options for ${table}` })
    .click();
  await page.getByRole("menuitem", { name: entry, exact: true }).click();
}

async function tableNames({ api, base }: GridPage): Promise<string[]> {
  const { body } = await api.get<{ tables: { name: string }[] }>(`/bases/${base.id}/tables`);
  return body.tables.map(({ name }) => name);
}
