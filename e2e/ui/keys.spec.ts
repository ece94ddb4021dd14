/** The page of API keys. */
import type { Locator, Page } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import { type Key, type ShownKey, scopes } from "../../lib/contract/keys";
import { startOwnServer } from "../api/own-server";
import { ApiClient } from "../api-client";
import { expect, test as server } from "../fixtures";
import { signIn } from "../grid-page";
import { hold } from "../hold";
import { accept, invite, keyOf } from "../people";

/** A person with read access to two databases, who sees only their own key. */
interface Visitor {
  readonly api: ApiClient;
  readonly key: ShownKey;
  readonly bases: readonly [Base, Base];
}

const test = server.extend<{ visitor: Visitor; keys: Page }>({
  visitor: async ({ baseURL, apiKey }, use) => {
    const owner = new ApiClient(baseURL as string, apiKey);
    const table = { name: "T", fields: [{ type: "single_line_text", name: "Name" }] };
    const { body: sales } = await owner.post<Base>("/bases", { name: "Sales", tables: [table] });
    const { body: stock } = await owner.post<Base>("/bases", { name: "Stock" });
    const databases = [sales.id, stock.id];
    const { body: key } = await owner.post<ShownKey>("/keys", { name: "Mine", scopes, databases });
    await use({ api: new ApiClient(owner.origin, key.key), key, bases: [sales, stock] });
  },
  keys: async ({ page, visitor }, use) => {
    await signIn(page, visitor.key.key);
    await page.goto("/settings/keys");
    await expect(itemOf(page, "Mine")).toBeVisible();
    await use(page);
  },
});

test("the page is linked from the home page and from a table", async ({ page, visitor }) => {
  await signIn(page, visitor.key.key);
  const [sales] = visitor.bases;
  for (const address of ["/", `/database/${sales.id}`]) {
    await page.goto(address);
    await page.getByRole("link", { name: "API keys" }).click();
    await expect(page).toHaveURL("/settings/keys");
    await expect(page.getByRole("heading", { name: "API keys" })).toBeVisible();
    await page.getByRole("link", { name: "All databases" }).click();
    await expect(page).toHaveURL("/");
  }
});

test("a key is created, shown once, copied, and opens the chosen databases", async ({
  keys,
  context,
  visitor,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await keys.getByRole("button", { name: "New key" }).click();
  const form = keys.getByRole("dialog", { name: "New key" });
  await form.getByRole("textbox", { name: "Name" }).fill("Website 🎉");
  await form.getByRole("checkbox", { name: /^Write/ }).click();
  await form.getByRole("checkbox", { name: "Sales" }).click();
  await choose(form.getByRole("combobox", { name: "Expires" }), "On a specific date");
  await form.getByLabel("Last valid day").fill("2040-05-05");
  await form.getByRole("button", { name: "Create key" }).click();

  const shown = keys.getByRole("dialog", { name: "API key “Website 🎉”" });
  const input = shown.getByRole("textbox", { name: "API key" });
  await expect(input).toHaveValue(/^sk_prod_\w{40}$/);
  await expect(input).toBeFocused();
  const secret = await input.inputValue();
  await shown.getByRole("button", { name: "Copy key" }).click();
  await expect(shown.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await keys.evaluate(() => navigator.clipboard.readText())).toBe(secret);
  await keys.keyboard.press("Escape");
  await expect(keys.getByRole("dialog")).toBeHidden();

  const item = itemOf(keys, "Website 🎉");
  for (const [label, value] of Object.entries({
    Scopes: "read, write",
    Databases: "Sales",
    Expires: "May 5, 2040",
    "Last used": "Never",
  })) {
    await expect(factOf(item, label)).toHaveText(value);
  }
  await keys.reload();
  await expect(item).toBeVisible();
  expect(await keys.content()).not.toContain("sk_prod_");

  const program = new ApiClient(visitor.api.origin, secret);
  const [sales] = visitor.bases;
  expect((await program.get<Base[]>("/bases")).body.map(({ id }) => id)).toEqual([sales.id]);
  expect((await program.post(`/bases/${sales.id}/tables/T/records`, { record: {} })).status).toBe(201);
  expect((await program.post(`/bases/${sales.id}/tables`, {})).status).toBe(403);
  await expect(async () => {
    await keys.reload();
    await expect(factOf(item, "Last used")).not.toHaveText("Never");
  }).toPass();
});

test("a key is created by keyboard alone", async ({ keys }) => {
  await keys.getByRole("button", { name: "New key" }).focus();
  await keys.keyboard.press("Enter");
  await expect(keys.getByRole("textbox", { name: "Name" })).toBeFocused();
  await keys.keyboard.type("Typed");
  await keys.keyboard.press("Tab");
  await expect(keys.getByRole("checkbox", { name: /^Read/ })).toBeFocused();
  await keys.keyboard.press("Space");
  for (let count = 0; count < 3; count++) await keys.keyboard.press("Tab");
  await expect(keys.getByRole("checkbox", { name: /^Keys/ })).toBeFocused();
  await keys.keyboard.press("Space");
  for (let count = 0; count < 2; count++) await keys.keyboard.press("Tab");
  await expect(keys.getByRole("checkbox", { name: "Sales" })).toBeFocused();
  await keys.keyboard.press("Space");
  await keys.keyboard.press("Tab");
  await keys.keyboard.press("Tab");
  await expect(keys.getByRole("combobox", { name: "Expires" })).toBeFocused();
  await keys.keyboard.press("Enter");
  await expect(keys.getByRole("option", { name: "Never" })).toBeFocused();
  await keys.keyboard.press("ArrowDown");
  await keys.keyboard.press("Enter");
  await expect(keys.getByRole("combobox", { name: "Expires" })).toHaveText("In 7 days");
  await keys.getByRole("textbox", { name: "Name" }).focus();
  await keys.keyboard.press("Enter");
  await expect(keys.getByRole("textbox", { name: "API key" })).toBeFocused();
  await keys.keyboard.press("Tab");
  await keys.keyboard.press("Tab");
  await keys.keyboard.press("Enter");
  await expect(keys.getByRole("dialog")).toBeHidden();
  await expect(keys.getByRole("button", { name: "New key" })).toBeFocused();
  await expect(factOf(itemOf(keys, "Typed"), "Scopes")).toHaveText("keys");
});

test("missing input is reported beside its field", async ({ keys }) => {
  await keys.getByRole("button", { name: "New key" }).click();
  const form = keys.getByRole("dialog");
  await form.getByRole("checkbox", { name: /^Read/ }).click();
  await choose(form.getByRole("combobox", { name: "Expires" }), "On a specific date");
  await form.getByRole("button", { name: "Create key" }).click();
  const name = form.getByRole("textbox", { name: "Name" });
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription("Cannot be empty");
  for (const legend of ["Scopes", "Selected databases"]) {
    await expect(form.getByRole("group", { name: legend })).toHaveAccessibleDescription(
      "Choose at least one",
    );
  }
  const day = form.getByLabel("Last valid day");
  await expect(day).toHaveAccessibleDescription("Choose a day");
  await day.fill("2020-01-01");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(day).toHaveAccessibleDescription("Must be in the future and before the year 10000");
});

test("closing an uncopied key asks for confirmation", async ({ keys }) => {
  await rotate(keys, "Mine");
  const secret = keys.getByRole("textbox", { name: "API key" });
  await expect(secret).toBeVisible();
  await keys.keyboard.press("Escape");
  const question = keys.getByRole("alertdialog", { name: "Close without copying the key?" });
  await question.getByRole("button", { name: "Go back" }).click();
  await expect(secret).toBeVisible();
  await keys.keyboard.press("Escape");
  await question.getByRole("button", { name: "Close" }).click();
  await expect(keys.getByRole("dialog")).toBeHidden();
});

test("a key's name and rights are changed", async ({ keys, visitor }) => {
  const { key } = await another(keys, visitor, { name: "Before", scopes: ["read", "write"] });
  await keys.getByRole("button", { name: "Edit Before" }).click();
  const form = keys.getByRole("dialog", { name: "Edit key" });
  await expect(form.getByRole("checkbox", { name: "Stock" })).toBeChecked();
  await form.getByRole("textbox", { name: "Name" }).fill("After");
  await form.getByRole("checkbox", { name: /^Write/ }).click();
  await form.getByRole("checkbox", { name: "Stock" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(keys.getByRole("dialog")).toBeHidden();
  const item = itemOf(keys, "After");
  await expect(factOf(item, "Scopes")).toHaveText("read");
  await expect(factOf(item, "Databases")).toHaveText("Sales");
  await expect(itemOf(keys, "Before")).toHaveCount(0);
  const program = new ApiClient(visitor.api.origin, key);
  await expect
    .poll(async () => (await program.get<Base[]>("/bases")).body.map(({ name }) => name))
    .toEqual(["Sales"]);
});

test("a rotated key's old secret stays valid for a while", async ({ keys, visitor }) => {
  const old = await another(keys, visitor, { name: "Rotating" });
  await rotate(keys, "Rotating", "In an hour");
  const secret = await keys.getByRole("textbox", { name: "API key" }).inputValue();
  await keys.getByRole("button", { name: "Done" }).click();
  expect(secret).not.toBe(old.key);
  for (const key of [old.key, secret]) {
    expect((await new ApiClient(visitor.api.origin, key).get("/test")).status).toBe(200);
  }
});

test("rotating the own key keeps the person signed in", async ({ keys, visitor }) => {
  await rotate(keys, "Mine");
  await keys.getByRole("button", { name: "Done" }).click();
  await expect.poll(async () => (await visitor.api.get("/test")).status).toBe(401);
  await keys.reload();
  await expect(itemOf(keys, "Mine")).toBeVisible();
});

test("revoking a key asks for confirmation", async ({ keys, visitor }) => {
  const { key } = await another(keys, visitor, { name: "Leaked" });
  const program = new ApiClient(visitor.api.origin, key);
  await keys.getByRole("button", { name: "Revoke Leaked" }).click();
  const question = keys.getByRole("alertdialog", { name: "Revoke “Leaked”?" });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  expect((await program.get("/test")).status).toBe(200);
  await keys.getByRole("button", { name: "Revoke Leaked" }).click();
  await question.getByRole("button", { name: "Revoke key" }).click();
  await expect(itemOf(keys, "Leaked")).toHaveCount(0);
  await expect(keys.getByText("“Leaked” was revoked")).toBeVisible();
  await expect(keys.getByRole("list", { name: "API keys" })).toBeFocused();
  await expect.poll(async () => (await program.get("/test")).status).toBe(401);
});

test("revoking the own key shows that the person is signed out", async ({ keys }) => {
  await keys.getByRole("button", { name: "Revoke Mine" }).click();
  await keys.getByRole("button", { name: "Revoke key" }).click();
  await expect(keys.getByRole("main").getByRole("alert")).toContainText("You are signed out.");
  await keys.reload();
  await expect(keys).toHaveURL("/login?next=%2Fsettings%2Fkeys");
});

test("a person cannot grant more rights than their own", async ({ page, visitor }) => {
  const [sales] = visitor.bases;
  const expiresAt = "2040-05-05T12:00:00.000Z";
  const given = { name: "Narrow", scopes: ["read", "keys"], databases: [sales.id], expiresAt };
  await signIn(page, (await visitor.api.post<ShownKey>("/keys", given)).body.key);
  await page.goto("/settings/keys");
  await page.getByRole("button", { name: "New key" }).click();
  const form = page.getByRole("dialog");
  await expect(form.getByRole("checkbox")).toHaveCount(3);
  await expect(form.getByRole("checkbox", { name: /^(Read|Keys|Sales)/ })).toHaveCount(3);
  await form.getByRole("textbox", { name: "Name" }).fill("Too much");
  await form.getByRole("checkbox", { name: "Sales" }).click();
  await form.getByRole("button", { name: "Create key" }).click();
  const expires = form.getByRole("combobox", { name: "Expires" });
  await expect(expires).toHaveAccessibleDescription(/^Must not be after 2040-05-05T12:00:00.000Z/);
  await choose(expires, "In 7 days");
  await form.getByRole("button", { name: "Create key" }).click();
  await expect(page.getByRole("textbox", { name: "API key" })).toBeVisible();
});

test("the page explains missing rights and links back", async ({ page, visitor }) => {
  const { body } = await visitor.api.post<ShownKey>("/keys", {
    name: "Reader",
    scopes: ["read"],
    databases: visitor.key.databases,
  });
  await signIn(page, body.key);
  await page.goto("/settings/keys");
  await expect(page.getByRole("heading", { name: "You can't manage API keys" })).toBeVisible();
  await expect(page.getByText("a key without the scope keys")).toBeVisible();
  await page.getByRole("link", { name: "All databases" }).click();
  await expect(page).toHaveURL("/");
});

test("pages show only the databases of the person's key", async ({ page, visitor, apiKey }) => {
  const owner = new ApiClient(visitor.api.origin, apiKey);
  const { body: other } = await owner.post<Base>("/bases", {
    name: "Other people's",
    tables: [{ name: "Secrets", fields: [{ type: "single_line_text", name: "Name" }] }],
  });
  await signIn(page, visitor.key.key);
  await page.goto("/");
  const list = page.getByRole("list", { name: "Databases", exact: true });
  await expect(list.locator("[data-base]")).toHaveText([/^Stock/, /^Sales/]);
  for (const address of [`/database/${other.id}`, `/database/${other.id}/${other.tables[0]?.id}`]) {
    const foreign = await page.request.get(address);
    const absent = await page.request.get(address.replace(other.id, "0123456789abcdef"));
    expect([foreign.status(), absent.status()]).toEqual([404, 404]);
    expect(await foreign.text()).not.toContain("Secrets");
    expect(await foreign.text()).not.toContain("Other people's");
  }
});

test("the list shows loading, errors and a retry", async ({ page, visitor }) => {
  await signIn(page, visitor.key.key);
  let isAway = true;
  await page.route("**/api/v1/keys", (route) => (isAway ? route.abort() : route.continue()));
  await page.goto("/settings/keys");
  await expect(page.getByRole("main").getByRole("alert")).toHaveText(
    "The keys couldn't be loaded. The server can't be reached.",
  );
  isAway = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(itemOf(page, "Mine")).toBeVisible();
  const goOn = await hold(page, "**/api/v1/keys");
  await page.reload();
  await expect(page.getByRole("status", { name: "Loading keys" })).toBeVisible();
  goOn();
  await expect(itemOf(page, "Mine")).toBeVisible();
});

test("an empty list says so", async ({ page }) => {
  const { api, code, stop } = await startOwnServer({ PAGES: "on" });
  try {
    const { body } = await api.get<{ keys: Key[] }>("/keys");
    for (const { id } of body.keys) await api.call(`/keys/${id}`, { method: "DELETE" });
    await page.goto(`${api.origin}/login?next=/settings/keys#code=${code}`);
    await expect(page.getByText("There is no key yet.")).toBeVisible();
    await expect(page.getByRole("button", { name: "New key" })).toBeEnabled();
  } finally {
    await stop();
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`fits a phone, ${colorScheme}`, async ({ keys, visitor }) => {
    await keys.setViewportSize({ width: 375, height: 700 });
    await keys.emulateMedia({ colorScheme });
    await another(keys, visitor, { name: `${"long ".repeat(40)}${"w".repeat(55)}` });
    await expect(keys.getByRole("button", { name: /^Edit long/ })).toBeInViewport();
    await expectToFit(keys);
    await keys.getByRole("button", { name: /^Edit long/ }).click();
    const save = keys.getByRole("button", { name: "Save" });
    await expect(save).toBeInViewport({ ratio: 1 });
    await expectToFit(keys);
    await keys.getByRole("button", { name: "Cancel" }).click();
    await keys.getByRole("button", { name: /^Revoke long/ }).click();
    await expect(keys.getByRole("button", { name: "Revoke key" })).toBeInViewport({ ratio: 1 });
  });
}

/** Creates a key by the API and shows it on the page. */
async function another(page: Page, { api, key }: Visitor, given: object): Promise<ShownKey> {
  const { status, body } = await api.post<ShownKey>("/keys", {
    scopes: ["read"],
    databases: key.databases,
    ...given,
  });
  expect(status).toBe(201);
  await page.reload();
  await expect(itemOf(page, body.name)).toBeVisible();
  return body;
}

test("a key of another person can be revoked, but not rotated", async ({ page, baseURL, apiKey }) => {
  const owner = new ApiClient(baseURL as string, apiKey);
  await keyOf(await accept(owner, await invite(owner)), { name: "Of another" });
  await signIn(page, apiKey);
  await page.goto("/settings/keys");
  await expect(page.getByRole("button", { name: "Revoke Of another" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Rotate Of another" })).toHaveCount(0);
});

async function rotate(page: Page, name: string, end = "Immediately"): Promise<void> {
  await page.getByRole("button", { name: `Rotate ${name}` }).click();
  const form = page.getByRole("dialog", { name: `Rotate “${name}”` });
  await choose(form.getByRole("combobox", { name: "Old secret expires" }), end);
  await form.getByRole("button", { name: "Rotate key" }).click();
}

async function choose(select: Locator, option: string): Promise<void> {
  await select.click();
  await select.page().getByRole("option", { name: option }).click();
  await expect(select).toHaveText(option);
}

/** A property of a key in the list. */
function itemOf(page: Page, name: string): Locator {
  const heading = page.getByRole("heading", { name, exact: true });
  return page.getByRole("list", { name: "API keys" }).getByRole("listitem").filter({ has: heading });
}

function factOf(item: Locator, label: string): Locator {
  return item.locator(`dt:text-is("${label}") + dd`);
}

async function expectToFit(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);
}
