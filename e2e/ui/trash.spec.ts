/** The trash pages. */
import { EventEmitter, once } from "node:events";
import type { Page } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import { ApiClient } from "../api-client";
import { expect, test as server } from "../fixtures";
import { signIn } from "../grid-page";
import { main } from "../rounds";

const test = server.extend<{ api: ApiClient; base: Base; signedIn: Page }>({
  api: async ({ baseURL, apiKey }, use) => use(new ApiClient(baseURL as string, apiKey)),
  base: async ({ api }, use) => {
    const fields = [
      { type: "single_line_text", name: "Name" },
      { type: "number", name: "Size" },
    ];
    const { body } = await api.post("/bases", { name: "Work", tables: [{ name: "Projects", fields }] });
    await use(body);
  },
  signedIn: async ({ page, apiKey }, use) => {
    await signIn(page, apiKey);
    await use(page);
  },
});

test(
  "records, fields, views and tables are restored from the database's trash",
  main,
  async ({ api, base, signedIn: page }) => {
    const table = `/bases/${base.id}/tables/Projects`;
    const { body: record } = await api.post(`${table}/records`, { record: { Name: "Ada", Size: 3 } });
    const { body: view } = await api.post(`${table}/views`, { name: "Second" });
    await api.call(`${table}/records/${record.id}`, { method: "DELETE" });
    await api.call(`${table}/views/${view.id}`, { method: "DELETE" });
    await api.call(`${table}/fields/Size`, { method: "DELETE" });
    await api.post(`/bases/${base.id}/tables`, {
      name: "Notes",
      fields: [{ type: "long_text", name: "Text" }],
    });
    await api.call(`/bases/${base.id}/tables/Notes`, { method: "DELETE" });

    await page.goto(`/database/${base.id}`);
    await page.getByRole("link", { name: "Trash" }).click();
    await expect(page).toHaveTitle("Trash · Work · Rowhouse");
    const lines = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
    // The page and the key belong to one person.
    const by = /.*, deleted .* by you/.source;
    await expect(lines).toHaveText([
      new RegExp(`NotesTable${by}`),
      new RegExp(`SizeField in Projects${by}`),
      new RegExp(`SecondView in Projects${by}`),
      new RegExp(`AdaRecord in Projects${by}`),
    ]);

    await page.getByRole("button", { name: "Restore table Notes" }).click();
    await expect(page.getByRole("navigation", { name: "Tables" }).getByRole("link")).toHaveText([
      "Projects",
      "Notes",
    ]);
    await expect(page.getByText("“Notes” restored")).toBeVisible();
    await expect(lines).toHaveCount(3);

    await test.step("by the keyboard alone as well", async () => {
      for (const name of ["Size", "Second", "Ada"]) {
        // The next item takes the position of the last one.
        await expect(page.getByRole("button", { name: new RegExp(`^Restore .* ${name}$`) })).toBeFocused();
        await page.keyboard.press("Enter");
        await expect(page.getByText(`“${name}” restored`)).toBeVisible();
      }
      await expect(page.getByRole("list", { name: "Trash" })).toBeFocused();
    });
    await expect(page.getByText("The trash is empty.")).toBeVisible();
    const { body: back } = await api.get(`${table}/records/${record.id}`);
    expect(back.fields).toEqual({ Name: "Ada", Size: 3 });
    expect((await api.get(`${table}/views`)).body.views).toHaveLength(2);
  },
);

test("items that cannot be restored show the reason", async ({ api, base, signedIn: page }) => {
  const table = `/bases/${base.id}/tables/Projects`;
  const { body: record } = await api.post(`${table}/records`, { record: { Name: "Ada" } });
  await api.call(`${table}/records/${record.id}`, { method: "DELETE" });
  await page.goto(`/database/${base.id}/trash`);
  const restore = page.getByRole("button", { name: "Restore record Ada" });
  await expect(restore).toBeVisible();
  // Keeps its line from being removed before the click.
  const told = new EventEmitter();
  let isTold = false;
  await page.route("**/api/v1/bases/*/trash*", async (route) => {
    if (!isTold) await once(told, "now");
    await route.continue();
  });
  const { body } = await api.get(`/bases/${base.id}/trash`);
  await api.post(`/bases/${base.id}/trash/${body.trash[0].id}/restore`, undefined);
  await restore.click();
  await expect(page.getByText("It is no longer in the trash")).toBeVisible();
  isTold = true;
  told.emit("now");
  await expect(restore).toBeHidden();
});

test("a large trash loads in pages", async ({ api, base, signedIn: page }) => {
  const records = Array.from({ length: 130 }, (_, index) => ({ Name: `Row ${index + 1}` }));
  const place = `/bases/${base.id}/tables/Projects/records/bulk`;
  const { body } = await api.post(place, { records });
  for (const { id } of body.records) {
    await api.call(place.replace("bulk", id), { method: "DELETE" });
  }
  await page.goto(`/database/${base.id}/trash`);
  const lines = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  await expect(lines).toHaveCount(100);
  await expect(lines.first()).toContainText("Row 130");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(lines).toHaveCount(130);
  await expect(page.getByRole("button", { name: "Show more" })).toBeHidden();
});

test("items deleted together are one entry, restored and undone as one", async ({
  api,
  base,
  signedIn: page,
}) => {
  const place = `/bases/${base.id}/tables/Projects/records`;
  const records = Array.from({ length: 250 }, (_, index) => ({ Name: `Row ${index + 1}` }));
  const { body } = await api.post(`${place}/bulk`, { records });
  const recordIds = body.records.map(({ id }: { id: string }) => id);
  await api.call(`${place}/bulk`, { method: "DELETE", body: { recordIds } });
  await page.goto(`/database/${base.id}/trash`);
  const lines = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  await expect(lines).toHaveCount(1);
  await expect(lines.first()).toContainText("250 records in Projects");
  await page.getByRole("button", { name: "Show what is in 250 records in Projects" }).click();
  const first = page.getByRole("list", { name: "Deleted together" }).getByRole("listitem");
  await expect(first).toHaveCount(21);
  await expect(first.first()).toContainText("Record Row 250");
  await expect(first.last()).toHaveText("and 230 more");
  await page.getByRole("button", { name: "Restore only record Row 250" }).click();
  await expect(page.getByText("1 item restored")).toBeVisible();
  await page.getByRole("button", { name: "Restore 249 records in Projects" }).click();
  await expect(page.getByText("249 records in Projects restored")).toBeVisible();
  await expect(page.getByText("The trash is empty.")).toBeVisible();
  expect((await api.post(`${place}/list`, {})).body.total).toBe(250);
  // The undo keys apply here, too, as it was the person's own change.
  await page.keyboard.press("Control+z");
  await expect(page.getByText("Undid: add 249 records")).toBeVisible();
  await expect(lines.first()).toContainText("249 records in Projects");
  await expect(lines.first()).toContainText(/by you/);
});

test("fields deleted together are named as a group", async ({ api, base, signedIn: page }) => {
  const table = base.tables[0];
  const { body: notes } = await api.post(`/bases/${base.id}/tables/${table?.id}/fields`, {
    name: "Notes",
    type: "long_text",
  });
  const fieldIds = [table?.fields[1]?.id, notes.id];
  await api.call(`/bases/${base.id}/tables/${table?.id}/fields`, { method: "DELETE", body: { fieldIds } });
  await page.goto(`/database/${base.id}/trash`);
  const lines = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  await expect(lines).toHaveText([/Size and 1 moreField in Projects, with 1 other item, deleted/]);
  await page.getByRole("button", { name: "Restore field Size and 1 more" }).click();
  await expect(page.getByText("Size and 1 more restored")).toBeVisible();
  await expect(page.getByText("The trash is empty.")).toBeVisible();
});

test("the trash is searched, filtered, restored and erased in part, and emptied", async ({
  api,
  base,
  signedIn: page,
}) => {
  const fields = [{ type: "single_line_text", name: "Name" }];
  await api.post(`/bases/${base.id}/tables`, { name: "People", fields });
  for (const [table, names] of [
    ["Projects", ["Apollo", "Gemini", "Mercury"]],
    ["People", ["Ada", "Apollonia"]],
  ] as const) {
    const place = `/bases/${base.id}/tables/${table}/records`;
    for (const Name of names) {
      const { body } = await api.post(place, { record: { Name } });
      await api.call(`${place}/${body.id}`, { method: "DELETE" });
    }
  }
  await api.call(`/bases/${base.id}/tables/Projects/fields/Size`, { method: "DELETE" });
  await page.goto(`/database/${base.id}/trash`);
  const lines = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  await expect(lines).toHaveCount(6);
  const search = page.getByRole("searchbox", { name: "Search by name" });
  await search.fill("apollo");
  await expect(lines).toHaveText([/^Select record Apollonia/, /^Select record ApolloApollo/]);
  await page.getByRole("combobox", { name: "Table" }).click();
  await page.getByRole("option", { name: "Projects" }).click();
  await expect(lines).toHaveText([/^Select record ApolloApollo/]);
  await search.fill("nothing");
  await expect(page.getByText("Nothing in the trash matches.")).toBeVisible();
  await search.fill("");
  await page.getByRole("combobox", { name: "Kind" }).click();
  await page.getByRole("option", { name: "Records" }).click();
  await expect(lines).toHaveText([
    /^Select record Mercury/,
    /^Select record Gemini/,
    /^Select record Apollo/,
  ]);

  await page.getByRole("checkbox", { name: "Select record Gemini" }).click();
  await page.getByRole("checkbox", { name: "Select record Apollo" }).click();
  await expect(page.getByText("2 items selected")).toBeVisible();
  await page.getByRole("button", { name: "Restore selected" }).click();
  await expect(page.getByText("2 items restored")).toBeVisible();
  await expect(lines).toHaveText([/^Select record Mercury/]);
  const { body: list } = await api.post(`/bases/${base.id}/tables/Projects/records/list`, {});
  expect(list.records.map((record: { fields: { Name: string } }) => record.fields.Name)).toEqual([
    "Apollo",
    "Gemini",
  ]);

  await page.getByRole("checkbox", { name: "Select all" }).click();
  await page.getByRole("button", { name: "Delete forever…" }).click();
  const forever = page.getByRole("alertdialog", { name: "Delete 1 item forever?" });
  await expect(forever).toContainText("This can't be undone");
  await forever.getByRole("button", { name: "Cancel" }).click();
  await expect(lines).toHaveText([/^Select record Mercury/]);
  await page.getByRole("button", { name: "Delete forever…" }).click();
  await forever.getByRole("button", { name: "Delete forever" }).click();
  await expect(page.getByText("1 item deleted forever")).toBeVisible();
  await expect(page.getByText("Nothing in the trash matches.")).toBeVisible();
  await page.reload();
  await expect(lines).toHaveText([/^Select field Size/, /^Select record Apollonia/, /^Select record Ada/]);
  await page.getByRole("button", { name: "Empty trash…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Empty trash" }).click();
  await expect(page.getByText("The trash is empty.")).toBeVisible();
  expect((await api.get(`/bases/${base.id}/trash`)).body.trash).toEqual([]);
});

test("restoring an item keeps the scroll position", async ({ api, base, signedIn: page }) => {
  const place = `/bases/${base.id}/tables/Projects/records`;
  for (let index = 1; index <= 40; index++) {
    const { body } = await api.post(place, { record: { Name: `Row ${index}` } });
    await api.call(`${place}/${body.id}`, { method: "DELETE" });
  }
  await page.goto(`/database/${base.id}/trash`);
  const restore = page.getByRole("button", { name: "Restore record Row 5", exact: true });
  await restore.scrollIntoViewIfNeeded();
  const scroller = page.locator("main > div").first();
  const before = await scroller.evaluate(({ scrollTop }) => scrollTop);
  expect(before).toBeGreaterThan(200);
  await restore.click();
  await expect(page.getByText("“Row 5” restored")).toBeVisible();
  await expect(page.getByRole("button", { name: "Restore record Row 4", exact: true })).toBeFocused();
  const after = await scroller.evaluate(({ scrollTop }) => scrollTop);
  expect(Math.abs(after - before)).toBeLessThan(60);
});

test("an item erased on another page disappears at once", async ({ api, base, signedIn: page, context }) => {
  const place = `/bases/${base.id}/tables/Projects/records`;
  const { body: record } = await api.post(place, { record: { Name: "Ada" } });
  await api.call(`${place}/${record.id}`, { method: "DELETE" });
  const other = await context.newPage();
  for (const each of [page, other]) {
    await each.goto(`/database/${base.id}/trash`);
    await expect(each.getByRole("checkbox", { name: "Select record Ada" })).toBeVisible();
  }
  await page.getByRole("button", { name: "Empty trash…" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Empty trash" }).click();
  await expect(other.getByText("The trash is empty.")).toBeVisible();
});

test("an item erased while the connection is interrupted disappears when the person returns", async ({
  api,
  base,
  signedIn: page,
}) => {
  // Without it, the page itself opens the stream, which the test can interrupt.
  await page.addInitScript(() => {
    Object.defineProperty(window, "SharedWorker", { configurable: true, value: undefined });
    delete (window as { SharedWorker?: unknown }).SharedWorker;
  });
  await page.route("**/api/v1/changes/live*", (route) => route.abort());
  const place = `/bases/${base.id}/tables/Projects/records`;
  const { body: record } = await api.post(place, { record: { Name: "Ada" } });
  await api.call(`${place}/${record.id}`, { method: "DELETE" });
  await page.goto(`/database/${base.id}/trash`);
  const line = page.getByRole("checkbox", { name: "Select record Ada" });
  await expect(line).toBeVisible();
  await api.post(`/bases/${base.id}/trash/erase`, { all: true });
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
  await expect(page.getByText("The trash is empty.")).toBeVisible();
});

test("deleted databases are found by name", async ({ api, base, signedIn: page }) => {
  const { body: other } = await api.post<Base>("/bases", { name: `Other ${base.id}` });
  await api.call(`/bases/${base.id}`, { method: "PATCH", body: { name: `Work ${base.id}` } });
  for (const { id } of [base, other]) await api.call(`/bases/${id}`, { method: "DELETE" });
  await page.goto("/trash");
  const lines = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  await page.getByRole("searchbox", { name: "Search by name" }).fill(`work ${base.id}`);
  await expect(lines).toHaveText([new RegExp(`Work ${base.id}`)]);
  await expect(page.getByRole("combobox", { name: "Kind" })).toHaveCount(0);
});

test("a deleted database is restored with its contents", async ({ api, base, signedIn: page }) => {
  await api.call(`/bases/${base.id}`, { method: "PATCH", body: { name: `Work ${base.id}` } });
  await api.call(`/bases/${base.id}`, { method: "DELETE" });
  await page.goto("/");
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page).toHaveTitle("Trash · Rowhouse");
  await page.getByRole("button", { name: `Restore database Work ${base.id}` }).click();
  await expect(page.getByText(`“Work ${base.id}” restored`)).toBeVisible();
  await page.getByRole("link", { name: "All databases" }).click();
  await page.getByRole("link", { name: `Work ${base.id}` }).click();
  await expect(page.getByRole("grid", { name: "Projects" })).toBeVisible();
});

test("signed out, the page redirects to sign in", async ({ page, base }) => {
  for (const path of ["/trash", `/database/${base.id}/trash`]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
});
