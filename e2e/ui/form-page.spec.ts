/** The public page of a form, filled in by people with nothing but its link. */
import type { Locator, Page } from "playwright/test";
import { AForm } from "../api/a-form";
import { startOwnServer } from "../api/own-server";
import { ApiClient } from "../api-client";
import { violations } from "../axe";
import { expect, test as server } from "../fixtures";
import { main } from "../rounds";

const test = server.extend<{ form: AForm }>({
  form: async ({ baseURL, apiKey }, use) => use(await AForm.make(new ApiClient(baseURL ?? "", apiKey))),
});

test("every type is filled in by keys alone", main, async ({ form, page }) => {
  await form.set({
    title: "Order a cake",
    description: "We bake on Fridays.",
    submitLabel: "Order",
    message: "It will be ready on Friday.",
  });
  const everything = [
    ...["Name", "Notes", "Amount", "Price", "Share", "Size", "Sizes", "Gift", "Day", "At", "Time", "Stars"],
    ...["Email", "Site", "Phone"],
  ];
  await form.ask(
    { fieldId: "Name", label: "Your name", help: "As on the cake.", required: true },
    ...everything.slice(1),
    { fieldId: "Company", linkViewId: form.offered },
    "Files",
  );
  const calls = callsOf(page);
  const { response, path } = await open(page, form);
  expect(response?.status()).toBe(200);
  expect(response?.headers()).toMatchObject({
    "x-robots-tag": expect.stringContaining("noindex"),
    "referrer-policy": "no-referrer",
    "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
  });
  expect(await response?.text()).toContain("As on the cake.");
  expect(await page.content()).not.toMatch(/Secret|Acme/);
  await expect(page).toHaveTitle("Order a cake · Rowhouse");
  const name = page.getByRole("textbox", { name: "Your name" });
  await expect(name).toHaveAccessibleDescription("As on the cake.");
  await expect(name).toHaveAttribute("aria-required", "true");
  expect(await violations(page)).toEqual([]);

  await name.focus();
  const { keyboard } = page;
  const answers: readonly [label: string, ...keys: string[]][] = [
    ["Your name", "text:Ada"],
    ["Notes", "text:one", "Enter", "text:two"],
    ["Amount", "text:2.5"],
    ["Price", "text:19.9"],
    ["Share", "text:50"],
    ["Size", "text:lar", "Enter"],
    ["Sizes", "ArrowDown", "ArrowDown", "Enter", "text:lar"],
    ["Gift", "Space"],
    ["Day", "ArrowDown", "text:2026-01-31"],
    ["At", "text:2026-01-31 09:30"],
    ["Time", "text:1:30"],
    ["Stars", "text:4"],
    ["Email", "text:ada@example.com"],
    ["Site", "text:https://example.com"],
    ["Phone", "text:+44 20 7946 0958"],
    ["Company", "text:aj"],
  ];
  for (const [label, ...keys] of answers) {
    await expect(input(page, label)).toBeFocused();
    for (const key of keys)
      await (key.startsWith("text:") ? keyboard.type(key.slice(5)) : keyboard.press(key));
    if (label === "Company") await expect(page.getByRole("option", { name: "Ajax" })).toBeVisible();
    await keyboard.press("Tab");
  }
  await expect(page.getByRole("button", { name: "Remove Ajax" })).toBeVisible();
  await expect(page.getByLabel("Size", { exact: true })).toHaveValue("Large");
  expect(await violations(page)).toEqual([]);
  // Enter alone sends nothing.
  await name.press("Enter");
  await name.press("ControlOrMeta+Enter");
  await expect(page.getByText("It will be ready on Friday.")).toBeVisible();
  await expect(page.getByRole("heading", { name: "Order a cake" })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  const [record, ...others] = await form.records();
  expect(others).toEqual([]);
  expect(record?.fields).toMatchObject({
    Name: "Ada",
    Notes: "one\ntwo",
    Amount: 2.5,
    Price: 19.9,
    Share: 0.5,
    Size: "Large",
    Sizes: ["Small", "Large"],
    Gift: true,
    Day: "2026-01-31",
    Stars: 4,
    Email: "ada@example.com",
    Company: [form.companies.Ajax],
    Source: "form",
  });
  expect(calls.filter((each) => !each.startsWith(`/api/v1${path}`))).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
});

test("conditions and problems are shown where they belong", async ({ form, page }) => {
  await form.ask(
    { fieldId: "Name", required: true },
    { fieldId: "Size", required: true },
    { fieldId: "Notes", required: true, showWhen: { field: "Size", equals: "Large" } },
    "Amount",
    { fieldId: "Gift", required: true },
  );
  await open(page, form);
  const [name, size, notes, amount] = ["Name", "Size", "Notes", "Amount"].map((each) => input(page, each));
  await expect(notes as Locator).toHaveCount(0);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "attention" })).toBeVisible();
  await expect(name as Locator).toBeFocused();
  await expect(name as Locator).toHaveAccessibleDescription("This question needs an answer.");
  await expect(name as Locator).toHaveAttribute("aria-invalid", "true");
  expect(await violations(page)).toEqual([]);

  await name?.fill("Ada");
  await expect(name as Locator).not.toHaveAttribute("aria-invalid", "true");
  await size?.click();
  await page.getByRole("option", { name: "Large" }).click();
  await notes?.fill("Left behind");
  await amount?.fill("two");
  // The problem that appears moves the button, which is clicked all the same.
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(amount as Locator).toBeFocused();
  await expect(amount as Locator).toHaveAccessibleDescription(/^This question takes a number/);
  await size?.fill("Small");
  await expect(notes as Locator).toHaveCount(0);
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(amount as Locator).toBeFocused();
  await amount?.fill("2");
  await page.getByRole("checkbox", { name: "Gift" }).click();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Thank you.")).toBeVisible();
  const [record] = await form.records();
  expect(record?.fields).toMatchObject({ Name: "Ada", Size: "Small", Notes: null, Amount: 2, Gift: true });
});

test("what was typed outlives a reload, and is one submission however often it is sent", async ({
  form,
  page,
}) => {
  await form.ask("Name", "Size", { fieldId: "Company", linkViewId: form.offered }, "Files");
  const { path } = await open(page, form, "?prefill_Size=Large&prefill_Name=Bob&hide_Size=true");
  await expect(input(page, "Name")).toHaveValue("Bob");
  await expect(input(page, "Size")).toHaveCount(0);
  await input(page, "Name").fill("Ada");
  await input(page, "Company").click();
  await page.getByRole("option", { name: "Acme" }).click();
  await page
    .getByLabel("Files", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({
      name: "plan.txt",
      mimeType: "text/plain",
      buffer: Buffer.from("A plan."),
    });
  await expect(page.getByRole("button", { name: "Remove plan.txt" })).toBeVisible();
  await page
    .getByLabel("Files", { exact: true })
    .and(page.locator("input"))
    .setInputFiles({
      name: "page.html",
      mimeType: "text/html",
      buffer: Buffer.from("<!doctype html><p>"),
    });
  await expect(page.getByRole("list", { name: "Uploads" }).getByRole("alert")).toContainText("HTML");
  await page.reload();
  await expect(input(page, "Name")).toHaveValue("Ada");
  await expect(page.getByRole("button", { name: "Remove Acme" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Remove plan.txt" })).toBeVisible();

  // The answer of the first attempt is lost.
  const submissions = `**/api/v1${path}/submissions`;
  await page.route(submissions, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "can't be reached" })).toBeVisible();
  await expect(input(page, "Name")).toHaveValue("Ada");
  await page.unroute(submissions);
  await page.reload();
  await expect(input(page, "Name")).toHaveValue("Ada");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Thank you.")).toBeVisible();
  const records = await form.records();
  expect(records.map(({ fields }) => fields)).toEqual([
    expect.objectContaining({ Name: "Ada", Size: "Large", Company: [form.companies.Acme] }),
  ]);
  expect(records[0]?.fields.Files).toMatchObject([{ originalName: "plan.txt" }]);

  await page.getByRole("button", { name: "Submit another answer" }).click();
  await expect(input(page, "Name")).toHaveValue("Bob");
  await input(page, "Name").fill("Cy");
  await page.getByRole("button", { name: "Clear form" }).click();
  await expect(input(page, "Name")).toHaveValue("Bob");
  await expect(page.getByText("The form was cleared.")).toBeVisible();
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Thank you.")).toBeVisible();
  expect((await form.records()).map(({ fields }) => fields.Name)).toEqual(["Ada", "Bob"]);
});

test("records are filled in by their names, as far as the form offers them", async ({ form, page }) => {
  const company = { fieldId: "Company", linkViewId: form.offered };
  await form.ask("Name", company, "Files");
  await open(
    page,
    form,
    "?prefill_Company=Ajax, Nobody,Acme,Secret Corp,Ajax&prefill_Files=plan.txt&prefill_Name=Bob",
  );
  const chosen = page.getByRole("button", { name: /^Remove / });
  await expect(chosen).toHaveCount(2);
  await expect(page.getByRole("button", { name: "Remove Ajax" })).toBeVisible();
  await page.getByRole("button", { name: "Remove Ajax" }).click();
  await page.reload();
  await expect(input(page, "Name")).toHaveValue("Bob");
  await expect(chosen).toHaveAccessibleName("Remove Acme");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Thank you.")).toBeVisible();
  expect((await form.records())[0]?.fields).toMatchObject({ Company: [form.companies.Acme], Files: [] });

  // Also where the page may read the form only with its password.
  const { at } = await form.share({ password: "open sesame" });
  await page.goto(`${at.replace("/forms/", "/form/")}?prefill_Company=Acme`);
  await page.getByLabel("Password").fill("open sesame");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(chosen).toHaveAccessibleName("Remove Acme");
});

test("inputs begin with the defaults of their fields, which can be cleared", async ({ form, page }) => {
  const standard = async (name: string, value: unknown) => {
    const path = `${form.table}/fields/${form.ids[name]}`;
    const { status } = await form.owner.patch(path, { template: { default: value } });
    expect(status).toBe(200);
  };
  await standard("Notes", "As usual");
  await standard("Amount", 3);
  await standard("Size", "Large");
  await standard("Gift", true);
  await standard("Phone", "+1 555 0100");
  await form.ask("Name", "Notes", "Amount", "Size", "Gift", {
    ...{ fieldId: "Phone", showWhen: { field: "Name", equals: "call me" } },
  });
  await open(page, form, "?prefill_Amount=4&hide_Size=true");
  await expect(input(page, "Notes")).toHaveValue("As usual");
  await expect(input(page, "Amount")).toHaveValue("4");
  await expect(page.getByRole("checkbox", { name: "Gift" })).toBeChecked();
  await expect(input(page, "Size")).toHaveCount(0);
  await input(page, "Notes").fill("");
  await page.getByRole("checkbox", { name: "Gift" }).click();
  await input(page, "Name").fill("Ada");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("Thank you.")).toBeVisible();
  expect((await form.records())[0]?.fields).toMatchObject({
    ...{ Name: "Ada", Notes: null, Amount: 4, Gift: false },
    // Hidden, and not asked for.
    ...{ Size: "Large", Phone: "+1 555 0100" },
  });
});

test("a password, an end and a redirect", async ({ form, page, baseURL }) => {
  await form.set({ redirectUrl: `${baseURL}/login` });
  const { share, path } = await open(page, form, "", { password: "correct horse" });
  await page.getByLabel("Password").fill("wrong");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Password")).toHaveAccessibleDescription("This password is wrong.");
  await page.getByLabel("Password").fill("correct horse");
  await page.keyboard.press("Enter");
  await input(page, "Name").fill("Ada");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page).toHaveURL(/\/login/);
  expect((await form.records()).map(({ fields }) => fields.Name)).toEqual(["Ada"]);

  await form.set({ limit: 1 });
  await form.owner.patch(`${form.place}/shares/${share.id}`, { password: null, embed: true });
  const framed = await page.goto(path.replace("/forms/", "/form/"));
  expect(framed?.headers()["content-security-policy"]).toContain("frame-ancestors *");
  await expect(page.getByText("It has received all the answers")).toBeVisible();
  await expect(page.getByRole("textbox")).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await form.set({ limit: null, isOpen: false });
  await page.reload();
  await expect(page.getByText("It takes no answers at the moment.")).toBeVisible();

  // A form that closes while somebody fills it in says so, and keeps what was typed.
  await form.set({ isOpen: true });
  await page.reload();
  await input(page, "Name").fill("Bob");
  await form.set({ isOpen: false });
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert").filter({ hasText: /./ })).toBeVisible();
  await expect(input(page, "Name")).toHaveValue("Bob");
  expect((await page.goto("/form/nothing"))?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
});

test("a form that is sent too often says when to try again", async ({ page }) => {
  const { api, stop } = await startOwnServer({ PAGES: "on", RATE_LIMIT: "1000" });
  const { at } = await (await AForm.make(api)).share();
  await page.goto(`${api.origin}${at.replace("/forms/", "/form/")}`);
  await page.evaluate(async (address) => {
    const proof = { challenge: { parameters: {}, signature: "" }, solution: { counter: 0, derivedKey: "" } };
    for (let count = 0; count < 10; count += 1) {
      const body = JSON.stringify({ id: "0198c5a0-7b1e-7c3d-9a4f-2b6c8d0e1f23", values: {}, proof });
      await fetch(address, { method: "POST", headers: { "Content-Type": "application/json" }, body });
    }
  }, `/api/v1${at}/submissions`);
  await input(page, "Name").fill("Ada");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(
    page.getByRole("alert").filter({ hasText: /Try again in (\d+ seconds|a second)\./ }),
  ).toBeVisible();
  await expect(input(page, "Name")).toHaveValue("Ada");
  await stop();
});

test("a phone shows all of it", async ({ form, page }) => {
  await form.set({ title: "A very long title for a form that people open on their phones" });
  const label =
    "How would you describe your favourite cake to somebody who has never had any, in a few words?";
  await form.ask({ fieldId: "Name", label, required: true }, "Sizes", "Day", "Stars", "Files", "Gift");
  await page.setViewportSize({ width: 375, height: 700 });
  await open(page, form);
  await input(page, "Sizes").click();
  await expect(page.getByRole("option", { name: "Small" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole("option", { name: "Small" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "attention" })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
  expect(await violations(page)).toEqual([]);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the page says that it needs it", async ({ form, page }) => {
    const response = await page.goto((await form.share()).at.replace("/forms/", "/form/"));
    expect(await response?.text()).toMatch(/<noscript>.*This form needs JavaScript\./);
    await expect(page.getByRole("textbox", { name: "Name" })).toBeDisabled();
  });
});

/** Shares the form and opens its page. */
async function open(page: Page, form: AForm, search = "", given: object = {}) {
  const { share, at } = await form.share(given);
  const response = await page.goto(`${at.replace("/forms/", "/form/")}${search}`);
  const start = page.getByRole("button", { name: /^(Submit|Order|Open)$/ });
  await expect(start).toBeEnabled();
  return { share, response, path: at };
}

function input(page: Page, label: string): Locator {
  return page
    .getByLabel(label, { exact: true })
    .and(page.locator("input:not([aria-hidden]), textarea, [role=checkbox]"));
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
