/** What was deleted, and the way back, in the browser. */
import type { Page } from "@playwright/test";
import type { Base } from "../../lib/contract/bases";
import { ApiClient } from "../api-client";
import { expect, test as server } from "../fixtures";
import { signIn } from "../grid-page";

const test = server.extend<{ api: ApiClient; base: Base; signedIn: Page }>({
  api: async ({ baseURL, apiKey }, use) => use(new ApiClient(baseURL as string, apiKey)),
  base: async ({ api }, use) => {
    const fields = [
      { type: "single_line_text", name: "Name" },
      { type: "number", name: "Size" },
    ];
    const { body } = await api.post("/bases", { name: "Work", tables: [{ name: "Projects", fields }] });
    await use(body);
  },
  signedIn: async ({ page, apiKey }, use) => {
    await signIn(page, apiKey);
    await use(page);
  },
});

test("records, fields, views and tables come back from the trash of their database", async ({
  api,
  base,
  signedIn: page,
}) => {
  const table = `/bases/${base.id}/tables/Projects`;
  const { body: record } = await api.post(`${table}/records`, { record: { Name: "Ada", Size: 3 } });
  const { body: view } = await api.post(`${table}/views`, { name: "Second" });
  await api.call(`${table}/records/${record.id}`, { method: "DELETE" });
  await api.call(`${table}/views/${view.id}`, { method: "DELETE" });
  await api.call(`${table}/fields/Size`, { method: "DELETE" });
  await api.post(`/bases/${base.id}/tables`, {
    name: "Notes",
    fields: [{ type: "long_text", name: "Text" }],
  });
  await api.call(`/bases/${base.id}/tables/Notes`, { method: "DELETE" });

  await page.goto(`/database/${base.id}`);
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page).toHaveTitle("Trash · Work · Rowhouse");
  const lines = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  await expect(lines).toHaveText([
    /^NotesTable, deleted /,
    /^SizeField of Projects, deleted /,
    /^SecondView of Projects, deleted /,
    /^AdaRecord of Projects, deleted /,
  ]);

  await page.getByRole("button", { name: "Restore table Notes" }).click();
  await expect(page.getByRole("navigation", { name: "Tables" }).getByRole("link")).toHaveText([
    "Projects",
    "Notes",
  ]);
  await expect(page.getByText("Notes is back where it was.")).toBeVisible();
  await expect(lines).toHaveCount(3);

  await test.step("by the keyboard alone as well", async () => {
    for (const name of ["Size", "Second", "Ada"]) {
      await expect(page.getByRole("list", { name: "Trash" })).toBeFocused();
      await page.keyboard.press("Tab");
      await expect(page.getByRole("button", { name: new RegExp(`^Restore .* ${name}$`) })).toBeFocused();
      await page.keyboard.press("Enter");
      await expect(page.getByText(`${name} is back where it was.`)).toBeVisible();
    }
  });
  await expect(page.getByText("There is nothing in the trash.")).toBeVisible();
  const { body: back } = await api.get(`${table}/records/${record.id}`);
  expect(back.fields).toEqual({ Name: "Ada", Size: 3 });
  expect((await api.get(`${table}/views`)).body.views).toHaveLength(2);
});

test("what cannot be restored any more is said beside it", async ({ api, base, signedIn: page }) => {
  const table = `/bases/${base.id}/tables/Projects`;
  const { body: record } = await api.post(`${table}/records`, { record: { Name: "Ada" } });
  await api.call(`${table}/records/${record.id}`, { method: "DELETE" });
  await page.goto(`/database/${base.id}/trash`);
  const restore = page.getByRole("button", { name: "Restore record Ada" });
  await expect(restore).toBeVisible();
  const { body } = await api.get(`/bases/${base.id}/trash`);
  await api.post(`/bases/${base.id}/trash/${body.trash[0].id}/restore`, undefined);
  await restore.click();
  await expect(page.getByRole("alert").filter({ hasText: "There is no" })).toBeVisible();
});

test("a trash of many things comes page by page", async ({ api, base, signedIn: page }) => {
  const records = Array.from({ length: 130 }, (_, index) => ({ Name: `Row ${index + 1}` }));
  const place = `/bases/${base.id}/tables/Projects/records/bulk`;
  const { body } = await api.post(place, { records });
  for (const { id } of body.records) {
    await api.call(place.replace("bulk", id), { method: "DELETE" });
  }
  await page.goto(`/database/${base.id}/trash`);
  const lines = page.getByRole("list", { name: "Trash" }).getByRole("listitem");
  await expect(lines).toHaveCount(100);
  await expect(lines.first()).toContainText("Row 130");
  await page.getByRole("button", { name: "Show more" }).click();
  await expect(lines).toHaveCount(130);
  await expect(page.getByRole("button", { name: "Show more" })).toBeHidden();
});

test("a deleted database comes back with all that was in it", async ({ api, base, signedIn: page }) => {
  await api.call(`/bases/${base.id}`, { method: "PATCH", body: { name: `Work ${base.id}` } });
  await api.call(`/bases/${base.id}`, { method: "DELETE" });
  await page.goto("/");
  await page.getByRole("link", { name: "Trash" }).click();
  await expect(page).toHaveTitle("Trash · Rowhouse");
  await page.getByRole("button", { name: `Restore database Work ${base.id}` }).click();
  await expect(page.getByText(`Work ${base.id} is back where it was.`)).toBeVisible();
  await page.getByRole("link", { name: "All databases" }).click();
  await page.getByRole("link", { name: `Work ${base.id}` }).click();
  await expect(page.getByRole("grid", { name: "Projects" })).toBeVisible();
});

test("who is signed out is asked to sign in first", async ({ page, base }) => {
  for (const path of ["/trash", `/database/${base.id}/trash`]) {
    await page.goto(path);
    await expect(page).toHaveURL(`/login?next=${encodeURIComponent(path)}`);
  }
});
