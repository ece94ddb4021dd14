/** Links to choose a new password and to confirm an address, sent by e-mail. */
import { type OwnServer, startOwnServer } from "../api/own-server";
import { violations } from "../axe";
import { test as base, expect } from "../fixtures";
import { linkIn, type Mailbox, mailSettings, openMailbox } from "../mailbox";
import { type Account, accept, invite, newAccount } from "../people";
import { main } from "../rounds";

const test = base.extend<{ account: Account }, { server: OwnServer & { readonly mailbox: Mailbox } }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads here what a fixture builds on
    async ({}, use) => {
      const mailbox = await openMailbox();
      const server = await startOwnServer({ PAGES: "on", ...(await mailSettings(mailbox)) });
      await use({ ...server, mailbox });
      await server.stop();
      await mailbox.close();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ server }, use) => use(server.api.origin),
  account: async ({ server }, use) => use(await accept(server.api, await invite(server.api))),
});

test("who forgot their password gets a link by e-mail", main, async ({ page, server, account }) => {
  const { email } = account.person;
  await page.goto("/login");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(page).toHaveURL("/reset");
  const field = page.getByLabel("E-mail");
  await expect(field).toBeFocused();
  await field.fill("nobody");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(/e-mail address/);
  await field.fill(email);
  await field.press("Enter");
  await expect(page.getByRole("status")).toBeFocused();
  await expect(page.getByRole("status")).toHaveText(
    `If there is an account with the address ${email}, a link is on its way. It works once, within an hour.`,
  );

  await page.goto(linkIn(await server.mailbox.messageTo(email)));
  await page.getByLabel("New password").fill(newAccount().password);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page).toHaveURL("/");
});

test("a changed e-mail address is confirmed by the link sent to it", async ({ page, server, account }) => {
  const { email: before } = account.person;
  const { email } = newAccount();
  const [name = "", value = ""] = account.cookie.split("=");
  await page.context().addCookies([{ name, value, url: server.api.origin }]);
  await page.goto("/settings/account");
  const form = page.getByRole("form", { name: "E-mail and password" });
  await form.getByLabel("E-mail").fill(email);
  await form.getByLabel("Current password").fill(account.password);
  await form.getByLabel("Current password").press("Enter");
  await expect(form.getByRole("status")).toHaveText(
    `A link was sent to ${email}. Open it within an hour to confirm the address. Until then, your address is ${before}; enter that to keep it.`,
  );
  expect(await violations(page)).toEqual([]);

  await page.context().clearCookies();
  await page.goto(linkIn(await server.mailbox.messageTo(email)));
  await page.getByRole("button", { name: "Confirm the address" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Address confirmed" })).toBeFocused();
  await expect(page.getByRole("status")).toHaveText(`Your account now has the e-mail address ${email}.`);
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await page.getByRole("button", { name: "Confirm the address" }).press("Enter");
  await expect(page.getByRole("heading", { name: "This link is not valid" })).toBeVisible();
});

test("a link that does not work leads to another", async ({ page }) => {
  await page.goto("/reset#token=used");
  await page.getByLabel("New password").fill(newAccount().password);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page.getByText("This link was used already, has expired, or is incomplete.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Send me a link" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
