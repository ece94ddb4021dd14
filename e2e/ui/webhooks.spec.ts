/** The pages of webhooks. */

import type { ServerResponse } from "node:http";
import pg from "pg";
import type { Page } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import type { ShownKey } from "../../lib/contract/keys";
import type { ShownWebhook, Webhook } from "../../lib/contract/webhooks";
import { findRunningPostgres } from "../../lib/server/postgres/embedded-postgres";
import { type OwnServer, startOwnServer } from "../api/own-server";
import { ApiClient } from "../api-client";
import { violations } from "../axe";
import { expect, test as server } from "../fixtures";
import { signIn } from "../grid-page";
import { openReceiver, type Received, type Receiver } from "../webhook-receiver";

const url = "https://example.com/hooks";
const phone = { width: 375, height: 812 };

const test = server.extend<{ api: ApiClient; base: Base; webhooks: Page }>({
  api: async ({ baseURL, apiKey }, use) => use(new ApiClient(baseURL as string, apiKey)),
  base: async ({ api }, use) => use(await databaseOf(api)),
  webhooks: async ({ page, apiKey, base }, use) => {
    await signIn(page, apiKey);
    await page.goto(`/database/${base.id}/webhooks`);
    await use(page);
  },
});

async function databaseOf(api: ApiClient): Promise<Base> {
  const stage = {
    type: "single_select",
    name: "Stage",
    template: { options: [{ label: "Open" }, { label: "Shut" }] },
  };
  const { body } = await api.post<Base>("/bases", {
    name: "Work",
    tables: [
      { name: "Projects", fields: [{ type: "single_line_text", name: "Name" }, stage] },
      { name: "Notes", fields: [{ type: "single_line_text", name: "Text" }] },
    ],
  });
  return body;
}

async function create(api: ApiClient, { id }: Base, given: object = {}): Promise<ShownWebhook> {
  const { status, body } = await api.post<ShownWebhook>(`/bases/${id}/webhooks`, {
    url,
    events: ["record.created"],
    ...given,
  });
  expect(status).toBe(201);
  return body;
}

async function only(api: ApiClient, { id }: Base): Promise<Webhook | undefined> {
  const { body } = await api.get<{ webhooks: Webhook[] }>(`/bases/${id}/webhooks`);
  expect(body.webhooks).toHaveLength(1);
  return body.webhooks[0];
}

test("a webhook is created by keyboard alone, and its secret is shown once", async ({
  webhooks: page,
  api,
  base,
}) => {
  await page.goto(`/database/${base.id}`);
  await page.getByRole("link", { name: "Webhooks" }).click();
  await expect(page).toHaveTitle("Webhooks · Work · Rowhouse");
  await page.getByRole("button", { name: "New webhook" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "URL" })).toBeFocused();
  await page.keyboard.type(url);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Warehouse");
  for (let count = 0; count < 3; count++) await page.keyboard.press("Tab");
  await expect(
    page.getByRole("group", { name: "Records" }).getByRole("checkbox", { name: "Deleted" }),
  ).toBeFocused();
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");

  const shown = page.getByRole("dialog", { name: "Secret of “Warehouse”" });
  const secret = shown.getByRole("textbox", { name: "Secret" });
  await expect(secret).toBeFocused();
  await expect(secret).toHaveValue(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const value = await secret.inputValue();
  await test.step("and stays while the list is read again, as after a look at another tab", async () => {
    const read = page.waitForResponse((response) => response.url().endsWith("/webhooks"));
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
    await (await read).finished();
    await expect(page.getByText("Each calls a URL when something in this database changes")).toBeAttached();
    await expect(secret).toHaveValue(value);
  });
  await shown.getByRole("button", { name: "Python" }).click();
  await expect(shown.getByRole("figure", { name: "Python receiver" })).toContainText("webhook.verify(");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Close without copying" }).click();

  await expect(page.getByRole("heading", { name: "Warehouse" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("heading", { name: "Warehouse" })).toBeVisible();
  expect(await page.content()).not.toContain(value);
  expect(await only(api, base)).toMatchObject({
    url,
    name: "Warehouse",
    events: ["record.created", "record.updated"],
    tableIds: null,
    active: true,
  });

  await page.getByRole("button", { name: "Replace secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Replace secret" }).click();
  await expect(page.getByRole("dialog")).toContainText("For 24 hours");
  await expect(page.getByRole("textbox", { name: "Secret" })).toHaveValue(/^whsec_/);
  await expect(page.getByRole("textbox", { name: "Secret" })).not.toHaveValue(value);
});

test("errors stand at their inputs, those of the server too", async ({ webhooks: page }) => {
  await page.getByRole("button", { name: "New webhook" }).click();
  const form = page.getByRole("dialog", { name: "New webhook" });
  const input = form.getByRole("textbox", { name: "URL" });
  const submit = form.getByRole("button", { name: "Create webhook" });
  await form.getByRole("button", { name: "Add header" }).click();
  await form.getByRole("textbox", { name: "Header name" }).fill("Content-Type");
  await form.getByRole("textbox", { name: "Value of Content-Type" }).fill("text/plain");
  await choose(page, "Tables", "Selected tables");
  await submit.click();
  await expect(input).toBeFocused();
  await expect(input).toHaveAccessibleDescription("Enter the URL to call");
  await expect(form.getByRole("group", { name: "Selected tables" })).toHaveAccessibleDescription(
    "Choose at least one",
  );
  await expect(form.getByRole("textbox", { name: "Header name" })).toHaveAttribute("aria-invalid", "true");

  await form.getByRole("button", { name: "Remove Content-Type" }).click();
  await form.getByRole("checkbox", { name: "Notes" }).click();
  await input.fill("http://127.0.0.1:1/hooks");
  await submit.click();
  await expect(input).toBeFocused();
  await expect(input).toHaveAccessibleDescription(/^Cannot be called: 127\.0\.0\.1 is not an address/);
});

test("an edit sends what was changed, and keeps headers unless all are replaced", async ({
  webhooks: page,
  api,
  base,
}) => {
  const [projects, notes] = base.tables;
  const [name, stage] = projects?.fields ?? [];
  const webhook = await create(api, base, {
    events: ["record.updated"],
    tableIds: [projects?.id, notes?.id],
    headers: { Authorization: "Bearer 1", "X-Team": "a" },
  });
  await page.goto(`/database/${base.id}/webhooks/${webhook.id}`);
  await page.getByRole("button", { name: "Edit" }).click();
  const form = page.getByRole("dialog", { name: "Edit webhook" });
  await choose(page, "Updates", "Only when these fields change");
  await expect(form.getByRole("checkbox", { name: "Notes: Text" })).toBeVisible();
  // A field of a table that is no longer chosen is not sent.
  await form.getByRole("checkbox", { name: "Notes: Text" }).click();
  await form.getByRole("checkbox", { name: "Projects: Name" }).click();
  await form.getByRole("checkbox", { name: "Notes", exact: true }).click();
  await form.getByRole("button", { name: "Add condition" }).click();
  await choose(page, "Field", "Stage");
  await choose(page, "Value", "Open");
  await choose(page, "Sources", "Selected sources");
  await form.getByRole("checkbox", { name: "Form" }).click();
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await form.getByRole("button", { name: "Save" }).click();
  expect(Object.keys((await sent).postDataJSON())).toEqual(["tableIds", "fieldIds", "filter", "sources"]);
  await expect(form).toBeHidden();
  await expect(page.getByText("1 condition")).toBeVisible();
  expect(await only(api, base)).toMatchObject({
    tableIds: [projects?.id],
    fieldIds: [name?.id],
    filter: { and: [{ field: stage?.id }] },
    sources: ["form"],
    headers: ["Authorization", "X-Team"],
  });

  await page.getByRole("button", { name: "Edit" }).click();
  await choose(page, "Existing headers", "Replace all");
  await form.getByRole("button", { name: "Remove Authorization" }).click();
  await form.getByRole("textbox", { name: "Value of X-Team" }).fill("b");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  expect((await only(api, base))?.headers).toEqual(["X-Team"]);
});

test("a webhook is switched on and deleted, and only creators find the page", async ({
  webhooks: page,
  api,
  base,
}) => {
  await create(api, base, { name: "Warehouse", active: false });
  await page.reload();
  const item = page.getByRole("list", { name: "Webhooks" }).getByRole("listitem");
  await expect(item).toContainText("Off");
  await item.getByRole("button", { name: "Switch on Warehouse" }).click();
  await expect(item).toContainText("Active");
  await item.getByRole("link", { name: "Warehouse" }).click();
  await page.waitForURL(/\/webhooks\/\d+$/);
  const address = page.url();
  await page.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("A webhook calls a URL of yours")).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Webhook not found" })).toBeVisible();

  const databases = [base.id];
  const { body: key } = await api.post<ShownKey>("/keys", {
    name: "Guest",
    scopes: ["read", "write"],
    databases,
  });
  await signIn(page, key.key);
  await page.goto(`/database/${base.id}`);
  await expect(page.getByRole("link", { name: "Trash" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Webhooks" })).toHaveCount(0);
  await page.goto(`/database/${base.id}/webhooks`);
  await expect(page.getByRole("heading", { name: "Webhook not found" })).toBeVisible();
});

/** Chooses an option of a select. */
async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole("dialog").getByRole("combobox", { name: label, exact: true }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
}

test("the list, the form and the page of a webhook have no violations, also on a phone", async ({
  webhooks: page,
  api,
  base,
}) => {
  const tableIds = [base.tables[0]?.id];
  const { id } = await create(api, base, { name: "Warehouse", tableIds });
  await create(api, base, { active: false });
  for (const width of [1440, phone.width]) {
    await page.setViewportSize({ ...phone, width });
    await test.step(`at ${width} pixels`, async () => {
      await page.goto(`/database/${base.id}/webhooks`);
      await expect(page.getByRole("listitem").filter({ hasText: "Warehouse" })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);

      await page.goto(`/database/${base.id}/webhooks/${id}`);
      await expect(page.getByRole("heading", { name: "Warehouse" })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);

      await page.getByRole("button", { name: "Edit" }).click();
      await page.getByRole("button", { name: "Add condition" }).click();
      await page.getByRole("button", { name: "Add header" }).click();
      expect(await violations(page)).toEqual([]);
    });
  }
});

test.describe("deliveries", () => {
  test.describe.configure({ mode: "default" });

  let own: OwnServer;
  let base: Base;
  let database: pg.Client;
  let receiver: Receiver;

  test.beforeAll(async () => {
    receiver = await openReceiver();
    own = await startOwnServer({ PAGES: "on", WEBHOOK_ALLOW_PRIVATE: "true" });
    base = await databaseOf(own.api);
    database = new pg.Client((await findRunningPostgres(own.dataFolder)) ?? undefined);
    await database.connect();
  });
  test.afterAll(async () => {
    await database.end();
    await own.stop();
    await receiver.close();
  });

  test("show their attempts and bodies, are filtered, and are sent again or skipped", async ({ browser }) => {
    const page = await browser.newPage({ baseURL: own.api.origin });
    // Switched off, so that nothing is sent beside what is stored here.
    const { id } = await create(own.api, base, {
      name: "Warehouse",
      url: receiver.url,
      active: false,
    });
    const failed = { status: 500, milliseconds: 84, answer: "<b>Out of stock</b>", error: null };
    const unanswered = {
      status: null,
      milliseconds: 15_000,
      answer: null,
      error: "The connection was refused.",
    };
    const taken = { status: 204, milliseconds: 12, answer: "", error: null };
    await store(id, { count: 60, status: "delivered", attempts: [taken] });
    await store(id, { count: 1, status: "retrying", attempts: [failed, unanswered] });
    await signIn(page, own.api.key ?? "");
    await page.goto(`/database/${base.id}/webhooks/${id}`);
    const items = page.getByRole("list", { name: "Deliveries" }).locator("> li");
    await expect(items).toHaveCount(50);
    await page.getByRole("button", { name: "Show more" }).click();
    await expect(items).toHaveCount(61);

    await items.first().getByRole("button").focus();
    await page.keyboard.press("Enter");
    await expect(items.first()).toContainText("RetryingRecord updatedNo answer in 15,000 ms, 2 attempts");
    const attempts = items.first().getByRole("list", { name: "Attempts" }).getByRole("listitem");
    await expect(attempts).toHaveText([
      /^No answer in 15,000 ms.*The connection was refused\.$/,
      /^500 in 84 ms.*<b>Out of stock<\/b>$/,
    ]);
    await expect(items.first().getByRole("figure", { name: "body" })).toContainText(
      '"type": "record.updated"',
    );
    for (const width of [1440, phone.width]) {
      await page.setViewportSize({ ...phone, width });
      expect(await violations(page)).toEqual([]);
      expect(await overflow(page)).toBe(0);
    }

    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "Retrying" }).click();
    await expect(items).toHaveCount(1);
    // The page reads again by itself while an event is tried again.
    await database.query(`UPDATE "WebhookDelivery" SET "status" = 'failed' WHERE "status" = 'retrying'`);
    await expect(page.getByText("No delivery has this status.")).toBeVisible();
    await page.getByRole("combobox", { name: "Status" }).click();
    await page.getByRole("option", { name: "All statuses" }).click();
    await expect(items.first()).toContainText("Failed");
    const button = items.first().getByRole("button", { name: "Send again" });
    if (!(await button.isVisible())) await items.first().getByRole("button").first().click();
    const waiting: ServerResponse[] = [];
    receiver.answer = (response) => void waiting.push(response);
    await button.click();
    await expect(items.first()).toContainText("Sending again");
    await expect(button).toBeDisabled();
    const [{ event }] = (await receiver.next(1)) as [Received];
    expect(event.metadata.attempt).toBe(3);
    for (const response of waiting) response.writeHead(204).end();
    await expect(items.first()).toContainText("Delivered");

    await page.getByRole("button", { name: "Send everything since…" }).click();
    await page.getByLabel("Since").fill("");
    await page.getByRole("dialog").getByRole("button", { name: "Send again" }).click();
    await expect(page.getByLabel("Since")).toHaveAccessibleDescription("Choose a time");
    await page.close();
  });

  interface Stored {
    readonly count: number;
    readonly status: string;
    readonly attempts: readonly object[];
  }

  /** Stores deliveries as the server does, each newer than the one before. */
  async function store(webhookId: number, { count, status, attempts }: Stored): Promise<void> {
    const at = "2030-01-01T12:00:00.000Z";
    const metadata = { attempt: attempts.length };
    const body = { id: "evt_1", type: "record.updated", data: { recordIds: ["1"] }, metadata };
    await database.query(
      `INSERT INTO "WebhookDelivery" ("webhookId", "id", "type", "changedAt", "status", "attempts", "body")
       SELECT $1, gen_random_uuid(), 'record.updated', $2, $3, $4, $5 FROM generate_series(1, $6)`,
      [
        webhookId,
        at,
        status,
        JSON.stringify(attempts.map((each) => ({ at, ...each }))),
        JSON.stringify(body),
        count,
      ],
    );
  }
});

/** The number of pixels by which the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
