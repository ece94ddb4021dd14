import type { Locator, Page } from "playwright/test";
import { expect, test } from "../fixtures";
import { main } from "../rounds";

const addresses = [
  "/",
  "/database/0123456789abcdef",
  "/database/0123456789abcdef/tABCDEFGHJK",
  "/database/0123456789abcdef/tABCDEFGHJK?a=1&b=%2F%2Fx",
  "/settings/keys",
  "/no/such/page",
];

for (const address of addresses) {
  test(`signed out, ${address} redirects to sign in and back`, async ({ page, apiKey, request }) => {
    const answer = await request.get(address, { maxRedirects: 0 });
    expect(answer.status()).toBe(307);
    expect(answer.headers().location).toBe(`/login?next=${encodeURIComponent(address)}`);

    await page.goto(address);
    await (await keyInput(page)).fill(apiKey);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page).toHaveURL(address);
  });
}

test("a person signs in by keyboard alone", main, async ({ page, apiKey }) => {
  await page.goto("/login");
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
  for (let count = 0; count < 3; count++) await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Sign in with an API key" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "API key" })).toBeFocused();
  await page.keyboard.type(apiKey);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/");
});

test("a wrong key shows an error beside the input", async ({ page, apiKey }) => {
  await page.goto("/login?next=/no/such/page");
  const key = await keyInput(page);
  await key.fill("");
  await key.press("Enter");
  await expect(key).toHaveAccessibleDescription("Enter an API key");
  await key.fill("sk_prod_wrong");
  await key.press("Enter");
  await expect(key).toHaveAccessibleDescription("This is not a valid API key.");
  await expect(key).toHaveAttribute("aria-invalid", "true");
  await expect(key).toBeFocused();
  await key.fill(`  ${apiKey}\n`);
  await key.press("Enter");
  await expect(page).toHaveURL("/no/such/page");
});

test("a wrong key in the fragment shows an error beside the input for keys", async ({ page }) => {
  await page.goto("/login#key=sk_prod_wrong");
  await expect(page.getByRole("textbox", { name: "API key" })).toHaveAccessibleDescription(
    "This is not a valid API key.",
  );
  await page.getByRole("button", { name: "Sign in with a password" }).click();
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeFocused();
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("");
});

test("a key in the fragment signs in at once and is removed from the address bar", async ({
  page,
  apiKey,
}) => {
  const seen: string[] = [];
  page.on("request", async (request) => {
    if (request.url().endsWith("/api/v1/session")) seen.push(page.url());
  });
  await page.goto(`/login?next=/no/such/page#key=${apiKey}`);
  await expect(page).toHaveURL("/no/such/page");
  expect(seen).toHaveLength(1);
  expect(seen[0]).not.toContain("#");
  await page.goto("/");
  await expect(page).toHaveURL("/");
});

test("a used code shows an error and is removed too", async ({ page }) => {
  await page.goto("/login?next=/no/such/page#code=used");
  await expect(page.getByRole("main").getByRole("alert")).toContainText("link was used already");
  await expect(page).toHaveURL("/login?next=/no/such/page");
});

test("a link works in a tab that already shows the page", async ({ page, apiKey }) => {
  await page.goto("/login");
  await expect(page.getByRole("textbox", { name: "E-mail" })).toBeEnabled();
  await page.goto(`/login#key=${apiKey}`);
  await expect(page).toHaveURL("/");
});

for (const next of ["//evil.example", "/\\evil.example", "https://evil.example", "/.//evil.example"]) {
  test(`signing in does not redirect to ${next}`, async ({ page, apiKey }) => {
    await page.goto(`/login?next=${encodeURIComponent(next)}#key=${apiKey}`);
    await expect(page).toHaveURL("/");
  });
}

test("signed-in people skip the page and can sign out", async ({ page, apiKey }) => {
  await page.goto(`/login#key=${apiKey}`);
  await expect(page).toHaveURL("/");
  await page.goto("/login?next=/no/such/page");
  await expect(page).toHaveURL("/no/such/page");
  await page.goto("/");
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL("/login");
  await page.goto("/");
  await expect(page).toHaveURL("/login?next=%2F");
});

test("signed in, an unknown URL is a 404 with a link home", async ({ page, apiKey }) => {
  await page.goto(`/login#key=${apiKey}`);
  await expect(page).toHaveURL("/");
  const answer = await page.request.get("/no/such/page");
  expect(answer.status()).toBe(404);
  for (const address of ["/no/such/page", "/database/0123456789abcdef"]) {
    await page.goto(address);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await page.getByRole("link", { name: "All databases" }).click();
    await expect(page).toHaveURL("/");
  }
});

/** Switches to the form for keys. */
async function keyInput(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Sign in with an API key" }).click();
  return page.getByRole("textbox", { name: "API key" });
}
