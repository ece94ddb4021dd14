import { expect, test } from "../fixtures";
import startServer from "../global-setup";
import { signIn } from "../grid-page";

// A server of its own: only one that nobody else uses is empty to begin with.
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

test("where there is nothing yet, sample data is a click away", async ({ page }) => {
  await expect(page.getByRole("heading", { name: "No databases yet" })).toBeVisible();
  let goOn = () => {};
  const isSeen = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  await page.route("**/records/bulk", async (route) => {
    await isSeen;
    await route.continue();
  });
  await page.getByRole("button", { name: "Load sample data" }).click();
  await expect(page.getByRole("progressbar", { name: "Loading sample data" })).toBeVisible();
  await expect(page.getByRole("status")).toHaveText("0 of 3,376 airports are in");
  goOn();

  await expect(page).toHaveURL(/\/database\/[0-9a-f]{16}\/t\w{10}$/);
  await expect(page).toHaveTitle("Airports · US airports · Rowhouse");
  const grid = page.getByRole("grid", { name: "Airports" });
  await expect(grid.getByRole("columnheader", { name: "Longitude" })).toBeVisible();
  await expect(grid.getByRole("gridcell", { name: "Thigpen" })).toBeVisible();
  await expect(grid).toHaveAttribute("aria-rowcount", "3377");

  await page.goto("/");
  await expect(page.getByRole("link", { name: /US airports 1 table/ })).toBeVisible();
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

test("Esc closes the form and gives the focus back", async ({ page }) => {
  const button = page.getByRole("button", { name: "New database" });
  // Until the page's scripts run a button takes no focus, and `focus` does not wait for it.
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "New database" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(button).toBeFocused();
});

test("an address of a database leads to its first table", async ({ page }) => {
  const bases = await (await page.request.get("/api/v1/bases")).json();
  for (const { id, tables } of bases) {
    const answer = await page.request.get(`/database/${id}`, { maxRedirects: 0 });
    expect(answer.status()).toBe(307);
    expect(answer.headers().location).toBe(`/database/${id}/${tables[0].id}`);
  }
});
