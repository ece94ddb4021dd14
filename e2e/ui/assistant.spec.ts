/** Connecting an assistant, in the panel of the API. */
import type { Locator, Page } from "playwright/test";
import { connect } from "../api/assistant";
import { violations } from "../axe";
import { expect, signIn, test } from "../grid-page";

const source = {
  fields: [{ type: "single_line_text", name: "Name" }],
  records: [{ Name: "Ada" }],
};

test("a key made in the panel connects an assistant, by keyboard alone", async ({ gridOf, baseURL }) => {
  const grid = await gridOf(source);
  const { page } = grid;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const panel = await openSetup(page);
  await expect(panel.getByRole("textbox", { name: "Address" })).toHaveValue(`${baseURL}/mcp`);
  expect(await violations(page)).toEqual([]);

  await press(page, panel.getByRole("button", { name: "New key for an assistant" }), "Enter");
  const form = page.getByRole("dialog", { name: "New key for an assistant" });
  await expect(form.getByRole("textbox", { name: "Name" })).toHaveValue("Assistant");
  await expect(form.getByRole("checkbox", { name: "This database" })).toBeChecked();
  await expect(form.getByRole("checkbox", { name: /^Keys/ })).toHaveCount(0);
  await press(page, form.getByRole("checkbox", { name: /^Write/ }), "Space");
  await press(page, form.getByRole("button", { name: "Create key" }), "Enter");
  const shown = page.getByRole("dialog", { name: "API key “Assistant”" });
  const key = await shown.getByRole("textbox", { name: "API key" }).inputValue();
  await press(page, shown.getByRole("button", { name: "Copy key" }), "Enter");
  await press(page, shown.getByRole("button", { name: "Done" }), "Enter");
  await expect(shown).toBeHidden();

  for (const name of ["Claude Code", "Claude Desktop", "Cursor", "VS Code"]) {
    await press(page, panel.getByRole("button", { name, exact: true }), "Enter");
    await expect(panel.getByRole("figure", { name: `${name} configuration` })).toContainText(key);
  }
  await press(page, panel.getByRole("button", { name: "Others", exact: true }), "Enter");
  await press(page, panel.getByRole("button", { name: "Copy Others configuration" }), "Enter");
  await expect(panel.getByRole("button", { name: "Copied" })).toBeVisible();
  const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
  const { url, headers } = copied.mcpServers.rowhouse;
  expect(headers).toEqual({ Authorization: `Bearer ${key}` });
  const assistant = await connect(new URL(url).origin, key);
  const names = (await assistant.tools()).map(({ name }) => name);
  expect([names.includes("create_records"), names.includes("get_record")]).toEqual([true, true]);
  const { content } = await assistant.call("list_databases");
  expect(content.databases).toMatchObject([{ id: grid.base.id }]);
  await assistant.call("create_records", {
    database: grid.base.id,
    table: grid.table.id,
    records: [{ Name: "Bob" }],
  });
  await assistant.close();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(grid.cell(2, "Name")).toHaveText("Bob");
});

test("whoever may not create keys gets the configuration without one", async ({ gridOf }) => {
  const grid = await gridOf(source);
  const { body } = await grid.api.post("/keys", { name: "Guest", scopes: ["read", "write"] });
  await signIn(grid.page, body.key);
  await grid.open();
  const panel = await openSetup(grid.page);
  await expect(panel.getByText("Your key can't create others.")).toBeVisible();
  await expect(panel.getByRole("button", { name: /key for an assistant/ })).toHaveCount(0);
  await expect(panel.getByRole("figure", { name: "Claude Code configuration" })).toContainText(
    "YOUR_API_KEY",
  );
});

async function openSetup(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "API", exact: true }).press("Enter");
  const panel = page.getByRole("dialog", { name: "Use this view in the API" });
  await panel.getByRole("tab", { name: "Call it from code" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("textbox", { name: "Address" })).toBeVisible();
  return panel;
}

/** Moves the focus to an element by Tab alone, and presses a key there. */
async function press(page: Page, target: Locator, key: string): Promise<void> {
  const isFocused = () => target.evaluate((element) => element === document.activeElement);
  await expect(target).toBeVisible();
  for (let steps = 0; !(await isFocused()); steps++) {
    expect(steps, `Tab does not reach ${target}`).toBeLessThan(40);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press(key);
}
