import type { Page, Request } from "playwright/test";
import { violations } from "../axe";
import { type BuilderPage, openBuilder } from "../builder-page";
import { expect, type GridPage, test } from "../grid-page";
import { hold } from "../hold";
import { accept, invite } from "../people";
import { choose, expectPlace, openPanel } from "../toolbar-page";

const fields = [
  { type: "single_line_text", name: "Name" },
  {
    type: "single_select",
    name: "Stage",
    template: { options: ["Open", "Won", "Lost"].map((label) => ({ label })) },
  },
  { type: "number", name: "Size", template: { decimalPlaces: 0 } },
  { type: "checkbox", name: "Signed" },
  { type: "person", name: "Owner" },
  { type: "autonumber", name: "No." },
];
const askable = ["Name", "Stage", "Size", "Signed"];

type GridOf = (source: object) => Promise<GridPage>;

async function builderOf(gridOf: GridOf, names = askable, config = {}): Promise<BuilderPage> {
  const grid = await gridOf({ fields });
  return openBuilder(grid, { fields: names.map((fieldId) => ({ fieldId })), ...config });
}

/** The labels of the questions in the preview. */
async function expectPreview({ preview }: BuilderPage, labels: readonly string[]): Promise<void> {
  await expect(preview.locator("[data-question]")).toHaveText(labels.map((label) => new RegExp(`^${label}`)));
}

test("a cover is chosen, replaced and removed, and stands above the title", async ({ gridOf }) => {
  const builder = await builderOf(gridOf);
  const { page, preview } = builder;
  await page.getByRole("tab", { name: "Settings" }).click();
  const picture = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  );
  const choose = (name: string, buffer: Buffer) =>
    page.getByLabel("Cover", { exact: true }).setInputFiles({ name, mimeType: "image/png", buffer });
  const shown = preview.locator("header img");
  await expect(page.getByRole("button", { name: "Add cover" })).toBeEnabled();
  await choose("notes.png", Buffer.from("some words"));
  await expect(page.getByText("“notes.png” isn't a picture.")).toBeVisible();
  await choose("beach.png", picture);
  await expect(page.getByRole("img", { name: "beach.png" })).toBeVisible();
  await expect(shown).toHaveJSProperty("naturalWidth", 1);
  const { width, height } = (await shown.boundingBox()) ?? { width: 0, height: 1 };
  expect(width / height).toBeCloseTo(4, 1);
  expect(await violations(page)).toEqual([]);
  await choose("hills.png", picture);
  await expect(page.getByRole("img", { name: "hills.png" })).toBeVisible();
  await page.getByRole("button", { name: "Remove cover" }).press("Enter");
  await expect(page.getByRole("button", { name: "Add cover" })).toBeFocused();
  await expect(shown).toHaveCount(0);
});

test("a new form asks for every field that can be asked for, and reads no records", async ({ gridOf }) => {
  const grid = await gridOf({ fields, records: [{ Name: "Ada" }] });
  const { page } = grid;
  const views = await openPanel(grid, "Views");
  await views.getByRole("button", { name: "New view" }).click();
  const dialog = page.getByRole("dialog", { name: "New view" });
  await choose(dialog.getByRole("combobox", { name: "Type" }), /^Form/);
  await expect(dialog.getByRole("textbox", { name: "Name" })).toHaveValue("Form view");
  await dialog.getByRole("button", { name: "Create view" }).click();
  const form = page.getByRole("region", { name: "Form view" });
  await expect(form.getByRole("form").locator("[data-question]")).toHaveText(
    askable.map((each) => new RegExp(`^${each}`)),
  );
  await expect(form).toContainText("2 fields can't be in a form");

  const reads: string[] = [];
  page.on("request", (request) => {
    if (/\/records\b/.test(request.url())) reads.push(request.url());
  });
  await page.reload();
  await grid.expectLive();
  await expect(form.getByRole("form")).toBeVisible();
  const toolbar = page.getByRole("toolbar", { name: "View" });
  await expect(toolbar.getByRole("button")).toHaveText(["Form view", "API", "Share"]);
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("option", { name: "Undo" })).toBeVisible();
  await expect(page.getByRole("option", { name: /Search|Export/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Options for Form view" }).click();
  await expect(page.getByRole("menuitem", { name: "Duplicate" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "Export" })).toHaveCount(0);
  expect(reads).toEqual([]);

  await page.getByRole("menuitem", { name: "Change type" }).click();
  await page.getByRole("menuitemradio", { name: "Grid" }).click();
  await expect(grid.cell(1, "Name")).toHaveText("Ada");
  await page.keyboard.press("Escape");
  await openPanel(grid, "Views");
  await views.getByRole("button", { name: "Options for Form view" }).click();
  await page.getByRole("menuitem", { name: "Change type" }).click();
  await page.getByRole("menuitemradio", { name: "Form" }).click();
  await expect(form.getByRole("form").locator("[data-question]")).toHaveCount(askable.length);
});

test("questions are opened, changed, removed and added, and undo takes each back", async ({ gridOf }) => {
  const builder = await builderOf(gridOf);
  const { page, root } = builder;
  const name = await builder.open("Name");
  await name.getByRole("textbox", { name: "Label" }).fill("Your name");
  await name.getByRole("textbox", { name: "Help" }).fill("As in your passport");
  // Saved before, so that the switch is an undo step of its own.
  await expect
    .poll(() => builder.storedQuestion("Name"))
    .toMatchObject({ label: "Your name", help: "As in your passport" });
  await name.getByRole("switch", { name: "Required" }).click();
  await expectPreview(builder, ["Your name.*As in your passport", "Stage", "Size", "Signed"]);
  await expect(builder.preview.getByRole("textbox", { name: "Your name" })).toHaveAttribute(
    "aria-required",
    "true",
  );
  await expect
    .poll(() => builder.storedQuestion("Name"))
    .toMatchObject({ label: "Your name", help: "As in your passport", required: true });

  await page.keyboard.press("Control+z");
  await expect(builder.question("Your name \\(required\\)")).toHaveCount(0);
  await expect(builder.question("Your name")).toBeVisible();

  await root.getByRole("button", { name: "Remove Stage from the form" }).click();
  await expectPreview(builder, ["Your name", "Size", "Signed"]);
  await expect(builder.question("Size")).toBeVisible();
  await root.getByRole("button", { name: "Add Stage to the form" }).click();
  await expectPreview(builder, ["Your name", "Size", "Signed", "Stage"]);
  await builder.expectStored(["Name", "Size", "Signed", "Stage"]);

  await root.getByRole("button", { name: "Remove all" }).click();
  await expect(root).toContainText("This form asks for nothing yet.");
  await builder.expectStored([]);
  await page.keyboard.press("Control+z");
  await expectPreview(builder, ["Your name", "Size", "Signed", "Stage"]);
  await page.keyboard.press("Control+y");
  await root.getByRole("button", { name: "Add all" }).click();
  await expectPreview(builder, askable);
  await builder.expectStored(askable);
});

test("a question about a required field stays required", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: fields.map((field) => ({ ...field, ...(field.name === "Name" && { isRequired: true }) })),
  });
  const builder = await openBuilder(grid, { fields: ["Name", "Size"].map((fieldId) => ({ fieldId })) });
  const required = (await builder.open("Name")).getByRole("switch", { name: "Required" });
  await expect(required).toBeChecked();
  await expect(required).toBeDisabled();
  await expect(required).toHaveAccessibleDescription(
    "The field is required in the whole table. You can change that in its settings.",
  );
  expect(await violations(builder.page)).toEqual([]);
  await expect((await builder.open("Size")).getByRole("switch", { name: "Required" })).toBeEnabled();
});

test("questions are dragged into another order, which conditions follow", async ({ gridOf }) => {
  const builder = await builderOf(gridOf);
  const { grid, page, root } = builder;
  const size = await builder.open("Size");
  await size.getByRole("button", { name: "Add condition" }).click();
  await choose(size.getByRole("combobox", { name: "Field" }), "Stage");
  await expect(size.getByRole("combobox", { name: "Field" })).toHaveText("Stage");
  await choose(size.getByRole("combobox", { name: "Value" }), "Won");
  // In the preview, the question is shown once its condition is met.
  await expectPreview(builder, ["Name", "Stage", "Signed"]);
  await expect(builder.question("Size Shown under conditions")).toBeVisible();
  const stage = builder.preview.getByRole("combobox", { name: "Stage" });
  await stage.click();
  await page.getByRole("option", { name: "Won" }).click();
  await expectPreview(builder, askable);
  await root.getByRole("button", { name: "Clear answers" }).click();
  await expectPreview(builder, ["Name", "Stage", "Signed"]);
  await expect
    .poll(() => builder.storedQuestion("Size"))
    .toMatchObject({ showWhen: { and: [{ field: grid.fieldId("Stage"), equals: "Won" }] } });

  await builder.question("Size").click();
  await builder.drag("Stage", "Signed");
  await builder.expectQuestions(["Name", "Size", "Signed", "Stage"]);
  await expect(page.getByText("The condition of “Size” was removed")).toBeVisible();
  await expectPreview(builder, ["Name", "Size", "Signed", "Stage"]);
  await builder.expectStored(["Name", "Size", "Signed", "Stage"]);
  await page.keyboard.press("Control+z");
  await builder.expectStored(askable);
  await expectPreview(builder, ["Name", "Stage", "Signed"]);
});

test("a form is built by keys alone", async ({ gridOf }) => {
  const builder = await builderOf(gridOf, ["Name", "Stage"]);
  const { grid, page, root } = builder;
  await builder.tab("Questions").focus();
  await grid.press("ArrowRight");
  await expect(builder.tab("Settings")).toBeFocused();
  await grid.press("Enter");
  await expect(builder.tab("Settings")).toHaveAttribute("aria-selected", "true");
  await grid.press("ArrowLeft", "Enter");
  await expect(builder.tab("Questions")).toHaveAttribute("aria-selected", "true");

  const handle = root.getByRole("button", { name: "Move Name", exact: true });
  await handle.focus();
  await grid.press("Space");
  await expectPlace(page, "Name is at position 1 of 2.");
  await grid.press("ArrowDown");
  await expectPlace(page, "Name is at position 2 of 2.");
  await grid.press("Space");
  await builder.expectQuestions(["Stage", "Name"]);
  await expect(handle).toBeFocused();

  await grid.press("Tab");
  await expect(builder.question("Name")).toBeFocused();
  await grid.press("Enter", "Tab", "Tab");
  await expect(root.getByRole("textbox", { name: "Label" })).toBeFocused();
  await grid.type("Who?");
  await grid.press("Tab");
  await expect(builder.question("Who\\?")).toBeVisible();
  await grid.press("Tab", "Space");
  await expect(root.getByRole("switch", { name: "Required" })).toBeChecked();

  await root.getByRole("button", { name: "Add Size to the form" }).focus();
  await grid.press("Enter");
  await expect(root.getByRole("button", { name: "Add Signed to the form" })).toBeFocused();
  await expect(root.getByText("“Size” was added to the form.")).toBeAttached();
  await grid.press("Enter");
  await builder.expectStored(["Stage", "Name", "Size", "Signed"]);
  await expect(page.locator(":focus")).toHaveCount(1);

  await root.getByRole("button", { name: "Remove Stage from the form" }).focus();
  await grid.press("Enter");
  await expect(root.getByRole("button", { name: "Remove Who? from the form" })).toBeFocused();
  await builder.expectStored(["Name", "Size", "Signed"]);
  await expect.poll(() => builder.storedQuestion("Name")).toMatchObject({ label: "Who?", required: true });
});

test("the settings of a form are saved as they are entered", async ({ gridOf }) => {
  const builder = await builderOf(gridOf);
  const { page, root, preview } = builder;
  await builder.tab("Settings").click();
  await root.getByRole("textbox", { name: "Title" }).fill("Join us");
  await root.getByRole("textbox", { name: "Description" }).fill("It takes a minute.");
  await root.getByRole("textbox", { name: "Button" }).fill("");
  await expect(root.getByRole("textbox", { name: "Button" })).toHaveAccessibleDescription(
    "The button needs a text.",
  );
  await root.getByRole("textbox", { name: "Button" }).fill("Join");
  await root.getByRole("textbox", { name: "Message" }).fill("Welcome!");
  await expect(preview.getByRole("heading", { name: "Join us" })).toBeVisible();
  await expect(preview).toContainText("It takes a minute.");
  await expect(preview.getByRole("button", { name: "Join" })).toBeVisible();
  await expect
    .poll(() => builder.config())
    .toMatchObject({
      title: "Join us",
      description: "It takes a minute.",
      submitLabel: "Join",
      message: "Welcome!",
    });

  await choose(root.getByRole("combobox", { name: "Then" }), "Open a web page");
  const address = root.getByRole("textbox", { name: "Address of the page" });
  await address.fill("example.com");
  await expect(address).toHaveAccessibleDescription("Takes an address that begins with http:// or https://");
  await address.fill("https://example.com/thanks");
  await root.getByRole("spinbutton", { name: /^Maximum/ }).fill("0");
  await expect(root.getByRole("spinbutton", { name: /^Maximum/ })).toHaveAttribute("aria-invalid", "true");
  await root.getByRole("spinbutton", { name: /^Maximum/ }).fill("20");
  await root.getByLabel(/^Closes at/).fill("2020-01-31T09:30");
  await root.getByRole("switch", { name: "Open for submissions" }).focus();
  await expect(root).toContainText("The time of this form is over");
  await root.getByRole("switch", { name: "Open for submissions" }).click();
  await expect(root).toContainText("This form is closed");
  await expect
    .poll(() => builder.config())
    .toMatchObject({
      redirectUrl: "https://example.com/thanks",
      limit: 20,
      isOpen: false,
      closesAt: expect.stringMatching(/^2020-01-3\d/),
    });
  await choose(root.getByRole("combobox", { name: "Then" }), "Show a message");
  await root.getByRole("switch", { name: "Offer to fill in the form again" }).click();
  await expect.poll(() => builder.config()).toMatchObject({ redirectUrl: null, allowAnother: false });
  await expect(root).toContainText("Hiding protects nothing");
  await page.reload();
  await builder.tab("Settings").click();
  await expect(root.getByRole("textbox", { name: "Message" })).toHaveValue("Welcome!");
});

test("the preview checks answers, sends nothing and opens questions", async ({ gridOf }) => {
  const grid = await gridOf({
    fields: [...fields, { type: "linked_record", name: "Company", template: { tableId: "Companies" } }],
    others: {
      Companies: { fields: [{ type: "single_line_text", name: "Title" }], records: [{ Title: "Acme" }] },
    },
  });
  const { page } = grid;
  const linked = grid.table.fields.find(({ name }) => name === "Company")?.template.tableId as string;
  const { body } = await grid.api.get<typeof grid.table>(`/bases/${grid.base.id}/tables/${linked}`);
  const builder = await openBuilder(grid, {
    fields: [
      { fieldId: "Name", required: true },
      { fieldId: "Company", linkViewId: body.views[0]?.id as string },
    ],
  });
  const { preview, root } = builder;
  await preview.getByRole("button", { name: "Submit" }).click();
  await expect(preview.getByRole("textbox", { name: "Name" })).toHaveAccessibleDescription(
    "This question needs an answer.",
  );
  await preview.getByRole("textbox", { name: "Name" }).click();
  await page.keyboard.type("Ada");
  await expect(builder.question("Name")).toHaveAttribute("aria-expanded", "true");
  await preview.getByRole("combobox", { name: "Company" }).click();
  await page.getByRole("option", { name: "Acme" }).click();
  await page.keyboard.press("Escape");
  await expect(builder.question("Company")).toHaveAttribute("aria-expanded", "true");
  await expect(root.getByRole("combobox", { name: "Offer records of “Companies” in" })).toHaveText(
    "Grid view",
  );
  await preview.getByRole("button", { name: "Submit" }).click();
  await expect(page.getByText("This is a preview: nothing was sent")).toBeVisible();
  expect(grid.writes).toEqual([]);
});

test("changes of others arrive, and a text that two people change is told", async ({ gridOf, context }) => {
  const builder = await builderOf(gridOf);
  const { page, root } = builder;
  const other = await context.newPage();
  await other.goto(page.url());
  const theirs = other.getByRole("region", { name: builder.view.name });
  await expect(theirs.getByRole("form")).toBeVisible();
  await root.getByRole("button", { name: "Remove Size from the form" }).click();
  await expect(theirs.getByRole("button", { name: "Remove Size from the form" })).toHaveCount(0);
  await theirs.getByRole("button", { name: "Name", exact: true }).click();
  await theirs.getByRole("textbox", { name: "Label" }).fill("Full name");
  await theirs.getByRole("textbox", { name: "Label" }).blur();
  await expect(builder.question("Full name")).toBeVisible();

  await builder.open("Full name");
  const label = root.getByRole("textbox", { name: "Label" });
  await label.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(", ");
  await expect.poll(() => builder.storedQuestion("Name")).toMatchObject({ label: "Full name, " });
  await theirs.getByRole("textbox", { name: "Label" }).fill("First name");
  await theirs.getByRole("textbox", { name: "Label" }).blur();
  await expect(label).toHaveAccessibleDescription(/Someone else has changed this text/);
  await page.keyboard.type("please");
  await expect(theirs.getByRole("textbox", { name: "Label" })).toHaveValue("Full name, please");
  await other.close();
});

test("two people change different questions at the same moment", async ({ gridOf, context }) => {
  const builder = await builderOf(gridOf);
  const { page, root } = builder;
  const other = await context.newPage();
  await other.goto(page.url());
  const theirs = other.getByRole("region", { name: builder.view.name });
  await expect(theirs.getByRole("form")).toBeVisible();
  const isChange = (request: Request) => request.method() === "PATCH";
  const goOn = await Promise.all([page, other].map((each) => hold(each, /\/views\/v\w+$/, isChange)));
  const sent = [page, other].map((each) => each.waitForRequest(isChange));
  await root.getByRole("button", { name: "Remove Size from the form" }).click();
  await theirs.getByRole("button", { name: "Name", exact: true }).click();
  await theirs.getByRole("switch", { name: "Required" }).click();
  await Promise.all(sent);
  for (const go of goOn) go();
  await expect.poll(() => builder.storedQuestion("Name")).toMatchObject({ required: true });
  await expect.poll(() => builder.storedQuestion("Size")).toBeUndefined();
  await builder.expectQuestions(["Name", "Stage", "Signed"]);
  await other.close();
});

test("changes wait for the server, and a refused one is told while its text stays", async ({
  gridOf,
  context,
}) => {
  const builder = await builderOf(gridOf);
  const { page, root } = builder;
  await context.setOffline(true);
  await root.getByRole("button", { name: "Remove Size from the form" }).click();
  await expect(page.getByText("The view is not saved yet")).toBeVisible();
  await expectPreview(builder, ["Name", "Stage", "Signed"]);
  await context.setOffline(false);
  await builder.expectStored(["Name", "Stage", "Signed"]);

  await page.route("**/views/*", (route) =>
    route.request().method() === "PATCH"
      ? route.fulfill({ status: 403, json: { error: { code: "FORBIDDEN", message: "Not today." } } })
      : route.continue(),
  );
  await builder.tab("Settings").click();
  await root.getByRole("textbox", { name: "Title" }).fill("Join us");
  await expect(page.getByText("Not today.")).toBeVisible();
  await expect(root.getByRole("textbox", { name: "Title" })).toHaveValue("Join us");
  await page.unroute("**/views/*");
});

test("a deleted field leaves the form, and comes back by undo", async ({ gridOf }) => {
  const builder = await builderOf(gridOf);
  const { grid, page } = builder;
  const size = await builder.open("Size");
  await size.getByRole("textbox", { name: "Label" }).fill("How many?");
  await builder.question("How many\\?").focus();
  await expect.poll(() => builder.storedQuestion("Size")).toMatchObject({ label: "How many?" });
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/fields/${grid.fieldId("Size")}`;
  expect((await grid.api.call(path, { method: "DELETE" })).status).toBe(200);
  await builder.expectQuestions(["Name", "Stage", "Signed"]);
  await expectPreview(builder, ["Name", "Stage", "Signed"]);
  expect((await grid.api.post(`/bases/${grid.base.id}/undo`, {})).status).toBe(200);
  await builder.expectQuestions(["Name", "Stage", "How many", "Signed"]);
  await expect(page.locator("[data-question]")).toHaveCount(4);
});

test("those who may not change the form see its preview alone", async ({ gridOf, browser, baseURL }) => {
  const builder = await builderOf(gridOf);
  const { grid, page, root } = builder;
  const invitation = await invite(grid.api, { databases: [{ databaseId: grid.base.id, role: "viewer" }] });
  const { cookie } = await accept(grid.api, invitation);
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: baseURL as string }]);
  const viewer: Page = await context.newPage();
  await viewer.goto(page.url());
  const shown = viewer.getByRole("region", { name: builder.view.name });
  await expect(shown).toContainText("You can't change this form");
  await expect(shown.getByRole("form").locator("[data-question]")).toHaveCount(4);
  await expect(shown.getByRole("tab")).toHaveCount(0);
  await expect(viewer.getByText("Only for you")).toHaveCount(0);
  await context.close();

  const { status } = await grid.api.patch(
    `/bases/${grid.base.id}/tables/${grid.table.id}/views/${builder.view.id}`,
    {
      config: { isLocked: true },
    },
  );
  expect(status).toBe(200);
  await expect(root).toContainText("This form is locked. Unlock it under “Views” to change it.");
  await expect(root.getByRole("tab")).toHaveCount(0);
});

test("the dialog for sharing is about filling in", async ({ gridOf }) => {
  const builder = await builderOf(gridOf);
  const { page, root } = builder;
  await root.getByRole("button", { name: "Share form" }).click();
  const dialog = page.getByRole("dialog", { name: "Share this form" });
  await expect(dialog).toContainText("Anyone with a link can fill in “Sign up”, without an account.");
  await expect(dialog).toContainText("Nothing of the table can be read through it");
  await dialog.getByRole("button", { name: "New link" }).click();
  await expect(dialog.getByRole("checkbox")).toHaveCount(2);
  await dialog.getByRole("checkbox", { name: "Fill it in inside other websites" }).click();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByRole("region", { name: "New link" })).toBeVisible();
  await expect(dialog).toContainText("Visitors may fill it in inside other websites.");
  expect(await violations(page)).toEqual([]);

  // A link never shows records, whatever becomes of the form.
  const { grid, view } = builder;
  const path = `/bases/${grid.base.id}/tables/${grid.table.id}/views/${view.id}`;
  expect((await grid.api.patch(path, { type: "grid" })).status).toBe(200);
  await expect(page.getByRole("dialog", { name: "Share this database" })).toContainText(
    "This link was made for a form. It doesn't work while the view is none.",
  );
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 375, height: 740 } });

  test("a form has a tab to build it and one with its preview", async ({ gridOf }) => {
    const builder = await builderOf(gridOf);
    const { page, root } = builder;
    await expect(builder.preview).toBeHidden();
    await (await builder.open("Stage")).getByRole("switch", { name: "Required" }).click();
    expect(await violations(page)).toEqual([]);
    await builder.tab("Preview").click();
    await expect(builder.preview.locator("[data-question]")).toHaveCount(4);
    await expect(builder.preview.getByRole("combobox", { name: "Stage" })).toHaveAttribute(
      "aria-required",
      "true",
    );
    expect(await violations(page)).toEqual([]);
    expect(await root.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });
});

test("the builder is accessible in both themes", async ({ gridOf }) => {
  const builder = await builderOf(gridOf);
  const { page } = builder;
  const size = await builder.open("Size");
  await size.getByRole("button", { name: "Add condition" }).click();
  expect(await violations(page)).toEqual([]);
  await builder.tab("Settings").click();
  await choose(builder.root.getByRole("combobox", { name: "Then" }), "Open a web page");
  expect(await violations(page)).toEqual([]);
});
