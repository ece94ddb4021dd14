/** The reference of formulas. */
import type { Page } from "playwright/test";
import { functions } from "../../lib/formulas";
import { violations } from "../axe";
import { expect, test as server } from "../fixtures";
import { signIn } from "../grid-page";

const test = server.extend<{ reference: Page }>({
  reference: async ({ page, apiKey }, use) => {
    await signIn(page, apiKey);
    await page.goto("/docs/formulas");
    await expect(page.getByRole("searchbox", { name: "Find a function" })).toBeEnabled();
    await use(page);
  },
});

test("the page redirects to sign in and back, and is linked from the API reference", async ({
  page,
  apiKey,
}) => {
  await page.goto("/docs/formulas");
  await expect(page).toHaveURL("/login?next=%2Fdocs%2Fformulas");
  await signIn(page, apiKey);
  await page.goto("/docs");
  await page.getByRole("link", { name: "Formulas" }).click();
  await expect(page).toHaveURL("/docs/formulas");
});

test("has every function with its help and examples, and anchors for aliases", async ({ reference }) => {
  const shown = await reference.locator("main h3").evaluateAll((all) => all.map(({ id }) => id));
  for (const { name, sentence, examples, aliases = [] } of functions) {
    expect(shown).toContain(name);
    const part = reference.locator(`section[aria-labelledby="${name}"]`);
    await expect(part).toContainText(sentence);
    await expect(part.getByRole("listitem")).toHaveCount(examples.length);
    for (const alias of aliases) await expect(part.locator(`[id="${alias}"]`)).toHaveCount(1);
  }
});

test("a search filters by name, alias and help", async ({ reference }) => {
  const search = reference.getByRole("searchbox", { name: "Find a function" });
  await search.fill("networkdays");
  await expect(reference.locator("main h3:visible")).toHaveText([/^WORKDAY_DIFF/]);
  await expect(reference.getByRole("status")).toHaveText("1 function");
  await search.fill("no such thing");
  await expect(reference.getByRole("status")).toHaveText("0 functions");
  await search.clear();
  await expect(reference.locator("main h3:visible")).toHaveCount(await reference.locator("main h3").count());
});

test("each function has its own URL", async ({ reference }) => {
  await reference.goto("/docs/formulas#AVG");
  await expect(reference.locator("#AVERAGE")).toBeInViewport();
  await reference.getByRole("navigation").getByRole("link", { name: "REGEX_MATCH", exact: true }).click();
  await expect(reference).toHaveURL(/#REGEX_MATCH$/);
  await expect(reference.locator("#REGEX_MATCH")).toBeInViewport();
});

test("axe finds nothing, and it fits a phone", async ({ reference }) => {
  expect(await violations(reference)).toEqual([]);
  await reference.setViewportSize({ width: 375, height: 800 });
  const overflow = await reference.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
  await reference.getByText("Contents", { exact: true }).click();
  await reference.getByRole("link", { name: "ROUND", exact: true }).click();
  await expect(reference.locator("#ROUND")).toBeInViewport();
  expect(await violations(reference)).toEqual([]);
});
