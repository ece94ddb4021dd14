/** Links that show a view to people without an account: made in the Share dialog, opened in another browser. */
import type { Browser, Locator, Page } from "playwright/test";
import type { Share } from "../../lib/contract/shares";
import { violations } from "../axe";
import { expect, GridPage, test } from "../grid-page";
import { expectColumns, expectValues, storedView, takeFromMenu } from "../toolbar-page";

const source = {
  fields: [
    { type: "single_line_text", name: "Name" },
    { type: "number", name: "Size", template: { decimalPlaces: 0 } },
    { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }, { label: "Shut" }] } },
    { type: "single_line_text", name: "Salary" },
    { type: "formula", name: "Double", template: { formula: "{Size} * 2" } },
  ],
  records: [
    { Name: "Ada", Size: 3, Stage: "Open", Salary: "hidden 1" },
    { Name: "Bob", Size: 1, Stage: "Shut", Salary: "hidden 2" },
    { Name: "Cy", Size: 2, Stage: "Open", Salary: "hidden 3" },
  ],
};

test("a link made in the dialog shows the view to a browser without cookies, and nothing else", async ({
  gridOf,
  browser,
  baseURL,
}) => {
  const grid = await gridOf(source);
  const dialog = await openShareOfNarrowed(grid);
  await dialog.getByRole("button", { name: "New link" }).click();
  const form = dialog.getByRole("form", { name: "New link" });
  await expect(form.getByLabel("Password (optional)")).toBeFocused();
  await expect(form.getByRole("button", { name: "Create link" })).toBeInViewport({ ratio: 1 });
  await form.getByRole("checkbox", { name: "Export the view" }).click();
  await form.getByRole("checkbox", { name: "Copy cells" }).click();
  await form.getByRole("checkbox", { name: "See who shared it" }).click();
  expect(await violations(grid.page)).toEqual([]);
  await form.getByRole("button", { name: "Create link" }).click();
  const address = dialog.getByRole("textbox", { name: "Link", exact: true });
  await expect(address).toBeFocused();
  await expect(dialog.getByRole("link", { name: "Open in a new tab" })).toHaveAttribute(
    "href",
    await address.inputValue(),
  );
  await dialog.getByRole("button", { name: "Show QR code" }).click();
  await expect(dialog.getByRole("img", { name: "QR code of the link" })).toBeInViewport({ ratio: 1 });
  await expect(dialog.getByRole("listitem").filter({ hasText: "Visitors may export" })).toContainText(
    "by you",
  );
  expect(await violations(grid.page)).toEqual([]);

  const { page, close } = await visitor(browser, baseURL);
  const calls = callsOf(page);
  const url = new URL(await address.inputValue());
  const response = await page.goto(url.pathname);
  expect(response?.status()).toBe(200);
  expect(response?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "x-robots-tag": expect.stringContaining("noindex"),
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(await response?.text()).toContain("Ada");
  expect(await page.content()).not.toMatch(/hidden \d|Salary|Bob/);
  // Visitors know the table by the name of the view alone.
  const shown = grid.table.fields.filter(({ name }) => name !== "Salary");
  const seen = new GridPage(page, grid.api, grid.base, { ...grid.table, name: "Grid view", fields: shown });
  await expectLive(page);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectColumns(seen, ["Name", "Size", "Stage", "Double"]);
  await expectValues(seen, "Name", ["Ada", "Cy"]);
  expect(await violations(page)).toEqual([]);

  await takeFromMenu(seen, "Size", "Sort ascending");
  await expectValues(seen, "Name", ["Cy", "Ada"]);
  await expect(page).toHaveURL(/settings=sort-/);
  await takeFromMenu(seen, "Stage", "Group by this field");
  await expect(page.getByRole("treegrid")).toContainText("Open");
  await takeFromMenu(seen, "Stage", "Hide");
  await expectColumns(seen, ["Name", "Size", "Double"]);
  await page.reload();
  await expectLive(page);
  await expectColumns(seen, ["Name", "Size", "Double"]);
  await page.getByRole("button", { name: "Reset" }).first().click();
  await expectValues(seen, "Name", ["Ada", "Cy"]);

  await page.getByRole("gridcell", { name: "Ada" }).click();
  await page.evaluate(() => {
    window.addEventListener("copy", (event) => {
      document.title = `copied ${event.clipboardData?.getData("text/plain")}`;
    });
  });
  for (const key of ["ControlOrMeta+c", "Enter", "Delete", "ControlOrMeta+z"]) await page.keyboard.press(key);
  await expect(page.getByText("This shared view can't be copied.")).toBeVisible();
  await expect(page).toHaveTitle("copied ");
  await expectValues(seen, "Name", ["Ada", "Cy"]);
  await page.keyboard.press("Space");
  const record = page.getByRole("complementary", { name: "Ada" });
  await expect(record.getByRole("group", { name: "Double" })).toContainText("6");
  await expect(record.getByRole("tab")).toHaveCount(0);
  await expect(record.getByRole("button", { name: /Edit|address|computed|Delete|Duplicate/ })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("ControlOrMeta+f");
  await page.keyboard.type("cy");
  await expectValues(seen, "Name", ["Cy"]);
  await page.getByRole("button", { name: "Close search" }).click();
  await page.getByRole("button", { name: /^Export / }).click();
  const download = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  expect((await download).url()).toContain("/export?format=csv");
  for (const name of ["Share", "API", "New record", "New field"]) {
    await expect(page.getByRole("button", { name })).toHaveCount(0);
  }

  await page.setViewportSize({ width: 375, height: 700 });
  await page.reload();
  await expect(seen.cards.getByRole("listitem")).toHaveCount(2);
  expect(await widthOf(page)).toBe(375);
  expect(await violations(page)).toEqual([]);
  expect(calls.filter((path) => !path.startsWith("/api/v1/shared/"))).toEqual([]);
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  expect(await page.context().cookies()).toEqual([]);
  await close();
});

test("a new link to a calendar has the address of its feed beside it", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [...source.fields, { type: "date", name: "Due" }],
    records: [{ Name: "Ada", Due: new Date().toISOString().slice(0, 10) }],
  });
  const { api, page, base, table } = grid;
  const config = { startFieldId: "Due" };
  const views = `/bases/${base.id}/tables/${table.id}/views`;
  const { body: view } = await api.post<{ id: string }>(views, { name: "Days", type: "calendar", config });
  await page.goto(`${new URL(table.url).pathname}/${view.id}`);
  await page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this database" });
  await dialog.getByRole("button", { name: "New link" }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  const link = dialog.getByRole("textbox", { name: "Link", exact: true });
  await expect(link).toBeFocused();
  const feed = dialog.getByRole("textbox", { name: "Calendar feed" });
  await expect(feed).toHaveValue(`${await link.inputValue()}.ics`);
  await expect(dialog.getByRole("button", { name: "Copy feed" })).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  const response = await fetch(await feed.inputValue());
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("SUMMARY:Ada")]);
});

test("a link with a password asks for it, changes and ends, by keyboard alone", async ({
  gridOf,
  browser,
  baseURL,
}) => {
  const grid = await gridOf(source);
  const dialog = await openShareOfNarrowed(grid);
  await dialog.getByRole("button", { name: "New link" }).press("Enter");
  await grid.type("correct horse");
  await grid.press("Enter");
  const address = dialog.getByRole("textbox", { name: "Link", exact: true });
  await expect(address).toBeFocused();
  const first = new URL(await address.inputValue()).pathname;

  const { page, close } = await visitor(browser, baseURL);
  const calls = callsOf(page);
  await page.goto(first);
  const password = page.getByLabel("Password");
  await expect(password).toBeFocused();
  expect(await page.content()).not.toContain("Ada");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await expect(password).toHaveAccessibleDescription("This password is wrong.");
  await expect(password).toBeFocused();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("correct horse");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("gridcell", { name: "Ada" })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Export / })).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole("gridcell", { name: "Ada" })).toBeVisible();
  expect(calls.filter((path) => !path.startsWith("/api/v1/shared/"))).toEqual([]);

  await dialog.getByRole("button", { name: "Change options" }).press("Enter");
  await dialog.getByRole("checkbox", { name: "Remove the password" }).press("Space");
  await dialog.getByRole("checkbox", { name: "See it inside other websites" }).press("Space");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Change options" })).toBeFocused();
  await expect(dialog.getByRole("definition").filter({ hasText: "None" })).toBeVisible();
  const framed = await page.goto(first);
  expect(framed?.headers()["content-security-policy"]).toContain("frame-ancestors *");

  await dialog.getByRole("button", { name: "New address" }).press("Enter");
  const question = grid.page.getByRole("alertdialog");
  await question.getByRole("button", { name: "New address" }).press("Enter");
  await expect(address).not.toHaveValue(new RegExp(`${first}$`));
  await expect(address).toBeFocused();
  const second = new URL(await address.inputValue()).pathname;
  expect((await page.goto(first))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect((await page.goto(second))?.status()).toBe(200);

  await dialog.getByRole("button", { name: "Switch off" }).press("Enter");
  await question.getByRole("button", { name: "Switch off" }).press("Enter");
  await expect(dialog.getByRole("button", { name: "Switch off" })).toHaveCount(0);
  await expect(dialog.getByRole("region", { name: "Link to this view" })).toBeFocused();
  expect((await page.goto(second))?.status()).toBe(404);
  const { body } = await grid.api.get<{ shares: Share[] }>(`/bases/${grid.base.id}/shares`);
  expect(body.shares).toEqual([]);
  await close();
});

/** Filters the view by a field, and hides another. */
async function narrow(grid: GridPage): Promise<void> {
  const { id } = await storedView(grid);
  const filter = { field: grid.fieldId("Stage"), equals: "Open" };
  const config = { hiddenFieldIds: [grid.fieldId("Salary")], filter };
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${id}`;
  expect((await grid.api.patch(path, { config })).status).toBe(200);
}

/** Opens the sharing of a view with a filter and a hidden field. */
async function openShareOfNarrowed(grid: GridPage): Promise<Locator> {
  await narrow(grid);
  await grid.open();
  const { page } = grid;
  await page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this database" });
  await expect(dialog.getByRole("button", { name: "New link" })).toBeEnabled();
  return dialog;
}

interface Visitor {
  readonly page: Page;
  readonly close: () => Promise<void>;
}

/** A browser of somebody without an account. */
async function visitor(browser: Browser, baseURL: string | undefined): Promise<Visitor> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  return { page: await context.newPage(), close: () => context.close() };
}

async function expectLive(page: Page): Promise<void> {
  await expect(
    page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Filter" }),
  ).toBeEnabled();
}

/** The paths of all calls to the API so far. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(pathname);
  });
  return calls;
}

function widthOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth);
}
