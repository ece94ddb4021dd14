/** The page of the audit log. */
import type { Locator, Page } from "playwright/test";
import { startOwnServer } from "../api/own-server";
import { ApiClient } from "../api-client";
import { violations } from "../axe";
import { expect, test as server } from "../fixtures";
import { signIn } from "../grid-page";
import { accept, invite, keyOf, newAccount } from "../people";
import { choose } from "../toolbar-page";

const test = server.extend<{ api: ApiClient; log: Page }>({
  api: async ({ baseURL, apiKey }, use) => use(new ApiClient(baseURL as string, apiKey)),
  log: async ({ page, apiKey }, use) => {
    await signIn(page, apiKey);
    await page.goto("/settings/people");
    await page.getByRole("link", { name: "Audit log" }).click();
    await expect(page).toHaveURL("/settings/audit");
    await expect(page.getByRole("heading", { name: "Audit log" })).toBeVisible();
    await use(page);
  },
});

test("lists when, who, what and from where, and is filtered by event", async ({ log, api }) => {
  const { body: base } = await api.post("/bases", { name: `Sales of ${newAccount().name}` });
  const databases = [{ databaseId: base.id, role: "viewer" as const }];
  const account = await accept(api, await invite(api, { databases }));
  const { name } = account.person;
  await api.patch(`/bases/${base.id}/members/${account.person.id}`, { role: "editor" });
  const key = await keyOf(account, { name: `Robot of ${name}`, scopes: ["read"] });

  await log.reload();
  const changed = rowsOf(log).filter({ hasText: `${name}, Viewer → Editor, in ${base.name}` });
  await expect(changed).toContainText("Role in a database changed");
  const created = rowsOf(log).filter({ hasText: key.name });
  await expect(created.getByRole("cell").nth(1)).toHaveText(name, { useInnerText: true });
  await expect(created.getByRole("cell").nth(2)).toHaveText(`API key created ${key.name}, scopes: read`, {
    useInnerText: true,
  });
  await expect(created.getByRole("cell").nth(3)).toHaveText(/^(127\.0\.0\.1|::1)$/);

  await choose(log.getByLabel("Event"), "Role in a database changed");
  await expect(changed).toBeVisible();
  await expect(created).toHaveCount(0);
  await choose(log.getByLabel("Event"), "All events");
  await expect(created).toBeVisible();
});

test("shows more entries on demand, and says so if there are none", async ({ page }) => {
  const own = await startOwnServer({ PAGES: "on" });
  try {
    const { api } = own;
    for (let number = 0; number < 60; number++) {
      await api.post("/keys", { name: `Key ${number}`, scopes: ["read"] });
    }
    await page.goto(`${api.origin}/login`);
    await page.request.post(`${api.origin}/api/v1/session`, { data: { key: api.key } });
    await page.goto(`${api.origin}/settings/audit`);
    await expect(rowsOf(page)).toHaveCount(50);
    await page.getByRole("button", { name: "Show more" }).click();
    // The keys, the first key of the server, its printed link, and this sign-in.
    await expect(rowsOf(page)).toHaveCount(63);
    await expect(rowsOf(page).filter({ hasText: "Command on the server" })).toHaveCount(2);
    await expect(page.getByRole("button", { name: "Show more" })).toHaveCount(0);
    await choose(page.getByLabel("Event"), "Table deleted");
    await expect(page.getByText("Nothing was recorded.")).toBeVisible();
  } finally {
    await own.stop();
  }
});

test("is refused to others, with an explanation", async ({ page, api }) => {
  const { person, password } = await accept(api, await invite(api, { role: "member" }));
  await page.request.post("/api/v1/session", { data: { email: person.email, password } });
  await page.goto("/settings/audit");
  await expect(page.getByRole("heading", { name: "You can't read the audit log" })).toBeVisible();
});

test("fits a narrow screen, with the address below the person", async ({ log }) => {
  await log.setViewportSize({ width: 375, height: 720 });
  await expect(rowsOf(log).first()).toContainText("from ");
  await expect(log.getByRole("columnheader", { name: "From where" })).toBeHidden();
  expect(await log.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

for (const width of [1440, 375]) {
  test.describe(`${width} pixels wide`, () => {
    test("axe finds no violations", async ({ log }) => {
      await log.setViewportSize({ width, height: 800 });
      await expect(rowsOf(log).first()).toBeVisible();
      expect(await violations(log)).toEqual([]);
    });
  });
}

/** The rows of the table, without its head. */
function rowsOf(page: Page): Locator {
  return page.getByRole("table", { name: "Audit log" }).locator("tbody").getByRole("row");
}
