/** Signing in by OpenID Connect in the browser: the button, what fails, and linking an account. */
import type { Page } from "playwright/test";
import { type OwnServer, startOwnServer } from "../api/own-server";
import type { ApiClient } from "../api-client";
import { violations } from "../axe";
import { expect, test } from "../fixtures";
import { type ProviderAccount, type RunningProvider, startProvider } from "../openid-provider";
import { accept, invite, newAccount } from "../people";

test.describe.configure({ mode: "default" });
let provider: RunningProvider;
let server: OwnServer;
let owner: ApiClient;

test.beforeAll(async () => {
  provider = await startProvider();
  server = await startOwnServer({ PAGES: "on", ...provider.environment });
  owner = server.api;
  provider.serve(owner.origin);
});
test.afterAll(async () => {
  await server.stop();
  await provider.stop();
});

test("the button signs in and leads back", async ({ page }) => {
  const account = provider.add();
  await invite(owner, { email: account.claims.email });
  await page.goto(`${owner.origin}/settings/account`);
  await expect(page).toHaveURL(/\/login\?next=/);
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await button(page).click();
  await authenticate(page, account);
  await expect(page).toHaveURL(`${owner.origin}/settings/account`);
  await expect(page.getByRole("textbox", { name: "Your name" })).toHaveValue(
    `Name of ${account.claims.email}`,
  );
  await expect(page.getByText("Your account is linked. You can sign in with Example ID.")).toBeVisible();
});

test("the page of an invitation to an address has the button, which accepts it", async ({ page }) => {
  const account = provider.add();
  await page.goto((await invite(owner)).url);
  await expect(page.getByRole("button", { name: "Accept invitation" })).toBeEnabled();
  await expect(button(page)).toHaveCount(0);
  await page.goto((await invite(owner, { email: account.claims.email })).url);
  await page.reload();
  await expect(button(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await button(page).click();
  await authenticate(page, account);
  await expect(page).toHaveURL(`${owner.origin}/`);
  const { people } = (await owner.get("/people")).body;
  expect(people).toContainEqual(expect.objectContaining({ email: account.claims.email, role: "guest" }));
});

test("the page says why a sign-in failed, and another way still works", async ({ page }) => {
  await page.goto(`${owner.origin}/login?next=/settings/account`);
  await button(page).click();
  await authenticate(page, provider.add());
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "You have no account here yet. Ask an owner for an invitation to the e-mail address that you use with Example ID.",
  );
  expect(await violations(page)).toEqual([]);
  await page.setViewportSize({ width: 375, height: 700 });
  await expect(button(page)).toBeInViewport();
  const account = await accept(owner, await invite(owner));
  await page.getByRole("textbox", { name: "E-mail" }).fill(account.person.email);
  await page.getByLabel("Password").fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${owner.origin}/`);
});

test("an unknown problem in the address is not shown", async ({ page }) => {
  for (const problem of ["none", "constructor", "<b>x</b>", ""]) {
    await page.goto(`${owner.origin}/login?problem=${encodeURIComponent(problem)}`);
    await expect(button(page)).toBeVisible();
    await expect(page.getByRole("main").getByRole("alert")).toHaveCount(0);
  }
});

test("an account that is there already is linked on its page, and opened by the button from then on", async ({
  page,
}) => {
  const theirs = provider.add();
  const given = { ...newAccount(), email: theirs.claims.email };
  await accept(owner, await invite(owner), given);
  await page.goto(`${owner.origin}/login`);
  await button(page).click();
  await authenticate(page, theirs);
  await expect(page.getByRole("main").getByRole("alert")).toContainText("There is already an account");

  await page.goto(`${owner.origin}/login?next=/settings/account`);
  await page.getByRole("textbox", { name: "E-mail" }).fill(given.email);
  await page.getByLabel("Password").fill(given.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText(`Your e-mail address there must be ${given.email}.`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // The provider still knows the browser.
  await page.getByRole("link", { name: "Link with Example ID" }).click();
  await expect(page.getByText("Your account is linked.")).toBeVisible();

  await page.goto(owner.origin);
  await page.getByRole("button", { name: "Sign out" }).click();
  await button(page).click();
  await expect(page).toHaveURL(`${owner.origin}/`);
  await page.goto(`${owner.origin}/settings/account`);
  await expect(page.getByRole("textbox", { name: "Your name" })).toHaveValue(given.name);
});

test("without a provider, there is no button", async ({ page }) => {
  await page.goto("/login");
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
  await expect(page.getByRole("link", { name: /^Sign in with/ })).toHaveCount(0);
});

function button(page: Page) {
  return page.getByRole("link", { name: "Sign in with Example ID" });
}

/** Signs in on the provider's own page. */
async function authenticate(page: Page, { subject }: Pick<ProviderAccount, "subject">): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/`));
  await page.getByPlaceholder("Enter any login").fill(subject);
  await page.getByPlaceholder("and password").fill("any");
  await page.getByRole("button", { name: "Sign-in" }).click();
}
