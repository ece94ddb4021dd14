/** People who have the same database open: avatars in the toolbar, and outlines around the cells they have selected. */
import { randomUUID } from "node:crypto";
import type { Browser, Locator, Page } from "playwright/test";
import type { Base } from "../../lib/contract/bases";
import type { Table } from "../../lib/contract/tables";
import { ApiClient } from "../api-client";
import { violations } from "../axe";
import { expect, test as server } from "../fixtures";
import { GridPage } from "../grid-page";
import { type Account, accept, invite, newAccount } from "../people";
import { takeFromMenu } from "../toolbar-page";

interface Shared {
  readonly api: ApiClient;
  readonly base: Base;
  /** A table of a hundred records, and an empty one. */
  readonly deals: Table;
  readonly people: Table;
  /** The ids of the records of the first table. */
  readonly recordIds: readonly string[];
}

interface Fixtures {
  shared: Shared;
  /** Creates an editor of the database. */
  editor: (name: string) => Promise<Account>;
  /** Opens a table in a browser of its own. */
  open: (account: Account, table?: Table) => Promise<GridPage>;
}

const test = server.extend<Fixtures>({
  shared: async ({ baseURL, apiKey }, use) => {
    const api = new ApiClient(baseURL as string, apiKey);
    const { body: base } = await api.post<Base>("/bases", {
      name: "Shared",
      tables: [
        {
          name: "Deals",
          fields: [
            { type: "single_line_text", name: "Name" },
            { type: "number", name: "Price" },
            { type: "long_text", name: "Notes" },
          ],
        },
        { name: "People", fields: [{ type: "single_line_text", name: "Name" }] },
      ],
    });
    const [deals, people] = base.tables as [Table, Table];
    const records = Array.from({ length: 100 }, (_, index) => ({
      Name: `Deal ${index + 1}`,
      Price: index * 10,
    }));
    const { body } = await api.post(`/bases/${base.id}/tables/Deals/records/bulk`, { records });
    await use({ api, base, deals, people, recordIds: body.records.map(({ id }: { id: string }) => id) });
  },
  editor: async ({ shared: { api, base } }, use) => {
    await use(async (name) => {
      const invitation = await invite(api, { databases: [{ databaseId: base.id, role: "editor" }] });
      return accept(api, invitation, { ...newAccount(), name });
    });
  },
  open: async ({ browser, baseURL, shared }, use) => {
    const pages: Page[] = [];
    await use(async (account, table = shared.deals) => {
      const page = await pageOf(browser, account, baseURL as string);
      pages.push(page);
      const grid = new GridPage(page, account.api, shared.base, table);
      await grid.open();
      return grid;
    });
    for (const page of pages) await page.context().close();
  },
});

/** A page in a browser of its own, signed in. */
async function pageOf(browser: Browser, { cookie }: Account, baseURL: string): Promise<Page> {
  const [name = "", value = ""] = cookie.split("=");
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 1280, height: 640 },
    colorScheme: "light",
  });
  await context.addCookies([{ name, value, url: baseURL }]);
  return context.newPage();
}

/** The button with the avatars. */
function peopleHere({ page }: GridPage, names: string): Locator {
  return page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: `People here: ${names}` });
}

/** Waits until a button shows these initials and numbers. */
async function expectAvatars(button: Locator, text: string): Promise<void> {
  await expect(button.locator("> [aria-hidden]")).toHaveText(text, { useInnerText: true });
}

/** The outline around the cell of another person. */
function outlineOf({ page }: GridPage, { person }: Account): Locator {
  return page.locator(`[data-person-cell="${person.id}"]`);
}

/** Waits until the outline of a person is around a cell. */
async function expectOutline(
  grid: GridPage,
  account: Account,
  [row, field]: [number, string],
): Promise<void> {
  await expect(outlineOf(grid, account)).toHaveCount(1);
  await expect
    .poll(async () => {
      const [outline, cell] = await Promise.all([
        outlineOf(grid, account).boundingBox(),
        grid.cell(row, field).boundingBox(),
      ]);
      return outline && cell ? [outline.x - cell.x, outline.y - cell.y, outline.width - cell.width] : null;
    })
    .toEqual([0, 0, 0]);
}

/** Reports a cell like an open page. */
async function report({ api }: Account, { base, deals }: Shared, fieldName = "Name", recordId?: string) {
  const field = deals.fields.find(({ name }) => name === fieldName);
  const at = {
    tableId: deals.id,
    cell: recordId ? { recordId, fieldId: field?.id } : null,
  };
  const body = { pageId: randomUUID(), at };
  expect((await api.call(`/bases/${base.id}/presence`, { method: "PUT", body })).status).toBe(200);
}

test("each sees who is here and the other's cell, until they leave", async ({ editor, open }) => {
  const [ada, grace] = [await editor("Ada Lovelace"), await editor("Grace Hopper")];
  const adas = await open(ada);
  await expect(adas.page.getByRole("button", { name: /^People here/ })).toHaveCount(0);
  // Selected before anybody else is there.
  await adas.select(2, "Price");
  const graces = await open(grace);
  await expectAvatars(peopleHere(adas, "Grace Hopper"), "GH");
  await expectAvatars(peopleHere(graces, "Ada Lovelace"), "AL");
  await expectOutline(graces, ada, [2, "Price"]);
  await expect(outlineOf(graces, ada)).toHaveText("AL");
  await expect(outlineOf(adas, grace)).toHaveCount(0);

  await graces.select(4, "Name");
  await expectOutline(adas, grace, [4, "Name"]);
  const tree = await adas.page.locator("body").ariaSnapshot();
  await graces.press("ArrowDown");
  await expectOutline(adas, grace, [5, "Name"]);
  // Neither the focus moves nor anything that is read aloud.
  await adas.expectFocus(2, "Price");
  expect(await adas.page.locator("body").ariaSnapshot()).toBe(tree);
  await adas.press("ArrowRight");
  await expectOutline(graces, ada, [2, "Notes"]);

  // Scrolled out of view, and back.
  await graces.press("Control+End");
  await expect(graces.cell(100, "Notes")).toBeFocused();
  await expect(outlineOf(adas, grace)).toHaveCount(0);
  await expect(outlineOf(graces, ada)).toHaveCount(0);
  await graces.press("Control+Home");
  await expectOutline(adas, grace, [1, "Name"]);

  await graces.page.goto("/");
  await expect(adas.page.getByRole("button", { name: /^People here/ })).toHaveCount(0);
  await expect(outlineOf(adas, grace)).toHaveCount(0);
});

test("a closed browser leaves, and a second tab of one's own is nobody else", async ({ editor, open }) => {
  const [ada, grace] = [await editor("Ada Lovelace"), await editor("Grace Hopper")];
  const adas = await open(ada);
  const second = new GridPage(await adas.page.context().newPage(), ada.api, adas.base, adas.table);
  await second.open();
  const graces = await open(grace);
  for (const each of [adas, second]) await expect(peopleHere(each, "Grace Hopper")).toBeVisible();
  await second.select(3, "Name");
  await expectOutline(graces, ada, [3, "Name"]);
  await expectAvatars(peopleHere(graces, "Ada Lovelace"), "AL");
  await second.page.close();
  await adas.select(1, "Notes");
  await expectOutline(graces, ada, [1, "Notes"]);
  await graces.page.close({ runBeforeUnload: true });
  await expect(adas.page.getByRole("button", { name: /^People here/ })).toHaveCount(0);
});

test("the menu of people leads to their cells, also in other tables", async ({ editor, open, shared }) => {
  const [ada, grace, alan] = [
    await editor("Ada Lovelace"),
    await editor("Grace Hopper"),
    await editor("Alan Turing"),
  ];
  const adas = await open(ada);
  await report(grace, shared, "Price", shared.recordIds[79]);
  await peopleHere(adas, "Grace Hopper").click();
  await adas.page.getByRole("menuitem", { name: "Grace Hopper, in Deals: Price" }).click();
  await adas.expectFocus(80, "Price");
  await expectOutline(adas, grace, [80, "Price"]);

  // A field that the view hides: the record has it.
  await takeFromMenu(adas, "Price", "Hide");
  await expect(outlineOf(adas, grace)).toHaveCount(0);
  await peopleHere(adas, "Grace Hopper").click();
  await adas.page.getByRole("menuitem", { name: "Grace Hopper, in Deals: Price" }).click();
  await expect(adas.record("Deal 80")).toBeVisible();

  const alans = await open(alan, shared.people);
  await peopleHere(adas, "Alan Turing and Grace Hopper").click();
  await adas.page.getByRole("menuitem", { name: "Alan Turing, in People" }).click();
  await expect(adas.page.getByRole("region", { name: "People", exact: true })).toBeVisible();
  await peopleHere(alans, "Ada Lovelace and Grace Hopper").click();
  const here = alans.page.getByRole("menuitem", { name: "Ada Lovelace, in People" });
  // Nothing else to show.
  await expect(here).toHaveAttribute("aria-disabled", "true");
});

test("many people fold into a number, and the page stays accessible", async ({ editor, open, shared }) => {
  const names = [
    "Ada Lovelace",
    "Alan Turing",
    "Barbara Liskov",
    "Donald Knuth",
    "Edsger Dijkstra",
    "Grace Hopper",
  ];
  const accounts: Account[] = [];
  for (const name of names) accounts.push(await editor(name));
  const me = await open(await editor("Me Myself"));
  const { page } = me;
  await me.select(4, "Notes");
  for (const [index, account] of accounts.entries()) {
    await report(account, shared, ["Name", "Price"][index % 2], shared.recordIds[index]);
  }
  const all = peopleHere(me, new Intl.ListFormat("en").format(names));
  await expectAvatars(all, "AL AT BL DK +2");
  await expectOutline(me, accounts[0] as Account, [1, "Name"]);
  expect(await violations(page)).toEqual([]);
  await all.click();
  await expect(page.getByRole("menuitem")).toHaveCount(6);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(all).toBeFocused();

  await page.setViewportSize({ width: 375, height: 700 });
  await expect(me.cards).toBeVisible();
  await expectAvatars(all, "AL 6");
  await expect(all).toBeInViewport({ ratio: 1 });
  expect(await violations(page)).toEqual([]);
  await all.click();
  await page.getByRole("menuitem", { name: "Ada Lovelace, in Deals: Name" }).click();
  await expect(me.record("Deal 1")).toBeVisible();
});

test("visitors of a link are a number beside the people", async ({ editor, open, shared, browser }) => {
  const { body: share } = await shared.api.post(`/bases/${shared.base.id}/shares`, {
    viewId: shared.deals.views[0]?.id,
  });
  const me = await open(await editor("Me Myself"));
  const visitor = await (await browser.newContext()).newPage();
  await visitor.goto(share.url);
  await expect(visitor.getByText("Deal 1", { exact: true }).first()).toBeVisible();
  await expectAvatars(peopleHere(me, "1 visitor"), "1");
  await report(await editor("Ada Lovelace"), shared);
  const all = peopleHere(me, "Ada Lovelace and 1 visitor");
  await expectAvatars(all, "AL 1");
  await all.click();
  await expect(me.page.getByRole("menu")).toContainText("1 visitor of shared links");
  expect(await violations(me.page)).toEqual([]);
  await me.page.keyboard.press("Escape");
  await visitor.goto("about:blank");
  await expectAvatars(peopleHere(me, "Ada Lovelace"), "AL");
  await visitor.context().close();
});
