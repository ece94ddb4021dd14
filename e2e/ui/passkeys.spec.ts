/** Passkeys on the account page and at signing in, with Chromium's virtual authenticator. */
import type { Page } from "playwright/test";
import { ApiClient } from "../api-client";
import { violations } from "../axe";
import { expect, test } from "../fixtures";
import { accept, invite } from "../people";

test("is added, signs in, is renamed and removed, by keyboard", async ({ page, baseURL, apiKey }) => {
  const owner = new ApiClient(baseURL as string, apiKey);
  const { person, password } = await accept(owner, await invite(owner));
  const device = await authenticatorOf(page);
  const section = page.getByRole("region", { name: "Passkeys" });
  const dialog = page.getByRole("dialog");
  const items = section.getByRole("listitem");

  await page.goto("/login?next=/settings/account");
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  const add = section.getByRole("button", { name: "Add a passkey" });
  await expect(add).toBeEnabled();
  await add.focus();
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await expect(dialog.getByLabel("Name")).toHaveValue("Linux");
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Current password")).toHaveAccessibleDescription("Is wrong");
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  await dialog.getByLabel("Current password").fill(password);
  // A failure on the device is told, and does not ask for the password anew.
  await device.set({ isUserVerified: false });
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("The passkey was not confirmed. Try again.");
  await device.set({ isUserVerified: true });
  await dialog.getByRole("button", { name: "Continue" }).press("Enter");
  await expect(items).toHaveText([/^LinuxAdded .+, never used/]);
  await expect(add).toBeFocused();
  expect(await violations(page)).toEqual([]);

  // One authenticator holds one passkey of an account.
  await page.keyboard.press("Enter");
  await expect(dialog.getByLabel("Name")).toHaveValue("Linux 2");
  await dialog.getByLabel("Current password").fill(password);
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("alert")).toHaveText("This device already has a passkey for your account.");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Sign out", exact: true }).first().press("Enter");
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/login?next=/settings/account");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Sign in with a passkey" })).toBeFocused();
  await device.set({ isUserVerified: false });
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "The passkey was not confirmed. Try again.",
  );
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("");
  await device.set({ isUserVerified: true });
  await page.getByRole("button", { name: "Sign in with a passkey" }).press("Enter");
  await expect(page).toHaveURL("/settings/account");
  await expect(items).toHaveText([/^LinuxAdded .+, last used/]);

  await section.getByRole("button", { name: "Rename Linux" }).press("Enter");
  await expect(dialog.getByLabel("Name")).toBeFocused();
  await page.keyboard.type("Laptop");
  await page.keyboard.press("Enter");
  await section.getByRole("button", { name: "Remove Laptop" }).press("Enter");
  await expect(dialog.getByLabel("Current password")).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");
  await expect(items).toHaveCount(0);
  await expect(section).toBeFocused();
  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "This passkey is not valid here. Try again, or sign in in another way.",
  );
});

test("are not offered at another address than APP_URL, nor by browsers without them", async ({
  page,
  baseURL,
  apiKey,
}) => {
  const owner = new ApiClient(baseURL as string, apiKey);
  const { person, password } = await accept(owner, await invite(owner));
  const other = `http://127.0.0.1:${new URL(owner.origin).port}`;
  const button = page.getByRole("button", { name: "Sign in with a passkey" });
  const section = page.getByRole("region", { name: "Passkeys" });
  await page.goto(`${other}/login?next=/settings/account`);
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(button).toHaveCount(0);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password").fill(password);
  await page.keyboard.press("Enter");
  await expect(section).toContainText(`Passkeys belong to ${owner.origin}. Open Rowhouse there to add one.`);
  await expect(section.getByRole("button")).toHaveCount(0);

  await page.addInitScript("delete window.PublicKeyCredential");
  await page.goto("/login");
  await expect(page.getByLabel("E-mail")).toBeFocused();
  await expect(button).toHaveCount(0);
});

/** Gives the page an authenticator that verifies people and stores passkeys. */
async function authenticatorOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send("WebAuthn.enable");
  const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    set: ({ isUserVerified }: { isUserVerified: boolean }) =>
      session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}
