/** Two-step sign-in on the account page and at signing in. */
import { generate } from "otplib";
import { ApiClient } from "../api-client";
import { violations } from "../axe";
import { expect, test } from "../fixtures";
import { accept, invite } from "../people";

test("is set up with an app, asked for at signing in, and turned off", async ({
  browser,
  baseURL,
  apiKey,
}) => {
  const api = new ApiClient(baseURL as string, apiKey);
  const { person, password } = await accept(api, await invite(api));
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const enter = async () => {
    await page.goto("/login?next=/settings/account");
    await page.getByLabel("E-mail").fill(person.email);
    await page.getByLabel("Password").fill(password);
    await page.getByLabel("Password").press("Enter");
  };

  await enter();
  const section = page.getByRole("region", { name: "Two-step sign-in" });
  await section.getByRole("button", { name: "Set up two-step sign-in" }).click();
  await expect(section.getByLabel("Current password")).toBeFocused();
  await section.getByLabel("Current password").fill(password);
  await section.getByLabel("Current password").press("Enter");
  await expect(section.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = await section.locator("code").innerText();
  expect(await violations(page)).toEqual([]);
  await section.getByLabel("Code", { exact: true }).fill("000000");
  await section.getByLabel("Code", { exact: true }).press("Enter");
  await expect(section.getByLabel("Code", { exact: true })).toHaveAccessibleDescription(/^Is wrong/);
  await section.getByLabel("Code", { exact: true }).fill(await generate({ secret }));
  await section.getByRole("button", { name: "Turn on" }).click();
  const codes = section.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [first = "", second = ""] = await codes.allInnerTexts();
  expect(await violations(page)).toEqual([]);
  await section.getByRole("button", { name: "I have kept them" }).click();
  await expect(section.getByRole("button", { name: "Turn off" })).toBeVisible();

  await page.getByRole("button", { name: "Sign out", exact: true }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await enter();
  const code = page.getByLabel("Code of your authenticator app, or a recovery code");
  await expect(code).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await code.fill("000000");
  await code.press("Enter");
  await expect(code).toHaveAccessibleDescription("This code is wrong or was used already.");
  await code.fill(first);
  await code.press("Enter");
  await expect(page).toHaveURL("/settings/account");

  await section.getByLabel("Current password").fill(password);
  await section.getByLabel("Code", { exact: true }).fill(second);
  await section.getByRole("button", { name: "Turn off" }).click();
  await expect(section.getByRole("button", { name: "Set up two-step sign-in" })).toBeVisible();
  await context.close();
});
