import { randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Attachment } from "../../lib/contract/attachments";
import { violations } from "../axe";
import { dragByTouch } from "../cards-page";
import { type GalleryPage, openGallery } from "../gallery-page";
import { expect, type GridPage, messages, test } from "../grid-page";
import { accept, invite, newAccount } from "../people";
import { main } from "../rounds";
import { choose, openPanel, storedView } from "../toolbar-page";

// Room for four columns.
test.use({ viewport: { width: 1_100, height: 720 } });

const fields = [
  { type: "single_line_text", name: "Name" },
  { type: "number", name: "Size", template: { decimalPlaces: 0 } },
  { type: "checkbox", name: "Signed" },
  { type: "attachments", name: "Pictures" },
];
const names = ["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn"];
const records = names.map((Name, index) => ({ Name, Size: index + 1, Signed: index === 0 }));

async function galleryOf(gridOf: (source: object) => Promise<GridPage>, config = {}) {
  const gallery = await openGallery(await gridOf({ fields, records }), config);
  await gallery.expectCards(names);
  return gallery;
}

/** A picture with many different pixels, so that its thumbnails are smaller. */
function picture(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: "teal" } })
    .png()
    .toBuffer();
}

/** The changes of records that the page has sent. */
function recordWrites({ grid }: GalleryPage): string[] {
  return grid.writes.filter((write) => !/^\w+ (v\w{10}|presence)$/.test(write));
}

test("records are cards of equal size in lines, with their filled fields", main, async ({ gridOf }) => {
  const gallery = await galleryOf(gridOf);
  const { grid } = gallery.grid;
  await expect(grid).toHaveAttribute("aria-rowcount", "2");
  await expect(grid).toHaveAttribute("aria-colcount", "4");
  await expect(grid.getByRole("row")).toHaveCount(2);
  await expect(gallery.cell("Eve")).toHaveAttribute("aria-colindex", "1");
  await expect(gallery.cell("Ada").getByRole("term")).toHaveText(["Size", "Signed"]);
  await expect(gallery.cell("Bob").getByRole("term")).toHaveText(["Size"]);
  const boxes = await Promise.all(names.map((name) => gallery.cell(name).boundingBox()));
  expect(new Set(boxes.map((box) => `${box?.width} ${box?.height}`)).size).toBe(1);
  await expect(gallery.region.getByText("6 records", { exact: true })).toBeVisible();
  await expect(gallery.region.getByRole("img")).toHaveCount(0);
});

test("a picture uploaded to a record is its cover, small or large as the card needs", async ({ gridOf }) => {
  const gallery = await galleryOf(gridOf);
  const { grid, page } = gallery;
  const panel = await openPanel(grid, "Cards");
  await choose(panel.getByRole("combobox", { name: "Cover picture" }), "Pictures");
  await choose(panel.getByRole("combobox", { name: "Card size" }), "Small");
  await choose(panel.getByRole("combobox", { name: "Fit" }), "Show whole picture");
  const coverFieldId = grid.fieldId("Pictures");
  await expect
    .poll(async () => (await storedView(grid, "Gallery")).config)
    .toMatchObject({ coverFieldId, coverFit: "fit", cardSize: "small" });
  await page.keyboard.press("Escape");
  await expect(grid.grid).toHaveAttribute("aria-colcount", "6");

  await gallery.card("Bob").click();
  const record = grid.record("Bob");
  await record.getByRole("button", { name: "Edit Pictures" }).click();
  await record.locator("input[type=file]").setInputFiles([
    { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("hello") },
    { name: "wide.png", mimeType: "image/png", buffer: await picture(1_600, 900) },
  ]);
  await expect(record.getByRole("button", { name: "Remove wide.png" })).toBeVisible();
  await page.keyboard.press("Enter");
  await record.getByRole("button", { name: "Close record" }).click();
  const cover = gallery.cell("Bob").getByRole("img", { name: "wide.png" });
  await expect(cover).toBeVisible();
  const shown = () =>
    cover.evaluate((image: HTMLImageElement) => ({
      size: new URL(image.currentSrc || location.href).searchParams.get("thumbnail"),
      isLoaded: image.complete && image.naturalWidth > 0,
    }));
  await expect.poll(shown).toEqual({ size: "small", isLoaded: true });
  await expect(cover).toHaveAttribute("loading", "lazy");
  await gallery.changeView({ cardSize: "large" });
  await expect(grid.grid).toHaveAttribute("aria-colcount", "3");
  await expect.poll(shown).toEqual({ size: "large", isLoaded: true });
  const heights = await Promise.all(
    ["Ada", "Bob"].map(async (name) => (await gallery.cell(name).boundingBox())?.height),
  );
  expect(heights[0]).toBe(heights[1]);

  await gallery.changeView({ hiddenFieldIds: [coverFieldId] });
  await page.reload();
  await expect(cover).toBeVisible();
});

test("a card is opened, selected and deleted with the mouse, and one undo brings it back", async ({
  gridOf,
}) => {
  const gallery = await galleryOf(gridOf);
  const { grid, page } = gallery;
  await gallery.card("Cleo").click();
  await expect(grid.record("Cleo")).toBeVisible();
  await expect(grid.record("Cleo")).toContainText("3 of 6");
  await grid.record("Cleo").getByRole("button", { name: "Next record" }).click();
  await expect(grid.record("Dan")).toBeVisible();
  await page.getByRole("button", { name: "Close record" }).click();

  await gallery.card("Bob").click({ modifiers: ["ControlOrMeta"] });
  await gallery.card("Dan").click({ modifiers: ["Shift"] });
  await expect(gallery.cell("Cleo")).toHaveAttribute("aria-selected", "true");
  await expect(gallery.region.getByText("6 records · 3 selected")).toBeVisible();
  await gallery.card("Cleo").click({ modifiers: ["ControlOrMeta"] });
  await expect(gallery.announcement).toHaveText("2 records selected");

  await gallery.card("Dan").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Delete records" }).click();
  await gallery.expectCards(["Ada", "Cleo", "Eve", "Finn"]);
  await messages(page).getByRole("button", { name: "Undo" }).click();
  await gallery.expectCards(names);

  await gallery.card("Ada").hover();
  await gallery.cell("Ada").getByRole("button", { name: "Options for Ada" }).click();
  await page.getByRole("menuitem", { name: "Duplicate record" }).click();
  await gallery.expectCards(["Ada", "Ada", "Bob", "Cleo", "Dan", "Eve", "Finn"]);
});

test("everything works by keys alone, with announcements", async ({ gridOf }) => {
  const gallery = await galleryOf(gridOf);
  const { grid, page, announcement } = gallery;
  await page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: "Share" }).focus();
  await grid.press("Tab");
  await expect(gallery.card("Ada")).toBeFocused();
  await grid.press("ArrowRight", "ArrowDown");
  await expect(gallery.card("Finn")).toBeFocused();
  await grid.press("Home");
  await expect(gallery.card("Eve")).toBeFocused();
  await grid.press("Control+Home", "End");
  await expect(gallery.card("Dan")).toBeFocused();
  await grid.press("ArrowRight");
  await expect(gallery.card("Eve")).toBeFocused();
  await grid.press("Control+End");
  await expect(gallery.card("Finn")).toBeFocused();
  await grid.press("Enter");
  await expect(grid.record("Finn")).toBeFocused();
  await page.getByRole("button", { name: "Close record" }).press("Enter");
  await expect(gallery.card("Finn")).toBeFocused();

  await grid.press("Control+ArrowUp");
  await expect(announcement).toHaveText("Moved Finn, 2 of 6");
  await gallery.expectCards(["Ada", "Finn", "Bob", "Cleo", "Dan", "Eve"]);
  await expect(gallery.card("Finn")).toBeFocused();
  await gallery.expectStoredOrder(["Ada", "Finn", "Bob", "Cleo", "Dan", "Eve"]);
  await grid.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowLeft");
  await expect(announcement).toHaveText("2 records selected");
  await expect(gallery.cell("Bob")).toHaveAttribute("aria-selected", "true");
  await expect(gallery.cell("Cleo")).toHaveAttribute("aria-selected", "false");
  await grid.press("Control+ArrowRight");
  await expect(announcement).toHaveText("Moved 2 records, 3 of 6");
  await gallery.expectStoredOrder(["Ada", "Cleo", "Finn", "Bob", "Dan", "Eve"]);
  await grid.press("Control+z");
  await gallery.expectCards(["Ada", "Finn", "Bob", "Cleo", "Dan", "Eve"]);
  await grid.press("Escape");
  await expect(grid.grid.locator("[aria-selected=true]")).toHaveCount(0);

  const before = recordWrites(gallery).length;
  await grid.press("ArrowLeft");
  await expect(gallery.card("Finn")).toBeFocused();
  await grid.press("Space");
  await expect(announcement).toHaveText(/^Picked up Finn, 2 of 6\. Use the arrow keys/);
  await expect(gallery.card("Finn")).toHaveAccessibleDescription("Picked up");
  await grid.press("ArrowDown");
  await expect(announcement).toHaveText("Finn, 6 of 6.");
  await gallery.expectCards(["Ada", "Bob", "Cleo", "Dan", "Eve", "Finn"]);
  await grid.press("Escape");
  await expect(announcement).toHaveText("Finn is back, 2 of 6");
  await gallery.expectCards(["Ada", "Finn", "Bob", "Cleo", "Dan", "Eve"]);
  await expect(gallery.card("Finn")).toBeFocused();
  expect(recordWrites(gallery)).toHaveLength(before);
  await grid.press("Space", "ArrowRight", "Enter");
  await expect(announcement).toHaveText("Moved Finn, 3 of 6");
  await gallery.expectStoredOrder(["Ada", "Bob", "Finn", "Cleo", "Dan", "Eve"]);
  await expect(gallery.card("Finn")).toBeFocused();
  await grid.press("Control+z");
  await gallery.expectCards(["Ada", "Finn", "Bob", "Cleo", "Dan", "Eve"]);
  await gallery.card("Bob").focus();

  await grid.press("Shift+F10");
  await grid.chooseByKeys("Delete record");
  await gallery.expectCards(["Ada", "Finn", "Cleo", "Dan", "Eve"]);
  await expect(gallery.card("Cleo")).toBeFocused();

  await grid.press("Shift+Enter");
  await expect(page.getByRole("textbox", { name: "Name of the new record" })).toBeFocused();
  await grid.type("Gil");
  await grid.press("Enter");
  await expect(announcement).toHaveText("Added Gil");
  await grid.type("Hal");
  await grid.press("Enter");
  await gallery.expectCards(["Ada", "Finn", "Cleo", "Dan", "Eve", "Gil", "Hal"]);
  await grid.press("Escape");
  await expect(grid.grid.getByRole("button", { name: "New record" })).toBeFocused();
  await grid.press("ArrowLeft");
  await expect(gallery.card("Hal")).toBeFocused();

  await grid.press("Control+k");
  await grid.type("move records back");
  await page.getByRole("option", { name: "Move records back" }).click();
  await expect(announcement).toHaveText("Moved Hal, 6 of 7");
  await expect(gallery.card("Hal")).toBeFocused();
});

test("a card is dragged to another place, unless the view is sorted", async ({ gridOf }) => {
  const gallery = await galleryOf(gridOf);
  const { page } = gallery;
  await gallery.drag(gallery.card("Ada"), gallery.cell("Finn"));
  await gallery.expectCards(["Bob", "Cleo", "Dan", "Eve", "Finn", "Ada"]);
  await gallery.expectStoredOrder(["Bob", "Cleo", "Dan", "Eve", "Finn", "Ada"]);
  expect(recordWrites(gallery)).toEqual(["POST move"]);
  await expect(gallery.announcement).toHaveText("Moved Ada, 6 of 6");

  await gallery.card("Bob").click({ modifiers: ["ControlOrMeta"] });
  await gallery.card("Dan").click({ modifiers: ["ControlOrMeta"] });
  await gallery.drag(gallery.card("Dan"), gallery.cell("Finn"));
  await gallery.expectStoredOrder(["Cleo", "Eve", "Finn", "Bob", "Dan", "Ada"]);
  await gallery.changeView({ sorts: [{ fieldId: gallery.grid.fieldId("Name"), direction: "asc" }] });
  await gallery.expectCards(names);
  await gallery.drag(gallery.card("Ada"), gallery.cell("Finn"));
  await expect(page.getByText("Cards can't be moved here").first()).toBeVisible();
  await gallery.expectCards(names);
});

test("changes of others arrive, and the card that another person is at is outlined", async ({ gridOf }) => {
  const gallery = await galleryOf(gridOf);
  const { grid } = gallery;
  await gallery.card("Dan").focus();
  const id = (name: string) => gallery.card(name).getAttribute("data-card");
  const bob = await id("Bob");
  await grid.api.patch(gallery.path(`/records/${bob}`), { record: { Name: "Robert", Size: 70 } });
  await expect(gallery.card("Robert")).toBeVisible();
  await expect(gallery.cell("Robert")).toContainText("70");
  await grid.api.call(gallery.path(`/records/${await id("Ada")}`), { method: "DELETE" });
  await gallery.expectCards(["Robert", "Cleo", "Dan", "Eve", "Finn"]);
  await expect(gallery.card("Dan")).toBeFocused();

  const invitation = await invite(grid.api, { databases: [{ databaseId: grid.base.id, role: "editor" }] });
  const grace = await accept(grid.api, invitation, { ...newAccount(), name: "Grace Hopper" });
  const cell = { recordId: await id("Cleo"), fieldId: grid.fieldId("Name") };
  const { status } = await grace.api.call(`/bases/${grid.base.id}/presence`, {
    method: "PUT",
    body: { pageId: randomUUID(), at: { tableId: grid.table.id, cell } },
  });
  expect(status).toBe(200);
  await expect(gallery.cell("Cleo").locator("[data-person-card]")).toHaveText("GH");
  await expect(gallery.region.locator("[data-person-card]")).toHaveCount(1);
});

test("10,000 records load as they are scrolled, and keys reach the last card", async ({ gridOf }) => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({ Name: `Card ${index}`, Size: index }));
  const gallery = await openGallery(await gridOf({ fields, records: many }));
  const { grid, page } = gallery;
  await expect(grid.grid).toHaveAttribute("aria-rowcount", "2501");
  await gallery.card("Card 0").focus();
  await grid.press("Control+End");
  await expect(gallery.card("Card 9999")).toBeFocused();
  await expect(gallery.card("Card 9999")).toBeInViewport();
  await grid.press("PageUp");
  await expect(gallery.card("Card 9999")).not.toBeFocused();
  expect(await gallery.cards.count()).toBeLessThan(80);

  const scroller = grid.grid.locator("xpath=../..");
  const middle = await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight / 2;
    return element.scrollHeight / 2;
  });
  const line = Math.floor(middle / ((await scroller.evaluate((element) => element.scrollHeight)) / 2501));
  await expect(gallery.card(`Card ${line * 4}`)).toBeVisible();
  // The focused card is still there, though it is far from view.
  const focused = await grid.grid.locator("[data-place][tabindex='0']").textContent();
  await grid.press("Enter");
  await expect(grid.record(focused ?? "")).toBeVisible();
  await page.getByRole("button", { name: "Close record" }).click();
  await page.keyboard.press("Control+f");
  await page.keyboard.type("Card 7777");
  await gallery.expectCards(["Card 7777"]);
});

test("own settings, search and filter work as in other views", async ({ gridOf }) => {
  const gallery = await galleryOf(gridOf);
  const { page } = gallery;
  await page.keyboard.press("Control+f");
  await page.keyboard.type("a");
  await gallery.expectCards(["Ada", "Dan"]);
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 of 2", { exact: true })).toBeVisible();
  await expect(gallery.card("Ada")).toHaveAttribute("tabindex", "0");
  await page.keyboard.type("xyz");
  await expect(gallery.region.getByText("No matching records")).toBeVisible();
});

test("visitors of a shared link see the cards and change nothing", async ({ gridOf, browser }) => {
  const gallery = await galleryOf(gridOf);
  const { grid } = gallery;
  const { status, body } = await grid.api.post<{ url: string }>(`/bases/${grid.base.id}/shares`, {
    viewId: gallery.view.id,
  });
  expect(status).toBe(201);
  const visitor = await browser.newPage();
  await visitor.goto(new URL(new URL(body.url).pathname, grid.page.url()).href);
  const cards = visitor.getByRole("grid").getByRole("link");
  await expect(cards).toHaveText(names);
  await expect(visitor.getByRole("button", { name: /^New record|^Options for/ })).toHaveCount(0);
  await cards.first().focus();
  await visitor.keyboard.press("Control+ArrowRight");
  await visitor.keyboard.press("Delete");
  await visitor.keyboard.press("ArrowRight");
  await expect(cards.nth(1)).toBeFocused();
  await visitor.keyboard.press("Enter");
  await expect(visitor.getByRole("complementary", { name: "Bob" })).toBeVisible();
  await expect(cards).toHaveText(names);
  await visitor.close();
});

test("records that cannot be loaded are reported, and tried again", async ({ gridOf }) => {
  const many = Array.from({ length: 600 }, (_, index) => ({ Name: `Card ${index}` }));
  const gallery = await openGallery(await gridOf({ fields, records: many }));
  const { grid, page } = gallery;
  await expect(gallery.region.getByText("600 records", { exact: true })).toBeVisible();
  await gallery.card("Card 0").focus();
  await page.route("**/records/list", (route) =>
    route.fulfill({ status: 400, json: { error: { code: "BAD_REQUEST", message: "No." } } }),
  );
  await grid.press("Control+End");
  await expect(gallery.region.getByText("The records could not be loaded.")).toBeVisible();
  await page.unroute("**/records/list");
  await gallery.region.getByRole("button", { name: "Try again" }).click();
  await expect(gallery.card("Card 599")).toBeVisible();
});

test.describe("accessibility", () => {
  test("axe finds nothing in a gallery, in both themes", async ({ gridOf, apiKey }) => {
    const gallery = await galleryOf(gridOf);
    const { grid, page } = gallery;
    const upload = await page.request.post(`/api/v1/bases/${grid.base.id}/attachments?filename=a.png`, {
      data: await picture(400, 300),
      headers: { Authorization: `Bearer ${apiKey}`, "Content-Type": "image/png" },
    });
    const file = (await upload.json()) as Attachment;
    const id = await gallery.card("Ada").getAttribute("data-card");
    await grid.api.patch(gallery.path(`/records/${id}`), { record: { Pictures: [file] } });
    await gallery.changeView({ coverFieldId: grid.fieldId("Pictures") });
    await expect(gallery.cell("Ada").getByRole("img", { name: "a.png" })).toBeVisible();
    await gallery.card("Bob").click({ modifiers: ["ControlOrMeta"] });
    expect(await violations(page)).toEqual([]);
  });
});

test.describe("on a phone", () => {
  test.use({
    viewport: { width: 375, height: 720 },
    hasTouch: true,
  });

  test("cards fill one or two columns, open by a tap and are dragged by a finger that rests", async ({
    gridOf,
  }) => {
    const gallery = await galleryOf(gridOf, { cardSize: "small" });
    const { grid, page } = gallery;
    await expect(grid.grid).toHaveAttribute("aria-colcount", "2");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    expect(await violations(page)).toEqual([]);
    const from = await gallery.cell("Ada").boundingBox();
    const to = await gallery.cell("Dan").boundingBox();
    if (!from || !to) throw new Error("The cards are not visible");
    await dragByTouch(page, {
      from: { x: from.x + 40, y: from.y + 20 },
      to: { x: to.x + 40, y: to.y + 20 },
    });
    await gallery.expectCards(["Bob", "Cleo", "Dan", "Ada", "Eve", "Finn"]);
    await gallery.expectStoredOrder(["Bob", "Cleo", "Dan", "Ada", "Eve", "Finn"]);
    await gallery.changeView({ cardSize: "medium" });
    await expect(grid.grid).toHaveAttribute("aria-colcount", "1");
    await gallery.card("Bob").click();
    await expect(grid.record("Bob")).toBeVisible();
  });
});
