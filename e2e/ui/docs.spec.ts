/** The page of the API reference. */
import type { Page } from "playwright/test";
import type { OpenApi } from "../../lib/api/openapi/types";
import { ApiClient } from "../api-client";
import { expect, test as server } from "../fixtures";
import { signIn } from "../grid-page";

const deals = {
  name: "Deals",
  fields: [
    { type: "single_line_text", name: "Name" },
    { type: "number", name: "Amount" },
    { type: "single_select", name: "Stage", template: { options: [{ label: "Open" }, { label: "Won" }] } },
  ],
};

interface Sample {
  readonly api: ApiClient;
  readonly databaseId: string;
  readonly tableId: string;
  readonly recordId: string;
}

const test = server.extend<{ sample: Sample; docs: Page }>({
  sample: async ({ baseURL, apiKey }, use) => {
    const api = new ApiClient(baseURL as string, apiKey);
    const { body: base } = await api.post("/bases", { name: "Documented", tables: [deals] });
    const tableId = base.tables[0].id;
    const { body } = await api.post(`/bases/${base.id}/tables/${tableId}/records`, {
      record: { Name: "Annual plan" },
    });
    await use({ api, databaseId: base.id, tableId, recordId: body.id });
  },
  docs: async ({ page, apiKey, sample }, use) => {
    await signIn(page, apiKey);
    await page.goto(`/docs?database=${sample.databaseId}&table=${sample.tableId}`);
    await expect(page.getByRole("heading", { name: "Rowhouse API" })).toBeVisible();
    await use(page);
  },
});

test("the page redirects to sign in and back", async ({ page }) => {
  await page.goto("/docs");
  await expect(page).toHaveURL("/login?next=%2Fdocs");
});

test("shows every operation of the document, without other origins", async ({ docs, sample, baseURL }) => {
  const { body } = await sample.api.get<OpenApi>("/openapi.json");
  const ids = Object.values(body.paths).flatMap((item) =>
    Object.values(item).map((each) => each.operationId),
  );
  for (const id of ids) await expect(docs.locator(`h3#${id}`)).toBeVisible();
  const loaded: string[] = await docs.evaluate(() =>
    performance.getEntriesByType("resource").map(({ name }) => name),
  );
  expect(loaded.filter((address) => !address.startsWith(baseURL as string))).toEqual([]);
});

test("samples use the picked table, and a variable for the key", async ({
  docs,
  sample,
  apiKey,
  baseURL,
}) => {
  const operation = part(docs, "updateRecord");
  const address = `${baseURL}/api/v1/bases/${sample.databaseId}/tables/${sample.tableId}/records/${sample.recordId}`;
  const code = operation.getByRole("figure", { name: /sample$/ });
  await expect(code).toContainText(address);
  await expect(code).toContainText('-H "Authorization: Bearer $KEY"');
  await operation.getByRole("button", { name: "TypeScript" }).click();
  await expect(code).toContainText(`await fetch("${address}", {`);
  await expect(code).toContainText('"Amount":');
  expect(await docs.content()).not.toContain(apiKey);
});

test("the body's schema has the table's fields", async ({ docs }) => {
  const operation = part(docs, "createRecord");
  await operation.getByRole("button", { name: /^record/ }).click();
  await expect(operation.getByText('One of "Open", "Won".')).toBeVisible();
});

test("samples can be copied", async ({ docs, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await part(docs, "listBases").getByRole("button", { name: "Copy curl sample" }).click();
  await expect(part(docs, "listBases").getByRole("button", { name: "Copied" })).toBeVisible();
  expect(await docs.evaluate(() => navigator.clipboard.readText())).toMatch(/^curl /);
});

test("a call can be sent by keyboard alone and shows the response", async ({ docs, sample }) => {
  const operation = part(docs, "updateRecord");
  const tryIt = operation.getByRole("button", { name: "Try it" });
  await expect(tryIt).toBeEnabled();
  await tryIt.focus();
  await docs.keyboard.press("Enter");
  await operation.getByLabel("Body (JSON)").focus();
  await docs.keyboard.press("Control+a");
  await docs.keyboard.insertText('{ "record": { "Amount": 17 } }');
  await docs.keyboard.press("Tab");
  await docs.keyboard.press("Enter");
  const answer = operation.getByRole("region", { name: "Response", exact: true });
  await expect(answer.getByText("200 OK")).toBeVisible();
  await expect(answer.getByText(/^\d+ ms$/)).toBeVisible();
  await expect(answer.getByText('"Amount": 17')).toHaveCount(1);
  await answer.getByText(/\d+ headers/).click();
  await expect(answer.getByText("x-request-id: ")).toBeVisible();
  const { body } = await sample.api.get(
    `/bases/${sample.databaseId}/tables/Deals/records/${sample.recordId}`,
  );
  expect(body.fields.Amount).toBe(17);
});

test("errors in a call are shown before and after sending", async ({ docs }) => {
  const operation = part(docs, "createRecord");
  await operation.getByRole("button", { name: "Try it" }).click();
  await operation.getByLabel("Body (JSON)").fill("{");
  await operation.getByRole("button", { name: "Send POST" }).click();
  await expect(operation.getByRole("alert")).toContainText("The body is not JSON");
  await operation.getByLabel("Body (JSON)").fill('{ "record": { "Amount": "many" } }');
  await operation.getByRole("button", { name: "Send POST" }).click();
  await expect(operation.getByText("400 Bad Request")).toBeVisible();
});

test("a DELETE request asks for confirmation", async ({ docs, sample }) => {
  const operation = part(docs, "deleteRecord");
  await operation.getByRole("button", { name: "Try it" }).click();
  await operation.getByRole("button", { name: "Send DELETE" }).click();
  await docs.getByRole("button", { name: "Cancel" }).click();
  const record = `/bases/${sample.databaseId}/tables/Deals/records/${sample.recordId}`;
  expect((await sample.api.get(record)).status).toBe(200);
  await operation.getByRole("button", { name: "Send DELETE" }).click();
  await docs.getByRole("alertdialog").getByRole("button", { name: "Send DELETE" }).click();
  await expect(operation.getByText("200 OK")).toBeVisible();
  expect((await sample.api.get(record)).status).toBe(404);
});

test("each operation has its own URL", async ({ docs }) => {
  await docs.goto(`${docs.url()}#aggregateRecords`);
  await docs.reload();
  await expect(docs.locator("#aggregateRecords")).toBeInViewport();
  await docs.getByRole("link", { name: "post Create a table", exact: true }).click();
  await expect(docs).toHaveURL(/#createTable$/);
  await expect(docs.locator("#createTable")).toBeInViewport();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`fits a phone, ${colorScheme}`, async ({ docs }) => {
    await docs.setViewportSize({ width: 375, height: 800 });
    await docs.emulateMedia({ colorScheme });
    const operation = part(docs, "updateRecord");
    await operation.getByRole("button", { name: "Try it" }).click();
    await operation.getByRole("button", { name: "Send PATCH" }).click();
    await expect(operation.getByText("200 OK")).toBeVisible();
    const overflow = await docs.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
    await docs.getByText("Operations", { exact: true }).click();
    await docs.getByRole("link", { name: "get Get a field", exact: true }).click();
    await expect(docs.locator("#getField")).toBeInViewport();
  });
}

/** The section of an operation. */
function part(page: Page, operationId: string) {
  return page.locator(`section[aria-labelledby="${operationId}"]`);
}

test("names are shown as plain text, including Markdown and markup", async ({ page, apiKey, baseURL }) => {
  const api = new ApiClient(baseURL as string, apiKey);
  const names = [
    "[Session expired: sign in](https://evil.example)",
    "[x](javascript:alert(1))",
    "[x](//evil.example)",
    "a\\[b](https://evil.example/2)",
    "![x](https://evil.example/x.png)",
    "<img src=x onerror=alert(1)><a href=https://evil.example>y</a>",
    "**bold** __bold__",
    "`code` ``x``",
    "# head",
    "| a | b |",
    "https://evil.example",
    "1\n\n## [z](https://evil.example)",
  ];
  const fields = names.map((name) => ({ type: "long_text", name }));
  const { body: base } = await api.post("/bases", {
    name: names[0],
    tables: [{ name: names[3], fields }],
  });
  await signIn(page, apiKey);
  await page.goto(`/docs?database=${base.id}&table=${base.tables[0].id}`);
  const operation = page.locator("section", { has: page.locator("h3#createRecord") });
  await expect(operation.getByText("Session expired: sign in").first()).toBeAttached();
  const links = await page
    .locator("a[href]")
    .evaluateAll((all) => all.map((each) => new URL((each as HTMLAnchorElement).href).origin));
  expect([...new Set(links)]).toEqual([new URL(page.url()).origin]);
  expect(await page.locator("img, strong").evaluateAll((all) => all.map((each) => each.textContent))).toEqual(
    [],
  );
  await expect(
    page.getByText('Values of "a\\[b](https://evil.example/2)" by field name').first(),
  ).toBeAttached();
});
