import type { Download, Locator, Page, Request } from "playwright/test";
import { partsLoadedMarks } from "../components/ui/loadable";
import type { Base } from "../lib/contract/bases";
import type { RecordPage } from "../lib/contract/lists";
import type { Table } from "../lib/contract/tables";
import { ApiClient } from "./api-client";
import { expect, test as server } from "./fixtures";
import { hold } from "./hold";
import { enter, signIn, type Tab, Tabs } from "./shared-tab";

export { expect, signIn };

/** A page object of a table's grid. Finds everything by role. Rows count from 1. */
export class GridPage {
  /** The bodies of the page's PATCH requests so far, without what they expect of the cells. */
  readonly patches: unknown[] = [];
  /** The page's write requests so far, such as `PUT bulk`. */
  readonly writes: string[] = [];

  constructor(
    readonly page: Page,
    readonly api: ApiClient,
    readonly base: Base,
    readonly table: Table,
  ) {
    page.on("request", (request: Request) => {
      if (request.method() === "PATCH") {
        const { expected: _, ...written } = request.postDataJSON();
        this.patches.push(written);
      }
      const { pathname } = new URL(request.url());
      const isRead = request.method() === "GET" || /\/(list|aggregate|presence)$/.test(pathname);
      if (pathname.startsWith("/api/v1/bases/") && !isRead) {
        this.writes.push(`${request.method()} ${pathname.split("/").at(-1)}`);
      }
    });
  }

  get grid(): Locator {
    const named = { name: this.table.name, exact: true };
    // A grouped grid has the role treegrid.
    return this.page.getByRole("grid", named).or(this.page.getByRole("treegrid", named));
  }

  /** The cards that replace the grid on a phone. */
  get cards(): Locator {
    return this.page.getByRole("list", { name: this.table.name, exact: true });
  }

  /** The record panel, which has the record's name. */
  record(name: string): Locator {
    return this.page.getByRole("complementary", { name, exact: true });
  }

  row(row: number): Locator {
    // Not `aria-rowindex`, which includes group headers.
    return this.grid.locator(`[role=row][data-row="${row - 1}"]`);
  }

  cell(row: number, fieldName: string): Locator {
    return this.row(row).locator(`[role=gridcell][aria-colindex="${this.columnIndexOf(fieldName)}"]`);
  }

  /** The open editor of a cell, which has the field's name. */
  editor(row: number, fieldName: string): Locator {
    return this.cell(row, fieldName).locator("input, textarea").and(this.page.getByLabel(fieldName));
  }

  /** The column's `aria-colindex`; the first column has the row numbers. */
  columnIndexOf(fieldName: string): number {
    return this.table.fields.findIndex(({ name }) => name === fieldName) + 2;
  }

  fieldId(fieldName: string): string {
    const field = this.table.fields.find(({ name }) => name === fieldName);
    if (!field) throw new Error(`The table has no field ${fieldName}`);
    return field.id;
  }

  /** Opens the page and waits until all of it is live. */
  async open(): Promise<void> {
    await this.page.goto(new URL(this.table.url).pathname);
    await this.expectOpen();
  }

  async expectOpen(): Promise<void> {
    await expect(this.page.getByRole("region", { name: this.table.name, exact: true })).toBeVisible();
    await this.expectLive();
    // Scripts of editors: e2e/ui/on-demand.spec.ts tests what happens before.
    await this.expectParts("soon");
  }

  /** Waits for scripts that come without being asked for. */
  async expectParts(kind: keyof typeof partsLoadedMarks): Promise<void> {
    const mark = partsLoadedMarks[kind];
    await this.page.waitForFunction((name) => performance.getEntriesByName(name).length > 0, mark);
  }

  /** Waits for the parts whose scripts are loaded after the first rows. */
  async expectLive(): Promise<void> {
    const views = this.page.getByRole("toolbar", { name: "View" }).getByRole("button", { name: /^Views: / });
    await expect(views).toBeEnabled();
  }

  async select(row: number, fieldName: string): Promise<void> {
    await this.cell(row, fieldName).click();
    await this.expectFocus(row, fieldName);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Waits until all tasks are done and their dialog, which would take keys, is closed. */
  async expectAtRest(): Promise<void> {
    await expect(this.grid).toHaveAttribute("aria-busy", "false");
    await expect(this.grid.locator(":focus")).toHaveCount(1);
  }

  async expectFocus(row: number, fieldName: string): Promise<void> {
    await expect(this.cell(row, fieldName)).toBeFocused();
    await expect(this.cell(row, fieldName)).toHaveAttribute("aria-selected", "true");
    await expect(this.grid.locator("[aria-selected=true]")).toHaveCount(1);
  }

  /** Simulates switching browser tabs: Playwright's pages are always visible. */
  async showTab(state: "visible" | "hidden"): Promise<void> {
    await this.page.evaluate((now) => {
      Object.defineProperty(document, "visibilityState", { configurable: true, get: () => now });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  }

  /** Drags from one element to another. */
  async drag(from: Locator, to: Locator): Promise<void> {
    await from.hover();
    await this.page.mouse.down();
    await to.hover();
    await this.page.mouse.up();
  }

  /** Chooses an item of the open menu with the arrow keys and Enter. */
  async chooseByKeys(name: string): Promise<void> {
    const item = this.page.getByRole("menuitem", { name, exact: true });
    await expect(item).toBeVisible();
    const focused = () => this.page.locator("[role=menuitem]:focus").evaluateAll(([one]) => one?.textContent);
    for (let isThere = false; !isThere; ) {
      const before = await focused();
      await this.press("ArrowDown");
      // The focus moves in a later frame; a second key before that would go past the item.
      await expect.poll(focused, { intervals: [10] }).not.toBe(before);
      isThere = await item.evaluate((element) => element === document.activeElement);
    }
    await this.press("Enter");
    await expect(item).toHaveCount(0);
  }

  /** The rendered selected cells, each as row number and field name. */
  async selected(): Promise<string[]> {
    const places = await this.grid
      .locator("[role=gridcell][aria-selected=true]")
      .evaluateAll((cells) =>
        cells.map((cell) => [
          Number(cell.closest("[role=row]")?.getAttribute("data-row")) + 1,
          Number(cell.getAttribute("aria-colindex")) - 2,
        ]),
      );
    const ordered = places.sort(([row = 0, column = 0], [other = 0, at = 0]) => row - other || column - at);
    return ordered.map(([row, column]) => `${row} ${this.table.fields[column as number]?.name}`);
  }

  async expectSelected(...cells: string[]): Promise<void> {
    await expect.poll(() => this.selected()).toEqual(cells);
  }

  /** Dispatches a paste event with data of another program. */
  async paste(texts: { text?: string; html?: string }): Promise<void> {
    await this.page.evaluate(({ text = "", html = "" }) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      clipboardData.setData("text/html", html);
      const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
    }, texts);
  }

  /** Reads the clipboard as text and HTML. The test needs the permissions. */
  async clipboard(): Promise<{ text: string; html: string }> {
    return this.page.evaluate(async () => {
      for (;;) {
        try {
          const [item] = await navigator.clipboard.read();
          const read = async (type: string) =>
            item?.types.includes(type) ? (await item.getType(type)).text() : "";
          return { text: await read("text/plain"), html: await read("text/html") };
        } catch (error) {
          // The clipboard was replaced during the read.
          if (!(error instanceof DOMException) || error.name !== "InvalidStateError") throw error;
        }
      }
    });
  }

  /** The stored values of a field, from a row on. */
  async storedColumn(fieldName: string, count: number, from = 1): Promise<unknown[]> {
    const path = `/bases/${this.base.id}/tables/${this.table.id}/records/list`;
    const asked = { limit: count, offset: from - 1, viewId: this.table.views[0]?.id, total: false };
    const { body } = await this.api.post<RecordPage>(path, asked);
    return body.records.map(({ fields }) => fields[fieldName]);
  }

  async expectColumn(fieldName: string, values: unknown[], from = 1): Promise<void> {
    await expect.poll(() => this.storedColumn(fieldName, values.length, from)).toEqual(values);
  }

  /** The stored values of a record. */
  async stored(row: number): Promise<Record<string, unknown>> {
    const path = `/bases/${this.base.id}/tables/${this.table.id}/records/list`;
    const { body } = await this.api.post<RecordPage>(path, { limit: 1, offset: row - 1, total: false });
    return body.records[0]?.fields ?? {};
  }

  async expectStored(row: number, fieldName: string, value: unknown): Promise<void> {
    await expect.poll(async () => (await this.stored(row))[fieldName]).toEqual(value);
  }
}

interface TabFixtures {
  /** True for tests whose first page must be loaded, or that leave more than `Tabs` can undo, such as init scripts. */
  ownTab: boolean;
  tab: Tab;
  /** Creates a table in a new database and opens it in the tab, signed in. */
  gridOf: (source: GridSource) => Promise<GridPage>;
}

export const test = server.extend<TabFixtures, { tabs: Tabs }>({
  // Fits all columns of `everyField`.
  viewport: { width: 1700, height: 720 },
  ownTab: [false, { option: true }],
  tabs: [
    async ({ browser }, use) => {
      const tabs = new Tabs(browser);
      await use(tabs);
      await tabs.close();
    },
    { scope: "worker" },
  ],
  tab: async (
    { tabs, ownTab, viewport, colorScheme, hasTouch, timezoneId, contextOptions, deviceScaleFactor },
    use,
  ) => {
    const options = { viewport, colorScheme, hasTouch, timezoneId, deviceScaleFactor, ...contextOptions };
    const tab = ownTab ? await tabs.make(options) : await tabs.take(options);
    await use(tab);
    await (ownTab ? tab.page.context().close() : tabs.giveBack(tab));
  },
  page: async ({ tab }, use) => use(tab.page),
  context: async ({ page }, use) => use(page.context()),
  gridOf: async ({ tab, baseURL, apiKey }, use) => {
    const { page } = tab;
    const errors = errorsOf(page);
    const api = new ApiClient(baseURL as string, apiKey);
    await use(async ({ others = {}, ...source }) => {
      const { body: base } = await api.post<Base>("/bases", { name: "Test" });
      for (const [name, other] of Object.entries(others)) await makeTable(api, base, { name, ...other });
      const table = await makeTable(api, base, { name: "Projects", ...source });
      const grid = new GridPage(page, api, base, table);
      await enter(tab, new URL(table.url).pathname, apiKey);
      await grid.expectOpen();
      return grid;
    });
    expect(errors).toEqual([]);
  },
});

interface GridSource extends TableSource {
  /** Other tables of the database by name, created first so that link fields can refer to them. */
  others?: { [name: string]: TableSource };
}

interface TableSource {
  fields?: { type: string; name: string; template?: object; isRequired?: boolean; isUnique?: boolean }[];
  records?: Record<string, unknown>[];
}

async function makeTable(
  api: ApiClient,
  base: Base,
  { name, fields = everyField, records = [] }: TableSource & { name: string },
): Promise<Table> {
  const { status, body: table } = await api.post<Table>(`/bases/${base.id}/tables`, { name, fields });
  expect(status).toBe(201);
  for (let from = 0; from < records.length; from += 2_000) {
    const path = `/bases/${base.id}/tables/${table.id}/records/bulk`;
    const answer = await api.post(path, { records: records.slice(from, from + 2_000) });
    expect(answer.status).toBe(200);
  }
  return table;
}

/** Collects the page's console errors, except failed requests, which tests check themselves. */
export function errorsOf(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    const isOurs = !message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && isOurs) errors.push(message.text());
  });
  return errors;
}

/** The download that `act` starts. */
export async function downloadBy(page: Page, act: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent("download"), act()]);
  return download;
}

/** Holds the second page of a bulk write: `isHeld` resolves when it is sent, `goOn` lets it through. */
export async function holdSecondPage(page: Page): Promise<{ isHeld: Promise<void>; goOn: () => void }> {
  let pages = 0;
  let tell = () => {};
  const isHeld = new Promise<void>((resolve) => {
    tell = resolve;
  });
  const goOn = await hold(page, "**/records/bulk", () => {
    pages += 1;
    if (pages === 2) tell();
    return pages === 2;
  });
  return { isHeld, goOn };
}

export const everyField = [
  { type: "single_line_text", name: "Name" },
  { type: "long_text", name: "Notes" },
  { type: "email", name: "Email" },
  { type: "url", name: "Site" },
  { type: "number", name: "Size" },
  { type: "currency", name: "Budget" },
  { type: "checkbox", name: "Done" },
  {
    type: "single_select",
    name: "Stage",
    template: { options: [{ label: "Open" }, { label: "In progress" }, { label: "Shut" }] },
  },
  { type: "date", name: "Due", template: { dateFormat: "iso" } },
];

/** Records with only a name. */
export function named(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({ Name: `Project ${index + 1}` }));
}

/** The messages at the edge of the page. */
export function messages(page: Page): Locator {
  return page.getByRole("region", { name: /^Notifications/ });
}
