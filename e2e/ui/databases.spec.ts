import type { Base } from "../../lib/contract/bases";
import { ApiClient } from "../api-client";
import { expect, test } from "../fixtures";
import startServer from "../global-setup";
import { signIn } from "../grid-page";
import { hold } from "../hold";

// A separate server, because only an unused one is empty.
test.describe.configure({ mode: "serial" });

const shared = { url: process.env.ROWHOUSE_TEST_URL, key: process.env.ROWHOUSE_TEST_KEY };
let stopServer: () => Promise<void>;

test.beforeAll(async () => {
  delete process.env.ROWHOUSE_TEST_URL;
  stopServer = await startServer();
});

test.afterAll(async () => {
  await stopServer();
  process.env.ROWHOUSE_TEST_URL = shared.url;
  process.env.ROWHOUSE_TEST_KEY = shared.key;
});

test.beforeEach(async ({ page, apiKey }) => {
  await signIn(page, apiKey);
  await page.goto("/");
});

test("an import that creates the first database keeps its dialog", async ({ page, baseURL, apiKey }) => {
  await page.getByRole("button", { name: "Import a file" }).click();
  const buffer = Buffer.from("Name,Size\nAda,1\nBob,2\n");
  await page.getByLabel("Choose a file").setInputFiles({ name: "people.csv", mimeType: "text/csv", buffer });
  const dialog = page.getByRole("dialog", { name: "Import people.csv" });
  await dialog.getByRole("button", { name: "Import 2 rows" }).click();
  // The list of databases replaces the empty page behind the dialog.
  await expect(page.getByRole("heading", { name: "Databases", includeHidden: true })).toBeAttached();
  await expect(dialog).toContainText("2 records created");
  const api = new ApiClient(baseURL as string, apiKey);
  for (const { id } of (await api.get<Base[]>("/bases")).body)
    await api.call(`/bases/${id}`, { method: "DELETE" });
});

test("an empty home page offers sample data and templates", async ({ page }) => {
  await expect(page.getByRole("heading", { name: "No databases yet" })).toBeVisible();
  const hint = page.getByRole("region", { name: "Your account" });
  await expect(hint.getByRole("link", { name: "Set up" })).toHaveAttribute("href", "/settings/account");
  await hint.getByRole("button", { name: "Skip" }).click();
  await expect(hint).toHaveCount(0);
  const goOn = await hold(page, "**/records/bulk");
  await page.getByRole("button", { name: /^US airports/ }).click();
  await expect(page.getByRole("progressbar", { name: "Creating the database" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("0 of 3,376 records loaded");
  goOn();

  await expect(page).toHaveURL(/\/database\/[0-9a-f]{16}\/t\w{10}$/);
  await expect(page).toHaveTitle("Airports · US airports · Rowhouse");
  const grid = page.getByRole("grid", { name: "Airports" });
  await expect(grid.getByRole("columnheader", { name: "Longitude" })).toBeVisible();
  await expect(grid.getByRole("gridcell", { name: "Thigpen" })).toBeVisible();
  await expect(grid).toHaveAttribute("aria-rowcount", "3377");

  // The count is missing, as PostgreSQL's statistics follow the records later.
  await expect(async () => {
    await page.goto("/");
    await expect(page.getByRole("link", { name: "US airports 1 table · about 3,400 records" })).toBeVisible();
  }).toPass();
  await expect(page.getByRole("listitem").filter({ hasText: "US airports" })).toContainText(
    "Updated just now",
  );
});

test("a template has links, selects, dates and views, and is also offered beside existing databases", async ({
  page,
}) => {
  await page.getByRole("button", { name: "New database" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Projects & tasks/ })
    .click();
  const grid = page.getByRole("grid", { name: "Tasks" });
  await expect(grid.getByRole("gridcell", { name: "Design the start page" })).toBeVisible();
  await expect(grid.getByRole("gridcell", { name: "Website relaunch" }).first()).toBeVisible();
  await expect(page.getByRole("link", { name: "People", exact: true })).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("link", { name: "Projects & tasks 3 tables · 19 records" })).toBeVisible();
});

for (const name of ["CRM", "Content calendar", "Inventory"]) {
  test(`the template ${name} loads completely`, async ({ page }) => {
    await page.getByRole("button", { name: "New database" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: new RegExp(`^${name}`) })
      .click();
    await expect(page).toHaveURL(/\/database\/[0-9a-f]{16}\/t\w{10}$/);
    await expect(page.getByRole("grid").getByRole("row").nth(1)).toBeVisible();
    await page.goto("/");
    await expect(page.getByRole("link", { name: new RegExp(`^${name} 3 tables`) })).toBeVisible();
  });
}

test("databases are found by table names, sorted by name, and navigated by keyboard", async ({ page }) => {
  const names = page.locator("[data-base]");
  await expect(names).toHaveCount(5);
  await expect(names.first()).toContainText("Inventory");
  await page.getByRole("combobox", { name: "Sort by" }).click();
  await page.getByRole("option", { name: "Name", exact: true }).click();
  await expect(names.first()).toContainText("Content calendar");
  await page.reload();
  await expect(names.first()).toContainText("Content calendar");

  const search = page.getByRole("searchbox", { name: "Search databases and tables" });
  await expect(search).toBeEnabled();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("compani");
  await expect(names).toHaveText(/^CRM/);
  await page.keyboard.press("Escape");
  await expect(names).toHaveCount(5);
  await page.keyboard.press("ArrowDown");
  await expect(names.nth(0)).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await expect(names.nth(1)).toBeFocused();
  await page.keyboard.press("End");
  await expect(names.nth(4)).toBeFocused();

  await search.fill("nowhere");
  await expect(page.getByText("No databases or tables match “nowhere”.")).toBeVisible();
  await page.getByRole("button", { name: "Clear search" }).click();
  await search.fill("deals");
  await page.getByRole("link", { name: "Deals", exact: true }).click();
  await expect(page.getByRole("grid", { name: "Deals" })).toBeVisible();
});

test("an incomplete template shows how much was loaded", async ({ page }) => {
  await page.getByRole("button", { name: "New database" }).click();
  await page.route("**/records/bulk", (route) => route.abort());
  await page.getByRole("dialog").getByRole("button", { name: /^CRM/ }).click();
  const notice = page.getByRole("dialog").getByRole("alert");
  await expect(notice).toContainText("Only 0 of 17 records were loaded.");
  await notice.getByRole("link", { name: "Open the incomplete database" }).click();
  await expect(page.getByRole("grid", { name: "Deals" })).toBeVisible();
});

test("a database needs a name, then asks for its first table", async ({ page }) => {
  await page.getByRole("button", { name: "New database" }).click();
  const dialog = page.getByRole("dialog", { name: "New database" });
  const name = dialog.getByRole("textbox", { name: "Name" });
  await expect(name).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(name).toHaveAccessibleDescription("Cannot be empty");
  await expect(name).toBeFocused();
  await page.keyboard.type("Sales");
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/database\/[0-9a-f]{16}$/);
  await expect(page.getByRole("heading", { name: "Sales" })).toBeVisible();
  await page.getByRole("textbox", { name: "Table name" }).fill("Deals");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("grid", { name: "Deals" })).toBeVisible();

  await page.getByRole("link", { name: "All databases" }).click();
  await page.getByRole("link", { name: /Sales 1 table/ }).click();
  await expect(page.getByRole("grid", { name: "Deals" })).toBeVisible();
});

test("Esc closes the form and restores the focus", async ({ page }) => {
  const button = page.getByRole("button", { name: "New database" });
  // `focus` does not wait until the page's scripts run, before which a button takes no focus.
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New database" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeFocused();
});

test("the URL of a database opens its first table", async ({ page }) => {
  const bases = await (await page.request.get("/api/v1/bases")).json();
  for (const { id, tables } of bases) {
    const answer = await page.request.get(`/database/${id}`, { maxRedirects: 0 });
    expect(answer.status()).toBe(307);
    expect(answer.headers().location).toBe(`/database/${id}/${tables[0].id}`);
  }
});

test("of many databases the latest are shown, then all; a search finds any", async ({
  page,
  baseURL,
  apiKey,
}) => {
  const api = new ApiClient(baseURL as string, apiKey);
  const before = (await api.get<Base[]>("/bases")).body.length;
  const tables = [{ name: "Tasks", fields: [{ type: "single_line_text", name: "Name" }] }];
  for (let number = 1; number <= 70; number++) await api.post("/bases", { name: `Many ${number}`, tables });
  await page.reload();
  const names = page.locator("[data-base]");
  await expect(names).toHaveCount(60);
  await expect(names.first()).toContainText("Many 70");
  await page.getByRole("searchbox", { name: "Search databases and tables" }).fill("many 10");
  await expect(names).toHaveText([/^Many 10/]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: `Show all ${before + 70} databases` }).press("Enter");
  await expect(names).toHaveCount(before + 70);
  await expect(names.nth(60)).toBeFocused();
});
